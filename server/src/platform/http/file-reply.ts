import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FileAnswer } from '@escuta/contract/route';

/** A file on its way out. */
export interface FileReply {
  /** The name under which people save it, in any script. */
  readonly name: string;
  /** What programs that read only ASCII save it under. */
  readonly plainName: string;
  /** One of those that the route declares. */
  readonly mediaType: string;
  readonly content: AsyncIterable<string | Uint8Array>;
}

/** Sends a file as an attachment, in the pace of whoever reads it. */
export function sendFile(
  reply: FastifyReply,
  { mediaTypes }: FileAnswer,
  { name, plainName, mediaType, content }: FileReply,
): FastifyReply {
  if (!mediaTypes.includes(mediaType)) throw new Error(`the route does not declare ${mediaType}`);
  return reply
    .type(mediaType)
    .header('content-disposition', `attachment; filename="${plainName}"; filename*=UTF-8''${encodeName(name)}`)
    .send(Readable.from(content, { objectMode: false }));
}

/** RFC 8187: what encodeURIComponent leaves and a header parameter may not hold is escaped too. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

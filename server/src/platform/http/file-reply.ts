import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FileAnswer } from '@escuta/contract/route';

/** A file on its way out. */
export interface FileReply {
  /** The name under which people save it, in any script. */
  readonly name: string;
  /** One of those that the route declares. */
  readonly mediaType: string;
  readonly content: AsyncIterable<string | Uint8Array>;
  /** Of the content as it is stored; left out where it is made while it is read. */
  readonly sizeBytes?: number;
}

/** Sends a file as an attachment, in the pace of whoever reads it. */
export function sendFile(
  reply: FastifyReply,
  { mediaTypes }: FileAnswer,
  { name, mediaType, content, sizeBytes }: FileReply,
): FastifyReply {
  if (!mediaTypes.includes(mediaType)) throw new Error(`the route does not declare ${mediaType}`);
  if (sizeBytes !== undefined) reply.header('content-length', sizeBytes);
  return reply
    .type(mediaType)
    .header('content-disposition', `attachment; filename="${asciiName(name)}"; filename*=UTF-8''${encodeName(name)}`)
    .send(Readable.from(content, { objectMode: false }));
}

/** For programs that read no encoded name: letters without their accents, and `_` for what ASCII or quotes do not hold. */
function asciiName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^ -~]|["%\\]/gu, '_');
}

/** RFC 8187: what encodeURIComponent leaves and a header parameter may not hold is escaped too. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

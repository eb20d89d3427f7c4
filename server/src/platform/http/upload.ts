import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Upload } from '@escuta/contract/route';
import { refuse } from '#platform/http/refusal.ts';

/** A file on its way in. */
export interface UploadedFile {
  readonly name: string;
  readonly content: Readable;
  /** Asked once the content has ended: whether it was cut at the size limit. */
  readonly isCut: () => boolean;
}

/** The file of a multipart request. Refuses FILE_MISSING, and INVALID_INPUT for a form that cannot be read. */
export async function readUpload(request: FastifyRequest, { bytesMax }: Upload): Promise<UploadedFile> {
  const part = await request.file({ limits: { fileSize: bytesMax } }).catch(refuseBrokenUpload);
  if (!part) throw refuse('FILE_MISSING');
  return { name: part.filename, content: part.file, isCut: () => part.file.truncated };
}

/**
 * A form that ends in the middle, or whose border is missing or longer than the parser can look for, is the sender's fault,
 * or the network's: the parser says so without a status.
 */
export function refuseBrokenUpload(error: unknown): never {
  const isBroken =
    error instanceof Error && /unexpected end|malformed|boundary not found|needle cannot/i.test(error.message);
  throw isBroken ? refuse('INVALID_INPUT', { field: 'file' }) : error;
}

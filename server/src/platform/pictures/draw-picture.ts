import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { refuse } from '#platform/http/refusal.ts';

/** What we take, by what the bytes are; the name of the file and what the browser says of it are nobody's word. */
const taken: readonly string[] = ['png', 'jpeg', 'webp'];
/** Larger ones would only cost memory: a photo of a phone has 50 million. */
const pixelsMax = 64_000_000;

/** A file on its way in; `isCut` is asked once it has ended. */
export interface GivenPicture {
  readonly content: Readable;
  readonly isCut: () => boolean;
}

/**
 * A PNG, JPEG or WebP drawn anew, so that nothing else of the file stays; undefined for what is none of them. `draw` says how.
 * Refuses TOO_LARGE.
 */
export async function drawPicture(
  { content, isCut }: GivenPicture,
  draw: (picture: Sharp) => Sharp,
): Promise<Buffer | undefined> {
  const given = await buffer(content);
  if (isCut()) throw refuse('TOO_LARGE');
  // Before any decoder sees it: a drawing in SVG is a document, which may ask for others.
  if (!isTaken(given)) return undefined;
  const picture = sharp(given, { limitInputPixels: pixelsMax, failOn: 'error' });
  try {
    const { format } = await picture.metadata();
    return taken.includes(format) ? await draw(picture.autoOrient()).toBuffer() : undefined;
  } catch {
    return undefined;
  }
}

/** How files of each kind begin (PNG 5.2; JPEG, ITU-T T.81, B.1.1.3; WebP, RFC 9649, 2.4). */
function isTaken(bytes: Buffer): boolean {
  return (
    bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1A\n' ||
    bytes.subarray(0, 3).toString('latin1') === '\xFF\xD8\xFF' ||
    (bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP')
  );
}

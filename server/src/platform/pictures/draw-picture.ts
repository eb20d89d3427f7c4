import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { Metadata, Sharp } from 'sharp';
import { refuse } from '#platform/http/refusal.ts';
import { openThreadLine } from '#platform/limits/thread-line.ts';

/** What we take, by what the bytes are; the name of the file and what the browser says of it are nobody's word. */
const taken: readonly string[] = ['png', 'jpeg', 'webp'];
/** A baseline JPEG is made smaller while it is read: a photo of a phone has 50 million. */
const pixelsMax = 64_000_000;
/** Every other is first decoded whole, at four bytes and more a pixel. */
const wholePixelsMax = 16_000_000;

const drawing = openThreadLine({ atOnce: 1, waitingMax: 4 });
// One thread for each picture: libvips would take as many as there are processors.
sharp.concurrency(1);

/** A file on its way in; `isCut` is asked once it has ended. */
export interface GivenPicture {
  readonly content: Readable;
  readonly isCut: () => boolean;
}

/**
 * A PNG, JPEG or WebP drawn anew, so that nothing else of the file stays; undefined for what is none of them. `draw` says how.
 * One is drawn at a time. Refuses TOO_LARGE, and TOO_MANY_REQUESTS while too many wait.
 */
export async function drawPicture(
  { content, isCut }: GivenPicture,
  draw: (picture: Sharp) => Sharp,
): Promise<Buffer | undefined> {
  const given = await buffer(content);
  if (isCut()) throw refuse('TOO_LARGE');
  // Before any decoder sees it: a drawing in SVG is a document, which may ask for others.
  if (!isTaken(given)) return undefined;
  return drawing(async () => {
    const picture = sharp(given, { failOn: 'error' });
    try {
      return isDrawn(await picture.metadata()) ? await draw(picture.autoOrient()).toBuffer() : undefined;
    } catch {
      return undefined;
    }
  });
}

function isDrawn({ format, isProgressive, width, height }: Metadata): boolean {
  const isReadWhole = format !== 'jpeg' || isProgressive;
  return taken.includes(format) && width * height <= (isReadWhole ? wholePixelsMax : pixelsMax);
}

/** How files of each kind begin (PNG 5.2; JPEG, ITU-T T.81, B.1.1.3; WebP, RFC 9649, 2.4). */
function isTaken(bytes: Buffer): boolean {
  return (
    bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1A\n' ||
    bytes.subarray(0, 3).toString('latin1') === '\xFF\xD8\xFF' ||
    (bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP')
  );
}

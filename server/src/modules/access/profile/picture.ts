import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { UserId } from '@escuta/contract/ids';
import sharp from 'sharp';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';

type Deps = Pick<AppContext, 'database' | 'files'>;

/** What we take, by what the bytes are; the name of the file and what the browser says of it are nobody's word. */
const taken: readonly string[] = ['png', 'jpeg', 'webp'];
/** Larger ones would only cost memory: a photo of a phone has 50 million. */
const pixelsMax = 64_000_000;
const sidePixels = 256;
const nameBytes = 16;
const address = '/api/pictures/';

/** A file on its way in; `isCut` is asked once it has ended. */
interface GivenPicture {
  readonly content: Readable;
  readonly isCut: () => boolean;
}

/** Keeps a picture of a user: drawn anew as a small square, so that nothing else of the file stays. Answers its address. */
export async function keepPicture(
  { database, files }: Deps,
  userId: UserId,
  { content, isCut }: GivenPicture,
): Promise<string> {
  const given = await buffer(content);
  if (isCut()) throw refuse('TOO_LARGE');
  const drawn = await draw(given);
  const name = randomBytes(nameBytes).toString('hex');
  await files.write(keyOf(name), Readable.from([drawn]));
  const before = await database.withSystem(async (tx) => {
    const user = await tx.selectFrom('users').select('picture').where('id', '=', userId).executeTakeFirst();
    await tx
      .updateTable('users')
      .set({ picture: address + name })
      .where('id', '=', userId)
      .execute();
    return user?.picture;
  });
  await forget(files, before);
  return address + name;
}

/** Takes the picture of a user away. */
export async function removePicture({ database, files }: Deps, userId: UserId): Promise<void> {
  const before = await database.withSystem(async (tx) => {
    const user = await tx.selectFrom('users').select('picture').where('id', '=', userId).executeTakeFirst();
    await tx.updateTable('users').set({ picture: null }).where('id', '=', userId).execute();
    return user?.picture;
  });
  await forget(files, before);
}

/** The bytes of a picture, WebP. Refuses NOT_FOUND. */
export async function openPicture({ files }: Pick<Deps, 'files'>, name: string): Promise<Readable> {
  if ((await files.size(keyOf(name))) === null) throw refuse('NOT_FOUND');
  return files.read(keyOf(name));
}

async function draw(given: Buffer): Promise<Buffer> {
  const picture = sharp(given, { limitInputPixels: pixelsMax, failOn: 'error' });
  const format = await picture.metadata().then(
    (found) => found.format,
    () => undefined,
  );
  if (!format || !taken.includes(format)) throw refuse('PICTURE_NOT_VALID');
  return picture
    .autoOrient()
    .resize(sidePixels, sidePixels, { fit: 'cover' })
    .webp({ quality: 85 })
    .toBuffer()
    .catch(() => {
      throw refuse('PICTURE_NOT_VALID');
    });
}

async function forget(files: Deps['files'], picture: string | null | undefined): Promise<void> {
  if (picture?.startsWith(address)) await files.remove(keyOf(picture.slice(address.length)));
}

function keyOf(name: string): string {
  return `pictures/${name}.webp`;
}

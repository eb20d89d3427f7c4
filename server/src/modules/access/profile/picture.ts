import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { UserId } from '@escuta/contract/ids';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import { drawPicture } from '#platform/pictures/draw-picture.ts';
import type { GivenPicture } from '#platform/pictures/draw-picture.ts';

type Deps = Pick<AppContext, 'database' | 'files'>;

const sidePixels = 256;
const nameBytes = 16;
const address = '/api/pictures/';

/** Keeps a picture of a user: drawn anew as a small square, so that nothing else of the file stays. Answers its address. */
export async function keepPicture({ database, files }: Deps, userId: UserId, given: GivenPicture): Promise<string> {
  const drawn = await drawPicture(given, (picture) =>
    picture.resize(sidePixels, sidePixels, { fit: 'cover' }).webp({ quality: 85 }),
  );
  if (!drawn) throw refuse('PICTURE_NOT_VALID');
  const name = randomBytes(nameBytes).toString('hex');
  await files.write(keyOf(name), Readable.from([drawn]));
  const before = await replacePicture(database, userId, address + name);
  await forget(files, before);
  return address + name;
}

/** Takes the picture of a user away. */
export async function removePicture({ database, files }: Deps, userId: UserId): Promise<void> {
  const before = await replacePicture(database, userId, null);
  await forget(files, before);
}

/** The bytes of a picture, WebP. Refuses NOT_FOUND. */
export async function openPicture({ files }: Pick<Deps, 'files'>, name: string): Promise<Readable> {
  if ((await files.size(keyOf(name))) === null) throw refuse('NOT_FOUND');
  return files.read(keyOf(name));
}

/** Answers the picture of before. Of two at once, the second looks again, and answers the first. */
async function replacePicture(
  database: Deps['database'],
  userId: UserId,
  picture: string | null,
): Promise<string | null | undefined> {
  for (;;) {
    const before = await database.withSystem(async (tx) => {
      const users = tx.selectFrom('users').select('picture').where('id', '=', userId);
      return (await users.executeTakeFirst())?.picture;
    });
    if (before === undefined) return undefined;
    const isReplaced = await database.withSystem(async (tx) => {
      const update = tx.updateTable('users').set({ picture }).where('id', '=', userId);
      const { numUpdatedRows } = await update
        .where('picture', 'is not distinct from', before)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    });
    if (isReplaced) return before;
  }
}

async function forget(files: Deps['files'], picture: string | null | undefined): Promise<void> {
  if (picture?.startsWith(address)) await files.remove(keyOf(picture.slice(address.length)));
}

function keyOf(name: string): string {
  return `pictures/${name}.webp`;
}

import { accessSync, constants, mkdirSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readBackupName } from '#platform/backup/expiry.ts';
import type { Backup } from '#platform/backup/expiry.ts';
import { partialSuffix } from '#platform/storage/local-files.ts';
import { closeFolder } from '#platform/storage/private-files.ts';

/** What stands behind a backup's name from the moment it goes. */
const goingSuffix = '.going';

/**
 * Makes the folder of the backups where it is missing, for this user alone.
 * @throws the system's error when nothing can be kept there.
 */
export function makeBackupFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  accessSync(folder, constants.W_OK | constants.X_OK);
  closeFolder(folder);
}

/** The whole backups of a folder. Whatever else lies there is no backup of ours. */
export async function listBackups(folder: string): Promise<Backup[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => readBackupName(name) ?? []);
}

/** Removes backups, each with all that lies in its folder. A run that is cut off leaves none that looks whole. */
export async function removeBackups(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await remove(folder, { entry: name, name });
  await flushFolder(folder);
}

/** Removes what runs that were cut off have left. To be called by whoever holds the folder: an unfinished backup of others goes too. */
export async function removeRests(folder: string): Promise<void> {
  for (const entry of await readdir(folder)) {
    const suffix = [partialSuffix, goingSuffix].find((one) => entry.endsWith(one));
    const name = suffix === undefined ? entry : entry.slice(0, -suffix.length);
    if (suffix !== undefined && readBackupName(name) !== null) await remove(folder, { entry, name });
  }
}

/** Removes an entry under another name than a backup's: nobody, not even a run in another container, calls a half-removed one whole. */
async function remove(folder: string, { entry, name }: { entry: string; name: string }): Promise<void> {
  const going = join(folder, `${name}${goingSuffix}`);
  await rename(join(folder, entry), going);
  await rm(going, { recursive: true, force: true });
}

/** Puts the names in a folder on the disk, as far as the system can. */
export async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

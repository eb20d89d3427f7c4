import { accessSync, constants, mkdirSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readBackupName } from '#platform/backup/expiry.ts';
import type { Backup } from '#platform/backup/expiry.ts';
import { closeFolder } from '#platform/storage/private-files.ts';

/** What stands behind a backup's name until it is whole, and from the moment it goes. */
export const partialSuffix = '.partial';
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
  for (const name of names) {
    await rename(join(folder, name), join(folder, `${name}${goingSuffix}`));
    await rm(join(folder, `${name}${goingSuffix}`), { recursive: true, force: true });
  }
  await flushFolder(folder);
}

/** Removes what runs that were cut off have left. To be called by who holds the folder: an unfinished backup of others goes too. */
export async function removeRests(folder: string): Promise<void> {
  for (const { name } of await readdir(folder, { withFileTypes: true })) {
    const suffix = [partialSuffix, goingSuffix].find((one) => name.endsWith(one));
    if (suffix === undefined || readBackupName(name.slice(0, -suffix.length)) === null) continue;
    // Under another name first: a run that lives after all, in another container, must not call a half-removed rest whole.
    const going = `${name.slice(0, -suffix.length)}${goingSuffix}`;
    await rename(join(folder, name), join(folder, going));
    await rm(join(folder, going), { recursive: true, force: true });
  }
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

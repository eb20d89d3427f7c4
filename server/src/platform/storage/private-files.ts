import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const othersBits = 0o077;
const stickyBit = 0o1000;

/** What this process makes from now on is for its user alone. Windows has other rights, and knows no such thing. */
export function makeFilesPrivate(): void {
  process.umask(othersBits);
}

/**
 * Takes a folder away from everybody but its owner. Left as they are: a folder of somebody else, and one that all may
 * write to, such as /tmp, which is not ours alone.
 */
export function closeFolder(folder: string): void {
  const { mode, uid } = lstatSync(folder);
  if ((mode & stickyBit) === 0 && uid === ownUser()) closeToOthers(folder, mode);
}

/** Takes a file, or a folder with all that is in it, away from everybody but its owner. Links are not followed. */
export function closeTree(path: string): void {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry === undefined || entry.isSymbolicLink()) return;
  if (entry.uid === ownUser()) closeToOthers(path, entry.mode);
  if (entry.isDirectory()) for (const name of readdirSync(path)) closeTree(join(path, name));
}

/** Windows says 0 of every file. */
function ownUser(): number {
  return process.getuid?.() ?? 0;
}

function closeToOthers(path: string, mode: number): void {
  if ((mode & othersBits) === 0) return;
  try {
    chmodSync(path, mode & 0o7700);
  } catch (error) {
    // Some file systems (exFAT, some network shares) keep no modes, and a file may be gone by now.
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { flushFolder } from '#platform/backup/backup-folder.ts';
import { dumpDatabase } from '#platform/backup/dump-database.ts';
import { backupName } from '#platform/backup/expiry.ts';
import { writeTar } from '#platform/backup/write-tar.ts';
import { partialSuffix } from '#platform/storage/local-files.ts';

export interface BackupSource {
  readonly databaseUrl: string;
  /** The folder of the files; null where they lie in a bucket, whose versions are their backup. */
  readonly filesFolder: string | null;
}

export interface MadeBackup {
  readonly name: string;
  readonly databaseBytes: number;
  /** How many files, and the bytes of their archive; null where they lie in a bucket. */
  readonly files: number | null;
  readonly filesBytes: number | null;
}

/**
 * Makes a backup in `folder`: `database.dump`, then `files.tar`, so that every file that the database speaks of is older than
 * the dump. It gets its name when both are whole and on the disk. The files are for this user alone where the umask says so.
 * @throws when one of the two fails or `signal` ends it; nothing is left of it then.
 */
export async function makeBackup(
  { databaseUrl, filesFolder }: BackupSource,
  { folder, begunAt, signal }: { folder: string; begunAt: Date; signal: AbortSignal },
): Promise<MadeBackup> {
  const name = backupName(begunAt);
  const partial = join(folder, `${name}${partialSuffix}`);
  await mkdir(partial, { mode: 0o700 });
  try {
    const dump = join(partial, 'database.dump');
    await dumpDatabase(databaseUrl, { path: dump, signal });
    const archive = join(partial, 'files.tar');
    const files = filesFolder === null ? null : await writeTar(filesFolder, { path: archive, name: 'files', signal });
    const made = {
      name,
      databaseBytes: (await stat(dump)).size,
      files,
      filesBytes: files === null ? null : (await stat(archive)).size,
    };
    await flushFolder(partial);
    signal.throwIfAborted();
    await rename(partial, join(folder, name));
    await flushFolder(folder);
    return made;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

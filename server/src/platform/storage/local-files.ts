import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Files } from '#platform/storage/files.ts';

/** What stands behind the name of a file, or of a backup, until it is whole. */
export const partialSuffix = '.partial';

const safeKey = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/** The folder in `dataDir` where files live when there is no bucket. */
export function localFolder(dataDir: string): string {
  return join(dataDir, 'files');
}

/** Files in a folder. A file appears under its key only when it is complete and on the disk. */
export function localFiles(dataDir: string): Files {
  const folder = localFolder(dataDir);
  const pathOf = (key: string) => {
    if (!safeKey.test(key)) throw new Error('a file key holds a character that is not allowed');
    return join(folder, key);
  };

  return {
    async write(key, source) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const partial = `${path}.${randomUUID()}${partialSuffix}`;
      try {
        await pipeline(source, createWriteStream(partial, { flush: true }));
        await rename(partial, path);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },
    async read(key, fromByte = 0) {
      const handle = await open(pathOf(key));
      return createReadStream('', { fd: handle, start: fromByte });
    },
    async size(key) {
      try {
        return (await stat(pathOf(key))).size;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

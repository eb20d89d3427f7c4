import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Where the password of the embedded database in `dataDir` is kept: beside it, for its user alone. */
export function passwordFile(dataDir: string): string {
  return `${dataDir}.password`;
}

/** The password of the embedded database in `dataDir`. */
export function readPassword(dataDir: string): string {
  return readFileSync(passwordFile(dataDir), 'utf8').trim();
}

/** Makes one where none is. To be called by whoever holds the lock of the folder: only one process makes it. */
export function ensurePassword(dataDir: string): string {
  try {
    const password = readPassword(dataDir);
    if (password !== '') return password;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const password = randomBytes(32).toString('hex');
  const aside = `${passwordFile(dataDir)}.new`;
  writeFileSync(aside, `${password}\n`, { mode: 0o600, flush: true });
  renameSync(aside, passwordFile(dataDir));
  return password;
}

/** The address of the embedded database that listens on `port` of loopback. */
export function embeddedUrl(port: number, password: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}

import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SettingError } from '#platform/config/setting-error.ts';
import { closeFolder, closeTree } from '#platform/storage/private-files.ts';

/**
 * Makes DATA_DIR where it is missing, and keeps it for this user alone. A full disk is no reason to end: `/readyz` tells of it, and it may pass.
 * @throws SettingError when nothing can be kept there.
 */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    closeFolder(dataDir);
  } catch (error) {
    throw new SettingError('DATA_DIR', 'must be a folder that this user can make and write', { cause: error });
  }
}

/** What the product keeps in DATA_DIR, and nothing else that may lie there. */
const ownEntries = [
  'demo-loaded',
  'demo-loaded-elsewhere',
  'escuta.lock',
  'files',
  'logs',
  'outbox',
  'postgres',
  'postgres.lock',
  'postgres.password',
  'secret.key',
];

/** Takes DATA_DIR, and what an older release left open in it, away from everybody but its owner. */
export function closeDataDir(dataDir: string): void {
  closeFolder(dataDir);
  for (const name of ownEntries) closeTree(join(dataDir, name));
}

import { accessSync, constants, mkdirSync } from 'node:fs';
import { SettingError } from '#platform/config/setting-error.ts';

/**
 * Makes DATA_DIR where it is missing. A full disk is no reason to end: `/readyz` tells of it, and it may pass.
 * @throws SettingError when nothing can be kept there.
 */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new SettingError('DATA_DIR', 'must be a folder that this user can make and write', { cause: error });
  }
}

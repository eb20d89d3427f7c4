import { loadSecrets } from '#platform/crypto/secrets.ts';
import type { Config } from '#platform/config/config.ts';
import { openDatabase } from '#platform/db/database.ts';
import { createPool } from '#platform/db/pool.ts';
import type { House } from '#platform/house/house.ts';
import { createLog } from '#platform/log/log.ts';
import { openFiles } from '#platform/storage/open-files.ts';
import { systemClock } from '#platform/time/clock.ts';

/** Makes what every module is given. */
export async function makeHouse(config: Config, name: string): Promise<House & { log: ReturnType<typeof createLog> }> {
  return {
    config,
    database: openDatabase(createPool(config.databaseUrl, config.databasePoolMax)),
    clock: systemClock,
    files: await openFiles(config),
    secrets: loadSecrets(config.secretKey, config.dataDir, config.production),
    log: createLog(name, config.logLevel),
  };
}

import { loadSecrets } from '#platform/crypto/secrets.ts';
import type { Config } from '#platform/config/config.ts';
import { openDatabase } from '#platform/db/database.ts';
import { createPool } from '#platform/db/pool.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { createLog } from '#platform/log/log.ts';
import type { ProcessLog } from '#platform/log/log.ts';
import { measuredDatabase } from '#platform/metrics/measured-database.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { makeDataDir } from '#platform/storage/data-dir.ts';
import { makeFilesPrivate } from '#platform/storage/private-files.ts';
import { openFiles } from '#platform/storage/open-files.ts';
import { systemClock } from '#platform/time/clock.ts';
import { correctable } from '#platform/time/database-clock.ts';
import type { CorrectableClock } from '#platform/time/database-clock.ts';

/** What every module is given, with the log as Fastify wants it. */
export type ProcessContext = AppContext & { readonly log: ProcessLog; readonly clock: CorrectableClock };

/** Makes what every module is given. */
export async function makeContext(
  config: Config,
  name: string,
  log: ProcessLog = createLog(name, config.logLevel),
): Promise<ProcessContext> {
  makeFilesPrivate();
  // With a bucket and a key of its own a process keeps nothing on its disk.
  if (!config.filesUrl || !config.secretKey) makeDataDir(config.dataDir);
  const metrics = openMetrics({ ofProcess: true });
  return {
    config,
    database: measuredDatabase(openDatabase(createPool(config.databaseUrl, config.databasePoolMax)), metrics),
    clock: correctable(systemClock),
    files: await openFiles(config),
    secrets: loadSecrets(config),
    log,
    metrics,
  };
}

import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import type { Logger } from '#platform/log/log.ts';
import type { Files } from '#platform/storage/files.ts';
import type { Secrets } from '#platform/crypto/secrets.ts';
import type { Clock } from '#platform/time/clock.ts';

/** What every module is given: made in `main/`, passed on, never imported. */
export interface AppContext {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly files: Files;
  readonly secrets: Secrets;
  readonly log: Logger;
  readonly metrics: Metrics;
}

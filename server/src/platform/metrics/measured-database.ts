import type { Database } from '#platform/db/database.ts';
import type { Metrics, Reading } from '#platform/metrics/metrics.ts';

/** The same database, its transactions counted and timed, its connections watched. */
export function measuredDatabase(database: Database, metrics: Metrics): Database {
  const { pool } = database;
  metrics.watch('escuta_database_connections', (): Reading<'escuta_database_connections'> => [
    { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
    { labels: { state: 'idle' }, value: pool.idleCount },
    { labels: { state: 'waiting' }, value: pool.waitingCount },
  ]);

  async function timed<T>(scope: 'company' | 'system', transaction: () => Promise<T>): Promise<T> {
    const beganMs = performance.now();
    let result: 'committed' | 'rolled_back' = 'rolled_back';
    try {
      const answer = await transaction();
      result = 'committed';
      return answer;
    } finally {
      metrics.count('escuta_database_transactions_total', { scope, result });
      metrics.observe('escuta_database_transaction_seconds', { scope }, (performance.now() - beganMs) / 1000);
    }
  }

  return {
    pool,
    withCompany: (companyId, work, limits) => timed('company', () => database.withCompany(companyId, work, limits)),
    callInCompany: (companyId, call, options) =>
      timed('company', () => database.callInCompany(companyId, call, options)),
    withSystem: (work) => timed('system', () => database.withSystem(work)),
    close: () => database.close(),
  };
}

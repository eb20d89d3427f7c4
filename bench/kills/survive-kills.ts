import { seeded } from '../../server/src/platform/drawing/random.ts';
import { execute } from '../kit/database.ts';
import type { Installation } from '../kit/installation.ts';
import { progress } from '../kit/report.ts';
import { until } from '../kit/until.ts';
import { startWorker } from '../kit/worker.ts';

/** The same kills in each run, unless somebody asks for others. */
const seed = Number(process.env['BENCH_KILLS_SEED'] ?? 20_261_127);
/** The last kill, too, meets work. */
const beforeTheEnd = 0.98;
const progressMsMax = 600_000;

/** Work of a worker that is killed while it does it. */
interface KilledWork {
  /** The job that the worker does it in. */
  readonly job: string;
  readonly kills: number;
  readonly rows: number;
  /** How many rows are done; throws when it has failed. */
  doneRows(): Promise<number>;
  isFinished(): Promise<boolean>;
}

/**
 * Lets workers do it, each of which is killed at a moment drawn by chance, and one more to its end. The silence by which a worker is
 * missed is not waited for (`heartbeatSeconds` of `platform/jobs/`). Answers how many kills met it before its end, and by how many rows
 * it was ever seen behind where it had been.
 */
export async function surviveKills(
  installation: Installation,
  { job, kills, rows, doneRows, isFinished }: KilledWork,
): Promise<{ kills: number; lostProgress: number }> {
  const random = seeded(seed);
  let met = 0;
  let lostProgress = 0;
  for (let at = 0; at < kills; at += 1) {
    const killedAt = Math.floor(((at + random.next()) / kills) * rows * beforeTheEnd);
    const worker = await startWorker(installation);
    const isThere = async () => (await doneRows()) >= killedAt;
    try {
      await until(isThere, { what: `row ${killedAt}`, everyMs: 20, withinMs: progressMsMax, by: worker });
    } finally {
      await worker.kill();
    }
    if (!(await isFinished())) met += 1;
    const done = await doneRows();
    lostProgress = Math.max(lostProgress, killedAt - done);
    progress(`${job}: killed at row ${done} of ${rows}`);
    await execute(
      installation.databaseUrl,
      `UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '10 minutes' WHERE name = $1 AND state = 'active'`,
      [job],
    );
  }
  const last = await startWorker(installation);
  try {
    await until(isFinished, { what: job, everyMs: 200, withinMs: progressMsMax, by: last });
  } finally {
    await last.stop();
  }
  return { kills: met, lostProgress };
}

import type { AppContext } from '#platform/app-context/app-context.ts';
import { emit } from '#platform/events/outbox.ts';
import { eachApart } from '#platform/jobs/each-apart.ts';
import { givenUpAfterMs, stillMsMax } from '#platform/jobs/jobs.ts';
import { endExport } from './export-state.ts';
import { turnSince } from './queries.ts';

type Deps = Pick<AppContext, 'database' | 'clock' | 'log'>;

const exportsPerRound = 500;

/**
 * Starts exports again that have not moved for a quarter of an hour: their job gave up or was lost. One that waits for its turn
 * is only told so once more. After a day one that runs, or whose turn it is, ends as failed, so that the unit's next has its turn.
 */
export async function reviveExports({ database, clock, log }: Deps): Promise<void> {
  const now = clock.now();
  const still = await database.withSystem((tx) =>
    tx
      .selectFrom('exports')
      .select(['company_id', 'id', 'business_unit_id', 'status', 'created_at', 'moved_at'])
      .where('status', 'in', ['pending', 'running'])
      .where('moved_at', '<', new Date(now.getTime() - stillMsMax))
      .orderBy('moved_at')
      .limit(exportsPerRound)
      .execute(),
  );
  const waiting = still.map((row) => ({ companyId: row.company_id, exportId: row.id, row }));
  await eachApart(log, waiting, async ({ companyId, exportId, row }) => {
    await database.withCompany(companyId, async (tx) => {
      const since = row.status === 'running' ? row.moved_at : await turnSince(tx, row);
      if (since !== null && now.getTime() - since.getTime() > givenUpAfterMs) {
        log.error({ exportId }, 'an export stood still for a day and is given up');
        await endExport(tx, { companyId, exportId }, { status: 'error', now });
      } else {
        await emit(tx, companyId, 'export.started', { exportId });
      }
    });
  });
}

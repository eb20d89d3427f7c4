import type { AppContext } from '#platform/app-context/app-context.ts';
import { emit } from '#platform/events/outbox.ts';
import { eachApart } from '#platform/jobs/each-apart.ts';
import { givenUpAfterMs, stillMsMax } from '#platform/jobs/jobs.ts';
import { endBulkAction } from './end-bulk-action.ts';

type Deps = Pick<AppContext, 'database' | 'clock' | 'log'>;

const actionsPerRound = 500;

/** Starts actions again that have not moved for a quarter of an hour: their job gave up or was lost. After a day they end as failed. */
export async function reviveBulkActions({ database, clock, log }: Deps): Promise<void> {
  const now = clock.now();
  const still = await database.withSystem((tx) =>
    tx
      .selectFrom('bulk_actions')
      .select(['company_id as companyId', 'id as bulkActionId', 'moved_at as movedAt'])
      .where('status', '=', 'running')
      .where('moved_at', '<', new Date(now.getTime() - stillMsMax))
      .orderBy('moved_at')
      .limit(actionsPerRound)
      .execute(),
  );
  await eachApart(log, still, async ({ companyId, bulkActionId, movedAt }) => {
    await database.withCompany(companyId, async (tx) => {
      if (now.getTime() - movedAt.getTime() > givenUpAfterMs) {
        log.error({ bulkActionId }, 'an action on contacts stood still for a day and is given up');
        await endBulkAction(tx, { companyId, bulkActionId }, { status: 'error', now });
      } else {
        await emit(tx, companyId, 'bulk-action.started', { bulkActionId });
      }
    });
  });
}

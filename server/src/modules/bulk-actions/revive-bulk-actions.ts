import type { AppContext } from '#platform/app-context/app-context.ts';
import { emit } from '#platform/events/outbox.ts';
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
      .select(['company_id', 'id', 'moved_at'])
      .where('status', '=', 'running')
      .where('moved_at', '<', new Date(now.getTime() - stillMsMax))
      .orderBy('moved_at')
      .limit(actionsPerRound)
      .execute(),
  );
  for (const { company_id: companyId, id: bulkActionId, moved_at } of still) {
    await database.withCompany(companyId, async (tx) => {
      if (now.getTime() - moved_at.getTime() > givenUpAfterMs) {
        log.error({ bulkActionId }, 'an action on contacts stood still for a day and is given up');
        await endBulkAction(tx, { companyId, bulkActionId }, { status: 'error', now });
      } else {
        await emit(tx, companyId, 'bulk-action.started', { bulkActionId });
      }
    });
  }
}

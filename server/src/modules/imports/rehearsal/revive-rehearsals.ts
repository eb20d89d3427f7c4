import type { AppContext } from '#platform/app-context/app-context.ts';
import { emit } from '#platform/events/outbox.ts';
import { eachApart } from '#platform/jobs/each-apart.ts';
import { givenUpAfterMs, stillMsMax } from '#platform/jobs/jobs.ts';
import { endRehearsal, noteMoved } from './rehearsal-rows.ts';

type Deps = Pick<AppContext, 'database' | 'clock' | 'log'>;

const rehearsalsPerRound = 500;

/**
 * Gives each rehearsal of which nothing was heard for a quarter of an hour a new job, as an import gets one; what was asked for more
 * than a day before ends with a code, so that whoever waits may ask again.
 */
export async function reviveRehearsals({ database, clock, log }: Deps): Promise<void> {
  const now = clock.now();
  await eachApart(log, await listStill(database, now), async ({ askedAt, ...named }) => {
    const { companyId, ...payload } = named;
    if (now.getTime() - askedAt.getTime() > givenUpAfterMs) {
      log.error(payload, 'a rehearsal of an import stood still for a day and is given up');
      await database.withCompany(companyId, (tx) => endRehearsal(tx, named, 'IMPORT_FAILED'));
    } else {
      log.warn(payload, 'a rehearsal of an import stood still and is started again');
      await database.withCompany(companyId, async (tx) => {
        if (await noteMoved(tx, named, now)) await emit(tx, companyId, 'import.rehearsed', payload);
      });
    }
  });
}

function listStill(database: AppContext['database'], now: Date) {
  return database.withSystem((tx) =>
    tx
      .selectFrom('import_rehearsals')
      .select(['company_id as companyId', 'upload_id as uploadId', 'id as rehearsalId', 'created_at as askedAt'])
      .where('status', 'in', ['pending', 'running'])
      .where('moved_at', '<', new Date(now.getTime() - stillMsMax))
      .orderBy('moved_at')
      .limit(rehearsalsPerRound)
      .execute(),
  );
}

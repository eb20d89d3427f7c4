import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Schedule } from '#platform/jobs/jobs.ts';

/** No browser repeats a request a day later, and what was answered may speak of people who are gone since. */
const answerKeptMs = 24 * 3_600_000;

/** Every night the keys of repeated requests that are a day old go, with the answers that were kept for them. */
export function idempotencySchedules(context: AppContext): Schedule[] {
  return [{ job: 'requests.forget-answers', cron: '41 4 * * *', run: () => forgetAnswers(context) }];
}

async function forgetAnswers({ database, clock, log }: Pick<AppContext, 'database' | 'clock' | 'log'>): Promise<void> {
  const before = new Date(clock.now().getTime() - answerKeptMs);
  const companies = await database.withSystem((tx) =>
    tx.selectFrom('idempotency_keys').select('company_id').distinct().where('created_at', '<', before).execute(),
  );
  let keys = 0;
  // One company at a time, by its index: no statement holds locks for long.
  for (const { company_id: companyId } of companies) {
    const { numDeletedRows } = await database.withSystem((tx) =>
      tx
        .deleteFrom('idempotency_keys')
        .where('company_id', '=', companyId)
        .where('created_at', '<', before)
        .executeTakeFirst(),
    );
    keys += Number(numDeletedRows);
  }
  log.info({ keys }, 'answers to requests of a day ago are forgotten');
}

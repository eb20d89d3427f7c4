import type { EventName } from '@escuta/contract/events';
import type { CompanyId } from '@escuta/contract/ids';
import type { TestContext } from './test-context.ts';

/** How many facts of a name a company has told that no job has heard yet. */
export async function factsOf({ database }: TestContext, companyId: CompanyId, name: EventName): Promise<number> {
  const facts = await database.withSystem((tx) =>
    tx.selectFrom('outbox').select('id').where('company_id', '=', companyId).where('name', '=', name).execute(),
  );
  return facts.length;
}

/** Forgets what all companies have told: a worker that is started by a test would first do the work of all tests before it. */
export async function forgetFacts({ database }: Pick<TestContext, 'database'>): Promise<void> {
  await database.pool.query('DELETE FROM outbox');
}

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

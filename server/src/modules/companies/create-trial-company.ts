import { randomInt } from 'node:crypto';
import type { BusinessUnitId, CompanyId } from '@escuta/contract/ids';
import type { Language } from '@escuta/contract/primitives';
import type { Database, Transaction } from '#platform/db/database.ts';
import { linkKeyMax } from './create-company.ts';

interface TrialCompany {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly name: string;
  readonly language: Language;
  /** An IANA zone. */
  readonly timezone: string;
}

/**
 * Makes a company and its first unit, which nobody can enter before `openTrial`. Done again with the same ids, it completes
 * what a process that died has left.
 */
export async function createTrialCompany(
  database: Database,
  { companyId, businessUnitId, name, language, timezone }: TrialCompany,
): Promise<void> {
  await database.withSystem((tx) =>
    tx
      .insertInto('companies')
      .values({
        id: companyId,
        link_key: randomInt(linkKeyMax),
        name,
        language,
        timezone,
        active: false,
        is_trial: true,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute(),
  );
  // Not in the same transaction: who may make companies sees no units, and the other way round.
  await database.withCompany(companyId, (tx) =>
    tx
      .insertInto('business_units')
      .values({ company_id: companyId, id: businessUnitId, name, timezone })
      .onConflict((conflict) => conflict.columns(['company_id', 'id']).doNothing())
      .execute(),
  );
}

/** Opens such a company until its trial ends. In a transaction across companies, with what makes its owner. */
export async function openTrial(tx: Transaction, companyId: CompanyId, trialExpiresAt: Date): Promise<void> {
  await tx
    .updateTable('companies')
    .set({ active: true, trial_expires_at: trialExpiresAt })
    .where('id', '=', companyId)
    .execute();
}

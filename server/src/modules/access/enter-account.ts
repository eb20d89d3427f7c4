import type { CompanyId } from '@escuta/contract/ids';
import { findCompany } from '#modules/companies/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { newId } from '#platform/crypto/ids.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { accessEnd } from './account-access.ts';
import { findAccount } from './account-queries.ts';
import { leaveAccounts } from './leave-account.ts';
import { comesFrom } from './networks.ts';
import { reachesOf } from './reach.ts';

/**
 * Opens the account of a customer to somebody of ours, for two hours and with a reason, and tells its audit so. Whoever is in
 * another one leaves it. Refuses NOT_FOUND for a company that is not within their reach, ACCOUNT_NOT_ACTIVE for one that is
 * closed.
 */
export async function enterAccount(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  scope: Scope,
  { company, reason }: { company: CompanyId; reason: string },
): Promise<void> {
  const now = clock.now();
  const accounts = await database.withSystem(async (tx) =>
    Promise.all(reachesOf(scope).map((reach) => findAccount(tx, reach, company))),
  );
  const account = accounts.find((found) => found !== undefined);
  if (!account) throw refuse('NOT_FOUND');
  if (!account.active) throw refuse('ACCOUNT_NOT_ACTIVE');
  await leaveAccounts({ database, clock }, scope);
  const endsAt = accessEnd(now);
  const id = newId();
  await database.withCompany(company, async (tx) => {
    const networks = (await findCompany(tx, company))?.allowed_networks ?? [];
    await tx
      .insertInto('account_accesses')
      .values({ company_id: company, id, user_id: scope.userId, reason, began_at: now, ends_at: endsAt })
      .execute();
    const target = { type: 'company', id: company, label: account.name } as const;
    // Visitors of ours come from their own networks; the company reads when it was not from one of its own (decision 0042).
    const outside = comesFrom(scope.address, networks) ? null : { outside_networks: true };
    const after = { reason, ends_at: endsAt.toISOString(), ...outside };
    const actor = { ...scope, companyId: company, businessUnitId: null, isStaff: true };
    await recordAudit(tx, actor, { action: 'account_access.begun', target, after }, now);
  });
  await leaveAccounts({ database, clock }, scope, { keepsNewest: true });
}

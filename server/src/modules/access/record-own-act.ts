import type { AuditAction } from '@escuta/contract/audit';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Scope } from '#platform/http/scope.ts';
import type { UserRow } from './queries.ts';

/** Writes what users did to their own account into the audit of the company that they belong to, wherever they are just now. */
export async function recordOwnAct(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  scope: Scope,
  user: Pick<UserRow, 'id' | 'company_id' | 'name'>,
  action: AuditAction,
): Promise<void> {
  const actor = { ...scope, companyId: user.company_id, businessUnitId: null };
  const target = { type: 'user', id: user.id, label: user.name } as const;
  await database.withCompany(user.company_id, (tx) => recordAudit(tx, actor, { action, target }, clock.now()));
}

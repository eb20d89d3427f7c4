import type { AppContext } from '#platform/app-context/app-context.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Scope } from '#platform/http/scope.ts';
import { openAccesses } from './account-queries.ts';

/**
 * Ends every access that somebody has open before its time is over, and tells each company so. `keepsNewest` for whoever has just
 * entered: of two accounts that were entered at once, one stays.
 */
export async function leaveAccounts(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  scope: Scope,
  { keepsNewest = false } = {},
): Promise<void> {
  const now = clock.now();
  const open = await database.withSystem((tx) => openAccesses(tx, scope.userId, now));
  for (const { company_id: companyId, id } of keepsNewest ? open.slice(1) : open) {
    await database.withCompany(companyId, async (tx) => {
      const ended = await tx
        .updateTable('account_accesses')
        .set({ ended_at: now })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!ended) return;
      const actor = { ...scope, companyId, businessUnitId: null, isStaff: true };
      await recordAudit(tx, actor, { action: 'account_access.ended', target: { type: 'company', id: companyId } }, now);
    });
  }
}

import type { AppContext } from '#platform/app-context/app-context.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { personAt } from './record-access.ts';

/** The rest is told a minute later. */
const closedAtOnceMax = 500;

/**
 * Tells each company of the accesses to its account whose time has run out, as of the moment when it did. Nobody is shut out by
 * it: an access opens nothing from that moment on.
 */
export async function closeAccesses({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  for (const over of await database.withSystem((tx) => accessesOver(tx, now))) {
    const { company_id: companyId, access_id: id, ends_at: endsAt, reason, companyName, ...visitor } = over;
    await database.withCompany(companyId, async (tx) => {
      const closed = await tx
        .updateTable('account_accesses')
        .set({ ended_at: endsAt })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!closed) return;
      const { address: _nowhere, ...person } = personAt({ ...visitor, company_id: companyId }, '');
      const target = { type: 'company', id: companyId, label: companyName } as const;
      const act = { action: 'account_access.expired', target, after: { reason } } as const;
      await recordAudit(tx, { ...person, isStaff: true }, act, endsAt);
    });
  }
}

/** Accesses whose time is over and of which their company has not been told, with who held them. */
function accessesOver(tx: Transaction, now: Date) {
  return tx
    .selectFrom('account_accesses')
    .innerJoin('users', 'users.id', 'account_accesses.user_id')
    .innerJoin('companies', 'companies.id', 'account_accesses.company_id')
    .select([
      'account_accesses.company_id',
      'account_accesses.id as access_id',
      'account_accesses.ends_at',
      'account_accesses.reason',
      'companies.name as companyName',
      'users.id',
      'users.name',
      'users.role',
    ])
    .where('ended_at', 'is', null)
    .where('ends_at', '<=', now)
    .orderBy('ends_at')
    .limit(closedAtOnceMax)
    .execute();
}

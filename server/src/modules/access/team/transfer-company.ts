import type { UserId } from '@escuta/contract/ids';
import { isStaff, ownerRole, roleInside, ticketingRoleOf } from '@escuta/contract/access-policy';
import type { Role } from '@escuta/contract/access-policy';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { isVisitor } from '#platform/http/scope.ts';
import type { Scope } from '#platform/http/scope.ts';
import { findMember, holdOwners } from './find-member.ts';
import { assignUnits } from './update-member.ts';

/**
 * Makes another user the owner of the company in place of the one who asks, who goes on with the role of those whose company it is
 * not. An owner works in all units. Refuses NOT_BY_VISITOR, ROLE_ABOVE_OWN when the one who asks is not an owner, and
 * SUCCESSOR_NOT_VALID when the other is not active in the company or owns it already.
 */
export async function transferCompany(tx: Transaction, scope: Scope, successor: UserId, now: Date): Promise<void> {
  if (isVisitor(scope)) throw refuse('NOT_BY_VISITOR');
  const owners = await holdOwners(tx, scope.companyId);
  if (!owners.includes(scope.userId)) throw refuse('ROLE_ABOVE_OWN');
  const heir = await findMember(tx, scope.companyId, successor);
  if (!heir?.isActive || owners.includes(successor) || isStaff(heir.role)) throw refuse('SUCCESSOR_NOT_VALID');
  // What comes with the role that they leave goes with it.
  const ticketingRole = ticketingRoleOf(heir.role) === undefined ? heir.ticketingRole : null;
  await setRole(tx, scope, { id: successor, role: ownerRole, ticketingRole });
  await assignUnits(tx, scope, { userId: successor, businessUnitIds: [] });
  await setRole(tx, scope, { id: scope.userId, role: roleInside(ownerRole), ticketingRole: scope.ticketingRole });
  await recordAudit(
    tx,
    scope,
    {
      action: 'company.transferred',
      target: { type: 'user', id: successor, label: heir.name },
      before: { owner: scope.userName, role: heir.role },
      after: { owner: heir.name, role: ownerRole },
    },
    now,
  );
}

async function setRole(
  tx: Transaction,
  { companyId }: Scope,
  { id, role, ticketingRole }: { id: UserId; role: Role; ticketingRole: Scope['ticketingRole'] },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ role, ticketing_role: ticketingRole })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

import { isOwner } from '@escuta/contract/access-policy';
import type { UserId } from '@escuta/contract/ids';
import { narrowUser, narrowingOf } from '#modules/contacts/index.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { memberToChange, refuseLastOwner } from './find-member.ts';
import {
  managerOf,
  narrowedStanding,
  refuseBeyondOwn,
  refuseUnknownUnits,
  refuseVisitorsChoice,
  standingFacts,
} from './standing.ts';
import type { Standing } from './standing.ts';

/**
 * Changes what a user of the company may do, and where; it holds from their next call. Refuses OWN_ROLE for oneself,
 * LAST_OWNER, ROLE_ABOVE_OWN, UNITS_BEYOND_OWN, NARROWING_NOT_VALID, and NOT_FOUND for a user or a unit that the company does not have.
 */
export async function updateMember(
  tx: Transaction,
  scope: Scope,
  { id, standing }: { id: UserId; standing: Standing },
  now: Date,
): Promise<void> {
  if (id === scope.userId) throw refuse('OWN_ROLE');
  const before = await memberToChange(tx, scope, id);
  if (!isOwner(standing.role)) await refuseLastOwner(tx, scope.companyId, id);
  const { kept: after, narrowed } = await narrowedStanding(tx, scope, standing, before);
  refuseBeyondOwn(await managerOf(tx, scope), after);
  if (after.role !== before.role) refuseVisitorsChoice(scope, { from: before.role, to: after.role });
  await refuseUnknownUnits(tx, scope, after.businessUnitIds);
  await tx
    .updateTable('users')
    .set({
      role: after.role,
      ticketing_role: after.ticketingRole,
      exports_personal_data: after.exportsPersonalData,
    })
    .where('company_id', '=', scope.companyId)
    .where('id', '=', id)
    .execute();
  const { companyId } = scope;
  await assignUnits(tx, scope, { userId: id, businessUnitIds: after.businessUnitIds });
  const former = await narrowingOf(tx, { companyId, userId: id });
  await narrowUser(tx, { companyId, userId: id, narrowing: after.narrowing });
  await recordAudit(
    tx,
    scope,
    {
      action: 'user.changed',
      target: { type: 'user', id, label: before.name },
      before: standingFacts(before, former && `${former.label}: ${former.value}`),
      after: standingFacts(after, narrowed),
    },
    now,
  );
}

/** Gives a user these units and no others; all of the company when none is named. */
export async function assignUnits(
  tx: Transaction,
  { companyId }: Pick<Scope, 'companyId'>,
  { userId, businessUnitIds }: { userId: UserId; businessUnitIds: Standing['businessUnitIds'] },
): Promise<void> {
  await tx
    .deleteFrom('user_business_units')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .execute();
  if (businessUnitIds.length === 0) return;
  const rows = businessUnitIds.map((id) => ({ company_id: companyId, user_id: userId, business_unit_id: id }));
  await tx.insertInto('user_business_units').values(rows).execute();
}

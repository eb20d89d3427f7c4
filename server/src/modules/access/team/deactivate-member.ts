import type { CompanyId, UserId } from '@escuta/contract/ids';
import { countSurveysOf, transferSurveys } from '#modules/surveys/index.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { emit } from '#platform/events/outbox.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { revokeSessionsOf } from '../session-store.ts';
import { findMember, memberToChange, refuseLastOwner } from './find-member.ts';
import { refuseVisitorsChoice } from './standing.ts';

interface Leaving {
  readonly id: UserId;
  readonly successor: UserId | undefined;
}

/**
 * Shuts a user of the company out: what they own goes to `successor`, who may be left out where they own nothing, and every
 * session of theirs ends, so that none comes back to life should they be let in again. Answers how many surveys were given over. Refuses OWN_ROLE for oneself, LAST_OWNER,
 * ROLE_ABOVE_OWN, UNITS_BEYOND_OWN, SUCCESSOR_NOT_VALID, and NOT_FOUND for whoever is not of the company or is shut out already.
 */
export async function deactivateMember(
  database: Database,
  scope: Scope,
  { id, successor }: Leaving,
  now: Date,
): Promise<number> {
  const surveys = await database.withCompany(scope.companyId, (tx) => deactivate(tx, scope, { id, successor }, now));
  // Not in the same transaction: sessions are of no company. Until then they open nothing, for their user is shut out.
  await database.withSystem((tx) => revokeSessionsOf(tx, id, now));
  return surveys;
}

async function deactivate(tx: Transaction, scope: Scope, { id, successor }: Leaving, now: Date): Promise<number> {
  if (id === scope.userId) throw refuse('OWN_ROLE');
  const user = await memberToChange(tx, scope, id);
  refuseVisitorsChoice(scope, { from: user.role });
  await refuseLastOwner(tx, scope.companyId, id);
  const heir = await findHeir(tx, scope.companyId, { id, successor });
  const changed = await tx
    .updateTable('users')
    .set({ deactivated_at: now })
    .where('company_id', '=', scope.companyId)
    .where('id', '=', id)
    .where('deactivated_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw refuse('NOT_FOUND');
  const surveys = heir ? await transferSurveys(tx, scope.companyId, { from: id, to: heir.id }) : 0;
  await recordAudit(
    tx,
    scope,
    {
      action: 'user.deactivated',
      target: { type: 'user', id, label: user.name },
      before: { active: true },
      after: { active: false, ...(heir && { successor: heir.name }), surveys },
    },
    now,
  );
  await emit(tx, scope.companyId, 'user.deactivated', { userId: id });
  return surveys;
}

/** Who takes over; nobody where there is nothing to take. */
async function findHeir(tx: Transaction, companyId: CompanyId, { id, successor }: Leaving) {
  if (successor === undefined) {
    if ((await countSurveysOf(tx, companyId, id)) > 0) throw refuse('SUCCESSOR_NOT_VALID');
    return undefined;
  }
  const heir = await findMember(tx, companyId, successor);
  if (!heir?.isActive || heir.id === id) throw refuse('SUCCESSOR_NOT_VALID');
  return heir;
}

/** Lets a user in again, who has to sign in anew. Refuses NOT_FOUND for whoever is not shut out. */
export async function reactivateMember(database: Database, scope: Scope, id: UserId, now: Date): Promise<void> {
  await database.withCompany(scope.companyId, (tx) => memberToChange(tx, scope, id));
  // Before anything else: a session that was not ended when its user was shut out must not come back to life.
  await database.withSystem((tx) => revokeSessionsOf(tx, id, now));
  await database.withCompany(scope.companyId, async (tx) => {
    const user = await memberToChange(tx, scope, id);
    refuseVisitorsChoice(scope, { to: user.role });
    const changed = await tx
      .updateTable('users')
      .set({ deactivated_at: null })
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .where('deactivated_at', 'is not', null)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw refuse('NOT_FOUND');
    const target = { type: 'user', id, label: user.name } as const;
    const facts = { before: { active: false }, after: { active: true } };
    await recordAudit(tx, scope, { action: 'user.reactivated', target, ...facts }, now);
  });
}

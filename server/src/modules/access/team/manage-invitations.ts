import type { InvitationId } from '@escuta/contract/ids';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { createInvitations } from './create-invitations.ts';
import type { Invited } from './create-invitations.ts';
import { invitationLifeMs, newInvitationToken } from './invitation-token.ts';
import { queueInvitationMail } from './queue-invitation-mail.ts';
import type { InvitationMailDeps } from './queue-invitation-mail.ts';
import { managerOf, narrowedStanding, refuseBeyondOwn, refuseUnknownUnits, refuseVisitorsChoice } from './standing.ts';
import type { Standing } from './standing.ts';

type Deps = InvitationMailDeps & { readonly database: Database };

/** A mailbox gets one mail of an invitation in this time, however often it is asked for. */
const resendAfterMs = 60_000;

/** Invites people with a standing that the inviter may give. Refuses ROLE_ABOVE_OWN, UNITS_BEYOND_OWN, NARROWING_NOT_VALID, NOT_FOUND for a unit. */
export async function inviteMembers(
  deps: Deps,
  scope: Scope,
  { emails, standing }: { emails: readonly string[]; standing: Standing },
  now: Date,
): Promise<Invited> {
  const promised = await deps.database.withCompany(scope.companyId, async (tx) => {
    const { kept, narrowed } = await narrowedStanding(tx, scope, standing);
    refuseBeyondOwn(await managerOf(tx, scope), kept);
    refuseVisitorsChoice(scope, { to: kept.role });
    await refuseUnknownUnits(tx, scope, kept.businessUnitIds);
    return { ...kept, narrowed };
  });
  return deps.database.withSystem((tx) =>
    createInvitations(deps, tx, { actor: scope, emails, standing: promised }, now),
  );
}

/**
 * Sends an invitation again: a new link that works for seven days, and the old one no longer. Refuses NOT_FOUND for one that
 * is not open, INVITATION_SENT_JUST_NOW, and whom the caller may not manage.
 */
export async function resendInvitation(deps: Deps, scope: Scope, id: InvitationId, now: Date): Promise<void> {
  const { role } = await deps.database.withCompany(scope.companyId, (tx) => openToChange(tx, scope, id));
  await deps.database.withSystem(async (tx) => {
    const { token, tokenHash } = newInvitationToken();
    const sent = await tx
      .updateTable('invitations')
      .set({ token_hash: tokenHash, sent_at: now, expires_at: new Date(now.getTime() + invitationLifeMs) })
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .where('accepted_at', 'is', null)
      .where('cancelled_at', 'is', null)
      .where('sent_at', '<=', new Date(now.getTime() - resendAfterMs))
      .returning('id')
      .executeTakeFirst();
    if (!sent) throw refuse('INVITATION_SENT_JUST_NOW', { retryAfter: resendAfterMs / 1_000 });
    await queueInvitationMail(deps, tx, { companyId: scope.companyId, id, token }, now);
    const target = { type: 'invitation', id } as const;
    await recordAudit(tx, scope, { action: 'invitation.resent', target, after: { role } }, now);
  });
}

/** Takes an invitation back: its link works no longer. Refuses NOT_FOUND for one that is not open. */
export async function cancelInvitation(tx: Transaction, scope: Scope, id: InvitationId, now: Date): Promise<void> {
  const { role } = await openToChange(tx, scope, id);
  const cancelled = await tx
    .updateTable('invitations')
    .set({ cancelled_at: now })
    .where('company_id', '=', scope.companyId)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!cancelled) throw refuse('NOT_FOUND');
  const target = { type: 'invitation', id } as const;
  await recordAudit(tx, scope, { action: 'invitation.cancelled', target, before: { role } }, now);
}

async function openToChange(tx: Transaction, scope: Scope, id: InvitationId) {
  const found = await tx
    .selectFrom('invitations')
    .select(['role', 'business_unit_ids as businessUnitIds'])
    .where('company_id', '=', scope.companyId)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw refuse('NOT_FOUND');
  refuseBeyondOwn(await managerOf(tx, scope), found);
  return found;
}

import { sql } from 'kysely';
import type { Role, TicketingRole } from '@escuta/contract/access-policy';
import { ticketingRoleOf } from '@escuta/contract/access-policy';
import type { BusinessUnitId, InvitationId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { AuditActor } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { invitationLifeMs, newInvitationToken } from './invitation-token.ts';
import type { UserNarrowing } from '#modules/contacts/index.ts';
import { queueInvitationMail } from './queue-invitation-mail.ts';
import type { InvitationMailDeps } from './queue-invitation-mail.ts';
import { standingFacts } from './standing.ts';

/** What the invited will be. Whether the inviter may give it has been asked before. */
export interface PromisedStanding {
  readonly role: Role;
  readonly ticketingRole?: TicketingRole | null;
  /** The units to work in, which are of the company; all of it when none is named. */
  readonly businessUnitIds?: readonly BusinessUnitId[];
  readonly exportsPersonalData?: boolean;
  /** What they will be narrowed to, and how the audit says it. */
  readonly narrowing?: UserNarrowing | null;
  readonly narrowed?: string | null;
}

/** What became of each address that was to be invited, each of them once. */
export interface Invited {
  readonly invited: string[];
  readonly alreadyInvited: string[];
  readonly haveAccount: string[];
}

/**
 * Invites people into a company, a mail to each, whose link works for seven days and once. Told apart: who signs in to the
 * product already, and who has an invitation that still works. `emails` are as the contract's `email` reads them; the same
 * one twice is one. `actor` names the company, and who invites; without a user it is the company itself. In a transaction
 * across companies: invitations, mails and audit are written together.
 */
export async function createInvitations(
  deps: InvitationMailDeps,
  tx: Transaction,
  { actor, emails, standing }: { actor: AuditActor; emails: readonly string[]; standing: PromisedStanding },
  now: Date,
): Promise<Invited> {
  const result: Invited = { invited: [], alreadyInvited: [], haveAccount: [] };
  // In one order, so that two who invite the same people at once do not wait for each other.
  const wanted = [...new Set(emails)].toSorted();
  const users = await tx.selectFrom('users').select('email').where('email', 'in', wanted).execute();
  const taken = new Set(users.map(({ email }) => email));
  for (const email of wanted) {
    if (taken.has(email)) result.haveAccount.push(email);
    else if (await invite(deps, tx, { actor, email, standing }, now)) result.invited.push(email);
    else result.alreadyInvited.push(email);
  }
  return result;
}

/** Writes one invitation, in the place of one whose time is over; false where one still works. */
async function invite(
  deps: InvitationMailDeps,
  tx: Transaction,
  { actor, email, standing }: { actor: AuditActor; email: string; standing: PromisedStanding },
  now: Date,
): Promise<boolean> {
  const { token, tokenHash } = newInvitationToken();
  const { role, businessUnitIds = [], exportsPersonalData = false, narrowing = null, narrowed } = standing;
  const promised = {
    token_hash: tokenHash,
    role,
    ticketing_role: ticketingRoleOf(role) ?? standing.ticketingRole ?? null,
    business_unit_ids: [...businessUnitIds],
    exports_personal_data: exportsPersonalData,
    narrowing_field_id: narrowing?.field ?? null,
    narrowing_value: narrowing?.value ?? null,
    invited_by: actor.userId ?? null,
    invited_by_name: actor.userName ?? null,
    created_at: now,
    sent_at: now,
    expires_at: new Date(now.getTime() + invitationLifeMs),
    visited_at: null,
  };
  const written = await tx
    .insertInto('invitations')
    .values({ company_id: actor.companyId, id: newId<InvitationId>(), email, ...promised })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'email'])
        .where(sql<boolean>`accepted_at IS NULL AND cancelled_at IS NULL`)
        .doUpdateSet(promised)
        .where('invitations.expires_at', '<=', now),
    )
    .returning('id')
    .executeTakeFirst();
  if (!written) return false;
  await queueInvitationMail(deps, tx, { companyId: actor.companyId, id: written.id, token }, now);
  await recordAudit(
    tx,
    actor,
    {
      action: 'invitation.created',
      target: { type: 'invitation', id: written.id },
      after: standingFacts(
        { role, ticketingRole: promised.ticketing_role, businessUnitIds, exportsPersonalData },
        narrowed,
      ),
    },
    now,
  );
  return true;
}

import type { UserId } from '@escuta/contract/ids';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { insertNarrowing } from '#modules/contacts/index.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { refuseWeakPassword } from '../refuse-weak-password.ts';
import { hashPassword } from '../password.ts';
import { readPhone } from '../profile/phone.ts';
import { openInvitation } from './opened-invitation.ts';
import type { OpenedInvitation } from './opened-invitation.ts';

type Deps = Pick<AppContext, 'database' | 'clock'>;

interface Acceptance {
  readonly token: string;
  readonly name: string;
  readonly phone: string;
  readonly password: string;
  readonly address: string;
}

/**
 * Makes whoever has the link of an invitation a user of its company, with the role and the units that it promises; the terms
 * are accepted with it. Refuses as `openInvitation`, PASSWORD_WEAK, PHONE_NOT_VALID.
 */
export async function acceptInvitation(
  { database, clock }: Deps,
  { token, name, phone: typed, password, address }: Acceptance,
): Promise<{ id: UserId; invitation: OpenedInvitation }> {
  const now = clock.now();
  await database.withSystem((tx) => openInvitation(tx, token, now));
  await refuseWeakPassword(password);
  const phone = readPhone(typed);
  if (phone === undefined) throw refuse('PHONE_NOT_VALID');
  // Hashing takes long: no transaction waits for it.
  const passwordHash = await hashPassword(password);
  return database.withSystem(async (tx) => {
    const invitation = await openInvitation(tx, token, now);
    const id = newId<UserId>();
    await useUp(tx, invitation, now);
    await createUser(tx, invitation, { id, name, phone, passwordHash }, now);
    const { company_id: companyId, id: invitationId, role } = invitation;
    const actor = { companyId, userId: id, userName: name, role, address };
    const target = { type: 'invitation', id: invitationId, label: name } as const;
    await recordAudit(tx, actor, { action: 'invitation.accepted', target, after: { role } }, now);
    return { id, invitation };
  });
}

/** Two who accept at once: the second waits here for the first, and finds that it is used. */
async function useUp(tx: Transaction, { company_id, id }: OpenedInvitation, now: Date): Promise<void> {
  const used = await tx
    .updateTable('invitations')
    .set({ accepted_at: now })
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!used) throw refuse('INVITATION_USED');
}

async function createUser(
  tx: Transaction,
  invitation: OpenedInvitation,
  user: { id: UserId; name: string; phone: string; passwordHash: string },
  now: Date,
): Promise<void> {
  const created = await tx
    .insertInto('users')
    .values({
      id: user.id,
      company_id: invitation.company_id,
      email: invitation.email,
      name: user.name,
      phone: user.phone,
      password_hash: user.passwordHash,
      role: invitation.role,
      ticketing_role: invitation.ticketing_role,
      exports_personal_data: invitation.exports_personal_data,
      language: invitation.language,
      terms_accepted_at: now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!created) throw refuse('INVITATION_USED');
  const units = invitation.business_unit_ids.map((unit) => ({
    company_id: invitation.company_id,
    user_id: user.id,
    business_unit_id: unit,
  }));
  if (units.length > 0) await tx.insertInto('user_business_units').values(units).execute();
  const { company_id: companyId, narrowing_field_id: field, narrowing_value: value } = invitation;
  if (field === null || value === null) return;
  const narrow = insertNarrowing(tx, { companyId, userId: user.id, narrowing: { field, value } });
  // The field was deleted since: nobody comes in to see more than was promised.
  await narrow.catch((error: unknown) => {
    throw namesNoRow(error) ? refuse('INVITATION_ENDED') : error;
  });
}

/** SQLSTATE 23503, foreign key violation. */
function namesNoRow(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503';
}

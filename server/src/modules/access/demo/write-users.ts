import type { BusinessUnitId, CompanyId, InvitationId, UserId } from '@escuta/contract/ids';
import type { Role, TicketingRole } from '@escuta/contract/access-policy';
import { hashToken, newToken } from '#platform/crypto/secrets.ts';
import type { Transaction } from '#platform/db/database.ts';
import { invitationLifeMs } from '../team/invitation-token.ts';

/** Somebody who signs in to the demo. */
export interface DescribedUser {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly ticketingRole?: TicketingRole;
  readonly temporaryAccess?: boolean;
  /** Their files name people (PERMS-08). */
  readonly exportsPersonalData?: boolean;
  /** They work there no longer. */
  readonly hasLeft?: boolean;
}

/** Somebody who was asked in and has not come yet. */
export interface DescribedInvitation {
  readonly email: string;
  readonly role: Role;
}

/** Writes users of a company, unless they are there. */
export async function writeUsers(
  tx: Transaction,
  {
    companyId,
    passwordHash,
    createdAt,
    leftAt,
  }: { companyId: CompanyId; passwordHash: string; createdAt: Date; leftAt: Date },
  users: readonly { readonly id: UserId; readonly user: DescribedUser }[],
): Promise<void> {
  const rows = users.map(({ id, user }) => ({
    id,
    company_id: companyId,
    email: user.email,
    name: user.name,
    password_hash: passwordHash,
    role: user.role,
    ticketing_role: user.ticketingRole ?? null,
    temporary_access: user.temporaryAccess ?? false,
    exports_personal_data: user.exportsPersonalData ?? false,
    deactivated_at: user.hasLeft ? leftAt : null,
    language: 'pt' as const,
    created_at: createdAt,
  }));
  await tx
    .insertInto('users')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Writes open invitations, unless they are there. Nobody has their links: they wait to be sent again. */
export async function writeInvitations(
  tx: Transaction,
  { companyId, inviter, now }: { companyId: CompanyId; inviter: { id: UserId; name: string }; now: Date },
  invitations: readonly { readonly id: InvitationId; readonly invitation: DescribedInvitation }[],
): Promise<void> {
  if (invitations.length === 0) return;
  const rows = invitations.map(({ id, invitation: { email, role } }) => ({
    company_id: companyId,
    id,
    token_hash: hashToken(newToken()),
    email,
    role,
    invited_by: inviter.id,
    invited_by_name: inviter.name,
    created_at: now,
    sent_at: now,
    expires_at: new Date(now.getTime() + invitationLifeMs),
  }));
  await tx
    .insertInto('invitations')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Lets a user manage another company. */
export async function writeManager(tx: Transaction, companyId: CompanyId, userId: UserId): Promise<void> {
  await tx
    .insertInto('company_managers')
    .values({ company_id: companyId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Gives users a unit to work in, and no other. */
export async function assignUnit(
  tx: Transaction,
  { companyId, businessUnitId }: { companyId: CompanyId; businessUnitId: BusinessUnitId },
  userIds: readonly UserId[],
): Promise<void> {
  if (userIds.length === 0) return;
  const rows = userIds.map((userId) => ({ company_id: companyId, user_id: userId, business_unit_id: businessUnitId }));
  await tx.insertInto('user_business_units').values(rows).execute();
}

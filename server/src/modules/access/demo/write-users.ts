import type { BusinessUnitId, CompanyId, UserId } from '@escuta/contract/ids';
import type { Role, TicketingRole } from '@escuta/contract/access-policy';
import type { Transaction } from '#platform/db/database.ts';

/** Somebody who signs in to the demo. */
export interface DescribedUser {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly ticketingRole?: TicketingRole;
  readonly temporaryAccess?: boolean;
}

/** Writes users of a company, unless they are there. */
export async function writeUsers(
  tx: Transaction,
  { companyId, passwordHash, createdAt }: { companyId: CompanyId; passwordHash: string; createdAt: Date },
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
    language: 'pt' as const,
    created_at: createdAt,
  }));
  await tx
    .insertInto('users')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
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

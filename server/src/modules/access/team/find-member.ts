import type { CompanyId, UserId } from '@escuta/contract/ids';
import { narrowingsOf } from '#modules/contacts/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { assignedUnits, managerOf, refuseBeyondOwn } from './standing.ts';
import type { Standing } from './standing.ts';

export interface TeamUser extends Standing {
  readonly id: UserId;
  readonly name: string;
  readonly isActive: boolean;
}

/** A user of the company with their standing, or undefined. */
export async function findMember(tx: Transaction, companyId: CompanyId, id: UserId): Promise<TeamUser | undefined> {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'name', 'role', 'ticketing_role', 'exports_personal_data', 'deactivated_at'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!user) return undefined;
  return {
    id: user.id,
    name: user.name,
    role: user.role,
    ticketingRole: user.ticketing_role,
    exportsPersonalData: user.exports_personal_data,
    businessUnitIds: await assignedUnits(tx, { companyId, userId: id }),
    narrowing: (await narrowingsOf(tx, { companyId, userIds: [id] })).get(id) ?? null,
    isActive: user.deactivated_at === null,
  };
}

/** The user whom the caller wants to change. Refuses NOT_FOUND, and as `refuseBeyondOwn` whom the caller may not change. */
export async function memberToChange(tx: Transaction, scope: Scope, id: UserId): Promise<TeamUser> {
  const user = await findMember(tx, scope.companyId, id);
  if (!user) throw refuse('NOT_FOUND');
  refuseBeyondOwn(await managerOf(tx, scope), user);
  return user;
}

/**
 * The owners of the company who may sign in. Held until the transaction ends: of two owners who shut each other out at once,
 * the second sees what the first has done.
 */
export async function holdOwners(tx: Transaction, companyId: CompanyId): Promise<UserId[]> {
  const owners = await tx
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyId)
    .where('role', '=', 'own')
    .where('deactivated_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return owners.map(({ id }) => id);
}

/** Refuses LAST_OWNER where nobody would be left who owns the company (TEAM-06). */
export async function refuseLastOwner(tx: Transaction, companyId: CompanyId, leaving: UserId): Promise<void> {
  const owners = await holdOwners(tx, companyId);
  if (owners.length === 1 && owners[0] === leaving) throw refuse('LAST_OWNER');
}

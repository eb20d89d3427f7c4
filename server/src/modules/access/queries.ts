import { canBeNarrowed, isStaff } from '@escuta/contract/access-policy';
import type { Role } from '@escuta/contract/access-policy';
import type { CompanyId, UserId } from '@escuta/contract/ids';
import { companyFeatures, switchColumn, unitFeatures } from '#modules/companies/index.ts';
import { narrowingOf } from '#modules/contacts/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Scope } from '#platform/http/scope.ts';

/** A user with what sign-in and presentation need of the company. */
export type UserRow = NonNullable<Awaited<ReturnType<typeof findUserByEmail>>>;

function usersWithCompany(tx: Transaction) {
  return tx
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .select([
      'users.id',
      'users.company_id',
      'users.email',
      'users.name',
      'users.password_hash',
      'users.role',
      'users.ticketing_role',
      'users.language',
      'users.picture',
      'users.temporary_access',
      'users.exports_personal_data',
      'users.authenticator_enabled',
      'users.shortcuts_off',
      'users.phone',
      'users.deactivated_at',
      'companies.name as companyName',
      'companies.language as companyLanguage',
      'companies.timezone as companyTimezone',
      'companies.active as companyActive',
      'companies.is_trial as companyIsTrial',
      'companies.trial_expires_at as companyTrialExpiresAt',
      'companies.wizard as companyWizard',
      'companies.force_authenticator as companyForceAuthenticator',
      'companies.federated_login as companyFederatedLogin',
      'companies.federated_tenant as companyFederatedTenant',
      'companies.allowed_networks as companyNetworks',
      'companies.session_idle_minutes as companyIdleMinutes',
    ]);
}

/** The user of an e-mail, in a transaction across companies. */
export function findUserByEmail(tx: Transaction, email: string) {
  return usersWithCompany(tx).where('users.email', '=', email).executeTakeFirst();
}

/** The user of an id, in a transaction across companies. */
export function findUserById(tx: Transaction, id: UserId) {
  return usersWithCompany(tx).where('users.id', '=', id).executeTakeFirst();
}

/** The user of an id as they are inside a company, which may not be their own, in a transaction across companies. */
export async function findUserInside(
  tx: Transaction,
  { userId, companyId, role }: Scope,
): Promise<UserRow | undefined> {
  const user = await findUserById(tx, userId);
  if (!user || user.company_id === companyId) return user;
  const company = await tx
    .selectFrom('companies')
    .select([
      'id as company_id',
      'name as companyName',
      'active as companyActive',
      'language as companyLanguage',
      'timezone as companyTimezone',
      'wizard as companyWizard',
      'force_authenticator as companyForceAuthenticator',
    ])
    .where('id', '=', companyId)
    .executeTakeFirst();
  return company && { ...user, ...company, role };
}

/** The units that a user may work in, and what they are narrowed to there; null for whoever sees all. */
export async function reachOfUser(
  tx: Transaction,
  { companyId, userId, role }: { readonly companyId: CompanyId; readonly userId: UserId; readonly role: Role },
) {
  const units = await unitsOfUser(tx, companyId, userId);
  return { units, narrowing: canBeNarrowed(role) ? await narrowingOf(tx, { companyId, userId }) : null };
}

/**
 * The units that a user may work in: those assigned, or all of the company when none is. By name and id, so that the first
 * is the same one wherever they are listed.
 */
function unitsOfUser(tx: Transaction, companyId: CompanyId, userId: UserId) {
  const assigned = tx
    .selectFrom('user_business_units')
    .select('business_unit_id')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId);
  return tx
    .selectFrom('business_units')
    .select(['id', ...unitFeatures.map(switchColumn)])
    .where('company_id', '=', companyId)
    .where((where) => where.or([where('id', 'in', assigned), where.not(where.exists(assigned))]))
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/**
 * Whether a company is active, and whether the user may work in it: their own, or one that they have entered and that is still
 * within their reach. How they came in is nothing that a caller says: it is the open access that we find.
 */
export async function findMembership(
  tx: Transaction,
  user: { userId: UserId; homeCompanyId: CompanyId; role: Role; hasTemporaryAccess: boolean },
  companyId: CompanyId,
  now: Date,
) {
  const company = await tx
    .selectFrom('companies')
    .select(['id', 'active', 'is_trial', 'trial_expires_at', ...companyFeatures.map(switchColumn)])
    .where('id', '=', companyId)
    .executeTakeFirst();
  if (!company) return undefined;
  if (companyId === user.homeCompanyId) return company;
  const entered = await tx
    .selectFrom('account_accesses')
    .select('id')
    .where('company_id', '=', companyId)
    .where('user_id', '=', user.userId)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .executeTakeFirst();
  if (!entered) return undefined;
  if (user.hasTemporaryAccess) return company;
  return isStaff(user.role) && (await isManager(tx, companyId, user.userId)) ? company : undefined;
}

async function isManager(tx: Transaction, companyId: CompanyId, userId: UserId): Promise<boolean> {
  const managed = await tx
    .selectFrom('company_managers')
    .select('company_id')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return managed !== undefined;
}

/** The names of users by their ids, in a transaction across companies: who works for a company may belong to another. */
export async function namesOfUsers(tx: Transaction, ids: readonly UserId[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const users = await tx
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(users.map(({ id, name }) => [id, name]));
}

/** How many people of a company may sign in. */
export async function countUsers(tx: Transaction, companyId: CompanyId): Promise<number> {
  const { count } = await tx
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('company_id', '=', companyId)
    .where('deactivated_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

import { randomBytes, randomInt } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { ticketingRoleOf } from '@escuta/contract/access-policy';
import type { Feature, Role, TicketingRole } from '@escuta/contract/access-policy';
import type { BusinessUnitId, CompanyId, ContactCompanyId, ContactId, UserId } from '@escuta/contract/ids';
import { companyFeatures, switchColumn, unitFeatures } from '#modules/companies/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';

/** Each factory builds its own parents; a test names only what matters to it. */

export const testPassword = 'Escuta@Test1';
/** Of the least work that argon2id knows: thousands of people sign in here, and what a hash is to cost has its own tests. */
const passwordHash = hash(testPassword, { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 });

/** A company with two units: `businessUnitId` is the one that its people are in unless they select another. */
export async function createCompany(
  { database }: Pick<AppContext, 'database'>,
  changes: { name?: string; active?: boolean; timezone?: string } = {},
) {
  const companyId = newId<CompanyId>();
  const businessUnitId = newId<BusinessUnitId>();
  const otherUnitId = newId<BusinessUnitId>();
  const name = changes.name ?? `Company ${companyId.slice(-6)}`;
  await database.withSystem((tx) =>
    tx
      .insertInto('companies')
      .values({ id: companyId, link_key: randomInt(2 ** 47), name, active: changes.active ?? true })
      .execute(),
  );
  await database.withCompany(companyId, (tx) =>
    tx
      .insertInto('business_units')
      .values(
        [
          { id: businessUnitId, name: `${name} unit`, brand_color: '#0F766E' },
          { id: otherUnitId, name: `${name} unit, the other`, brand_color: '#7E22CE' },
        ].map((unit) => ({ ...unit, company_id: companyId, timezone: changes.timezone ?? 'America/Sao_Paulo' })),
      )
      .execute(),
  );
  return { companyId, businessUnitId, otherUnitId, name };
}

/** Switches everything that can be switched on or off in a company and its units. */
export async function switchAll(
  { database }: Pick<AppContext, 'database'>,
  companyId: CompanyId,
  isOn: boolean,
): Promise<void> {
  const set = (features: readonly Feature[]) => Object.fromEntries(features.map((name) => [switchColumn(name), isOn]));
  await database.withCompany(companyId, async (tx) => {
    await tx.updateTable('business_units').set(set(unitFeatures)).where('company_id', '=', companyId).execute();
  });
  await database.withSystem(async (tx) => {
    await tx.updateTable('companies').set(set(companyFeatures)).where('id', '=', companyId).execute();
  });
}

/** Ends what a company has of us. What it knows of its links is kept a while: not to be called after one was opened. */
export async function letLeave({ database }: Pick<AppContext, 'database'>, companyId: CompanyId): Promise<void> {
  await database.withSystem((tx) =>
    tx.updateTable('companies').set({ active: false }).where('id', '=', companyId).execute(),
  );
}

/** A user with a session, and the headers that a browser of theirs sends. */
export async function createUser(
  context: AppContext,
  changes: {
    companyId?: CompanyId;
    role?: Role;
    ticketingRole?: TicketingRole;
    email?: string;
    deactivated?: boolean;
    temporaryAccess?: boolean;
    /** The units that they are assigned to; all of the company when none is named. */
    units?: readonly BusinessUnitId[];
    /** The export flag of an analyst. */
    exportsPersonalData?: boolean;
  } = {},
) {
  const company = changes.companyId ? { companyId: changes.companyId } : await createCompany(context);
  const userId = newId<UserId>();
  const known = await passwordHash;
  const email = changes.email ?? `user-${randomBytes(5).toString('hex')}@test.example`;
  await context.database.withSystem((tx) =>
    tx
      .insertInto('users')
      .values({
        id: userId,
        company_id: company.companyId,
        email,
        name: 'Test User',
        password_hash: known,
        role: changes.role ?? 'own',
        exports_personal_data: changes.exportsPersonalData ?? false,
        ticketing_role: changes.ticketingRole ?? ticketingRoleOf(changes.role ?? 'own') ?? null,
        temporary_access: changes.temporaryAccess ?? false,
        deactivated_at: changes.deactivated ? context.clock.now() : null,
      })
      .execute(),
  );
  const units = (changes.units ?? []).map((unit) => ({
    company_id: company.companyId,
    user_id: userId,
    business_unit_id: unit,
  }));
  if (units.length > 0) {
    await context.database.withCompany(company.companyId, (tx) =>
      tx.insertInto('user_business_units').values(units).execute(),
    );
  }
  return { userId, email, companyId: company.companyId };
}

/** Lets users manage another company than their own. */
export async function letManage(
  { database }: Pick<AppContext, 'database'>,
  companyId: CompanyId,
  ...userIds: readonly UserId[]
): Promise<void> {
  const managers = userIds.map((userId) => ({ company_id: companyId, user_id: userId }));
  await database.withSystem((tx) => tx.insertInto('company_managers').values(managers).execute());
}

/** Lets somebody of ours into a company for two hours, as entering its account does. */
export async function letIn(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  companyId: CompanyId,
  ...userIds: readonly UserId[]
): Promise<void> {
  const now = clock.now();
  const accesses = userIds.map((userId) => ({
    company_id: companyId,
    id: newId(),
    user_id: userId,
    reason: 'A test asks for it',
    began_at: now,
    ends_at: new Date(now.getTime() + 2 * 3_600_000),
  }));
  await database.withCompany(companyId, (tx) => tx.insertInto('account_accesses').values(accesses).execute());
}

/** Signs a new user in through the real route. */
export async function signedIn(
  context: AppContext & { app: { inject: (options: object) => Promise<{ json: () => { token: string } }> } },
  changes: Parameters<typeof createUser>[1] = {},
) {
  const user = await createUser(context, changes);
  const answer = await context.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email: user.email, senha: testPassword },
  });
  const { token } = answer.json();
  return { ...user, token, headers: { authorization: token, 'x-empresa-id': user.companyId } };
}

/** A contact of a unit. */
export async function createContact(
  { database }: AppContext,
  {
    companyId,
    businessUnitId,
    ...changes
  }: {
    companyId: CompanyId;
    businessUnitId: BusinessUnitId;
    name?: string;
    email?: string | null;
    tel?: string | null;
    birthday?: string;
  },
) {
  const id = newId<ContactId>();
  const contact = {
    name: changes.name ?? 'Maria da Silva',
    email: changes.email === undefined ? `contact-${id.slice(-12)}@test.example` : changes.email,
    tel: changes.tel ?? null,
    ...(changes.birthday === undefined ? {} : { birthday: changes.birthday }),
  };
  await database.withCompany(companyId, (tx) =>
    tx
      .insertInto('contacts')
      .values({ company_id: companyId, id, business_unit_id: businessUnitId, ...contact })
      .execute(),
  );
  return { id, ...contact };
}

/** A company of a unit that contacts work for: these, where they are given. */
export async function createContactCompany(
  { database }: AppContext,
  {
    companyId,
    businessUnitId,
    name,
    cnpj = null,
    of = [],
  }: {
    companyId: CompanyId;
    businessUnitId: BusinessUnitId;
    name: string;
    cnpj?: string | null;
    of?: readonly ContactId[];
  },
): Promise<ContactCompanyId> {
  const id = newId<ContactCompanyId>();
  await database.withCompany(companyId, async (tx) => {
    await tx
      .insertInto('contact_companies')
      .values({ company_id: companyId, id, business_unit_id: businessUnitId, name, cnpj })
      .execute();
    if (of.length === 0) return;
    await tx
      .updateTable('contacts')
      .set({ contact_company_id: id })
      .where('company_id', '=', companyId)
      .where('id', 'in', [...of])
      .execute();
  });
  return id;
}

/** Deletes a contact as it must be: what was sent to it and what it answered stay, and say no longer whose they are. */
export async function deleteContact(
  { database }: AppContext,
  key: { companyId: CompanyId; id: ContactId },
): Promise<void> {
  await database.withCompany(key.companyId, async (tx) => {
    for (const table of ['send_items', 'responses'] as const) {
      await tx
        .updateTable(table)
        .set({ contact_id: null })
        .where('company_id', '=', key.companyId)
        .where('contact_id', '=', key.id)
        .execute();
    }
    await tx.deleteFrom('contacts').where('company_id', '=', key.companyId).where('id', '=', key.id).execute();
  });
}

/** The first unit of a company, by name. */
export async function unitOf(context: AppContext, companyId: CompanyId): Promise<BusinessUnitId> {
  return (await unitsOf(context, companyId))[0];
}

/** The unit of a company that its people have not selected: its rows must be absent everywhere else. */
export async function otherUnitOf(context: AppContext, companyId: CompanyId): Promise<BusinessUnitId> {
  return (await unitsOf(context, companyId))[1];
}

async function unitsOf({ database }: AppContext, companyId: CompanyId): Promise<[BusinessUnitId, BusinessUnitId]> {
  const [first, second] = await database.withCompany(companyId, (tx) =>
    tx.selectFrom('business_units').select('id').where('company_id', '=', companyId).orderBy('name').execute(),
  );
  if (!first || !second) throw new Error('a company of the tests has two units');
  return [first.id, second.id];
}

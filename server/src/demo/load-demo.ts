import type { CompanyId, InvitationId, UserId } from '@escuta/contract/ids';
import { hashPassword } from '#modules/access/index.ts';
import { assignUnit, writeInvitations, writeManager, writeUsers } from '#modules/access/demo/write-users.ts';
import { hasUnits, writeCompany } from '#modules/companies/demo/write-companies.ts';
import type { DemoContact } from '#modules/contacts/demo/make-contacts.ts';
import { writeCustomFields } from '#modules/contacts/demo/custom-values.ts';
import { countScores } from '#modules/responses/demo/count-scores.ts';
import { countSends } from '#modules/sends/demo/count-sends.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { seeded } from '#platform/drawing/random.ts';
import type { Random } from '#platform/drawing/random.ts';
import { timeLineTo } from '#platform/drawing/time-line.ts';
import type { TimeLine } from '#platform/drawing/time-line.ts';
import { aurora } from './aurora.ts';
import type { DemoCompany } from './demo-company.ts';
import { escuta, horizonte } from './horizonte.ts';
import { makeUnit } from './make-unit.ts';
import { writeUnit } from './write-unit.ts';

export const demoPassword = 'Escuta@Demo1';

/** What was loaded of a company, or null when it was there before. */
export interface Loaded {
  readonly company: string;
  readonly counts: {
    readonly contacts: number;
    readonly sends: number;
    readonly messages: number;
    readonly responses: number;
  } | null;
}

/** The ids of companies and users are the same on every machine and every day: they tell that the demo is there. */
const idsMadeAt = new Date('2026-01-05T12:00:00Z');

/**
 * Loads the demo companies: a year of sends and answers that ends now. Each company is written in one transaction, and
 * one that is there already is left alone, so that a load that was cut off can be started again.
 */
export async function loadDemo({
  database,
  clock,
  files,
}: Pick<AppContext, 'database' | 'clock' | 'files'>): Promise<Loaded[]> {
  const time = timeLineTo(clock.now());
  const companies = [aurora, horizonte, escuta].map(withIds);
  await writeCompanies(database, companies, time);
  const loaded: Loaded[] = [];
  for (const { company, companyId, userIds, random } of companies) {
    const counts = await database.withCompany(companyId, async (tx) => {
      if (await hasUnits(tx, companyId)) return null;
      return fillCompany(tx, { company, companyId, userIds, random, time, files });
    });
    loaded.push({ company: company.name, counts });
  }
  // The embedded database never looks at its tables by itself: without this it would plan for empty ones.
  await database.pool.query('ANALYZE');
  return loaded;
}

type Identified = ReturnType<typeof withIds>;

function withIds(company: DemoCompany) {
  const random = seeded(company.seed);
  const companyId = random.idAt<CompanyId>(idsMadeAt);
  const userIds = company.users.map(() => random.idAt<UserId>(idsMadeAt));
  const apart = seeded(company.seed + 1);
  const others = {
    users: company.others?.users.map((user) => ({ id: apart.idAt<UserId>(idsMadeAt), user })) ?? [],
    invitations:
      company.others?.invitations.map((invitation) => ({ id: apart.idAt<InvitationId>(idsMadeAt), invitation })) ?? [],
  };
  return { company, companyId, userIds, others, random };
}

/** Companies and users live outside any company's transaction. */
async function writeCompanies(database: Database, companies: readonly Identified[], time: TimeLine): Promise<void> {
  const passwordHash = await hashPassword(demoPassword);
  const createdAt = time.at(400, 9);
  await database.withSystem(async (tx) => {
    for (const { company, companyId, userIds, others, random } of companies) {
      const { name } = company;
      const linkKey = random.int(1, 2 ** 40);
      await writeCompany(tx, { id: companyId, name, linkKey, createdAt });
      const users = company.users.map((user, index) => ({ id: userIds[index]!, user }));
      await writeUsers(tx, { companyId, passwordHash, createdAt, leftAt: time.at(30, 18) }, [
        ...users,
        ...others.users,
      ]);
      const inviter = { id: userIds[0]!, name: company.users[0]!.name };
      await writeInvitations(tx, { companyId, inviter, now: time.at(1, 10) }, others.invitations);
    }
    for (const { company_id, user_id } of managedBy(companies)) await writeManager(tx, company_id, user_id);
  });
}

function managedBy(companies: readonly Identified[]): { company_id: CompanyId; user_id: UserId }[] {
  const managers = companies.flatMap(({ company, companyId, userIds }) =>
    company.users.flatMap((user, index) =>
      user.managesAllCompanies ? [{ home: companyId, userId: userIds[index]! }] : [],
    ),
  );
  return managers.flatMap(({ home, userId }) =>
    companies
      .filter(({ companyId }) => companyId !== home)
      .map(({ companyId }) => ({ company_id: companyId, user_id: userId })),
  );
}

async function fillCompany(
  tx: Transaction,
  {
    company,
    companyId,
    userIds,
    random,
    time,
    files,
  }: Omit<Identified, 'random' | 'others'> & { random: Random; time: TimeLine; files: AppContext['files'] },
): Promise<Loaded['counts']> {
  const counts = { contacts: 0, sends: 0, messages: 0, responses: 0 };
  const ownerId = userIds[0]!;
  const contacts: DemoContact[] = [];
  for (const unit of company.units) {
    const drawn = makeUnit(random, unit, time);
    const place = { companyId, companyName: company.name, ownerId, random, time };
    counts.responses += await writeUnit(tx, files, place, drawn);
    contacts.push(...drawn.contacts);
    counts.sends += drawn.sends.length;
    counts.messages += drawn.sends.reduce((sum, send) => sum + send.items.length, 0);
    const assigned = userIds.filter((_, index) => company.users[index]!.unit === unit.name);
    await assignUnit(tx, { companyId, businessUnitId: drawn.id }, assigned);
  }
  counts.contacts = contacts.length;
  // Apart, since ids and figures of the rest are drawn one after the other.
  const apart = { companyId, random: seeded(company.seed + 2), time };
  await writeCustomFields(tx, apart, company.customFields ?? [], contacts);
  await countScores(tx, companyId);
  await countSends(tx, companyId);
  return counts;
}

import type { CompanyId, UserId } from '@escuta/contract/ids';
import { hashPassword } from '#modules/access/index.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { aurora } from './aurora.ts';
import type { DemoCompany, DemoUser } from './demo-company.ts';
import { escuta, horizonte } from './horizonte.ts';
import { makeUnit } from './make-unit.ts';
import { seeded } from './random.ts';
import type { Random } from './random.ts';
import { timeLineTo, timezone } from './time-line.ts';
import type { TimeLine } from './time-line.ts';
import { writeAnswers } from './write-answers.ts';
import { writePeople } from './write-people.ts';
import { writeSends } from './write-sends.ts';
import { writeSurveys } from './write-surveys.ts';
import { settleCounters } from './settle-counters.ts';

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
      if (await isThere(tx, companyId)) return null;
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
  return { company, companyId, userIds: company.users.map(() => random.idAt<UserId>(idsMadeAt)), random };
}

/** Companies and users live outside any company's transaction. */
async function writeCompanies(database: Database, companies: readonly Identified[], time: TimeLine): Promise<void> {
  const passwordHash = await hashPassword(demoPassword);
  const createdAt = time.at(400, 9);
  await database.withSystem(async (tx) => {
    for (const { company, companyId, userIds, random } of companies) {
      const row = {
        id: companyId,
        link_key: random.int(1, 2 ** 40),
        name: company.name,
        allow_ticketing: company.allowTicketing,
        created_at: createdAt,
      };
      await tx
        .insertInto('companies')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      const users = company.users.map((user, index) =>
        userRow(user, { companyId, userId: userIds[index]!, passwordHash, createdAt }),
      );
      await tx
        .insertInto('users')
        .values(users)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    }
    for (const managed of managedBy(companies)) {
      await tx
        .insertInto('company_managers')
        .values(managed)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  });
}

function userRow(
  user: DemoUser,
  {
    companyId,
    userId,
    passwordHash,
    createdAt,
  }: { companyId: CompanyId; userId: UserId; passwordHash: string; createdAt: Date },
) {
  return {
    id: userId,
    company_id: companyId,
    email: user.email,
    name: user.name,
    password_hash: passwordHash,
    role: user.role,
    ticketing_role: user.ticketingRole ?? null,
    language: 'pt' as const,
    created_at: createdAt,
  };
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

async function isThere(tx: Transaction, companyId: CompanyId): Promise<boolean> {
  const unit = await tx
    .selectFrom('business_units')
    .select('id')
    .where('company_id', '=', companyId)
    .limit(1)
    .executeTakeFirst();
  return unit !== undefined;
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
  }: Omit<Identified, 'random'> & { random: Random; time: TimeLine; files: AppContext['files'] },
): Promise<Loaded['counts']> {
  const counts = { contacts: 0, sends: 0, messages: 0, responses: 0 };
  const ownerId = userIds[0]!;
  for (const unit of company.units) {
    const drawn = makeUnit(random, unit, time);
    await tx
      .insertInto('business_units')
      .values({
        company_id: companyId,
        id: drawn.id,
        name: unit.name,
        timezone,
        brand_color: unit.brandColor,
        created_at: time.at(400, 9),
      })
      .execute();
    const place = { companyId, companyName: company.name, ownerId, random, time };
    await writePeople(tx, files, place, drawn);
    const surveys = await writeSurveys(tx, place, drawn);
    await writeSends(tx, { companyId, ownerId, surveys }, drawn);
    counts.contacts += drawn.contacts.length;
    counts.sends += drawn.sends.length;
    counts.messages += drawn.sends.reduce((sum, send) => sum + send.items.length, 0);
    counts.responses += await writeAnswers(tx, { companyId, surveys }, drawn);
    const assigned = company.users.flatMap((user, index) =>
      user.unit === unit.name ? [{ company_id: companyId, user_id: userIds[index]!, business_unit_id: drawn.id }] : [],
    );
    if (assigned.length > 0) await tx.insertInto('user_business_units').values(assigned).execute();
  }
  await settleCounters(tx, companyId);
  return counts;
}

import type { ContactId } from '@escuta/contract/ids';
import type { Random } from '#platform/drawing/random.ts';
import type { TimeLine } from '#platform/drawing/time-line.ts';
import { firstNames, lastNames } from './person-names.ts';
import { workplaces } from './workplaces.ts';

/** The people of a unit, in figures. */
export interface Clientele {
  readonly contacts: number;
  /** How many of them came from files, newest file last. */
  readonly imports: readonly { readonly daysAgo: number; readonly rows: number }[];
  /** The share of contacts that work for a company. */
  readonly employedShare: number;
  readonly areaCodes: readonly (readonly [areaCode: string, weight: number])[];
}

export interface DemoContact {
  readonly id: ContactId;
  readonly name: string;
  readonly email: string | null;
  readonly tel: string | null;
  readonly workplace: string | null;
  readonly source: 'import' | 'manual' | 'integration';
  /** Which of the unit's imports brought the contact. */
  readonly importIndex: number | null;
  readonly createdAt: Date;
  /** How much more or less than others the person answers: 1 is usual. */
  readonly eagerness: number;
}

const mailDomains = ['exemplo.example', 'cliente.example', 'correio.example', 'empresa.example'] as const;
const withoutMailShare = 0.04;
const withoutPhoneShare = 0.12;

/** The people of a unit, oldest first: those of its imports, and the others spread over the year. */
export function makeContacts(random: Random, unit: Clientele, time: TimeLine): DemoContact[] {
  const taken = new Set<string>();
  const imported = unit.imports.flatMap(({ daysAgo, rows }, importIndex) =>
    Array.from({ length: rows }, (_, row) => ({ importIndex, createdAt: time.at(daysAgo, 9.5 + row / 100_000) })),
  );
  const others = Array.from({ length: unit.contacts - imported.length }, () => ({
    importIndex: null,
    createdAt: earlier(time.now, time.at(random.int(0, 390), 8 + random.next() * 12)),
  }));
  return [...imported, ...others]
    .toSorted((left, right) => left.createdAt.getTime() - right.createdAt.getTime())
    .map((origin) => makeContact(random, unit, taken, origin));
}

function makeContact(
  random: Random,
  unit: Clientele,
  taken: Set<string>,
  { importIndex, createdAt }: { importIndex: number | null; createdAt: Date },
): DemoContact {
  const first = random.pick(firstNames);
  const last = random.chance(0.35) ? `${random.pick(lastNames)} ${random.pick(lastNames)}` : random.pick(lastNames);
  const tel = unique(taken, () => phone(random, unit));
  const email = unique(taken, () => mailAddress(random, first, last));
  const hasMail = !random.chance(withoutMailShare);
  return {
    id: random.idAt(createdAt),
    name: `${first} ${last}`,
    email: hasMail ? email : null,
    tel: hasMail && random.chance(withoutPhoneShare) ? null : tel,
    workplace: random.chance(unit.employedShare) ? random.pick(workplaces) : null,
    source: importIndex !== null ? 'import' : random.chance(0.7) ? 'integration' : 'manual',
    importIndex,
    createdAt,
    eagerness: 0.4 + 1.2 * random.next(),
  };
}

function phone(random: Random, { areaCodes }: Clientele): string {
  return `+55${random.weighted(areaCodes)}9${random.int(60_000_000, 99_999_999)}`;
}

function mailAddress(random: Random, first: string, last: string): string {
  const [one, other] = [plain(first), plain(last.split(' ').at(-1) ?? last)];
  const local = random.weighted([
    [`${one}.${other}`, 4],
    [`${one}${other}${random.int(1, 99)}`, 4],
    [`${one}.${other}${random.int(60, 99)}`, 3],
    [`${one[0]}${other}${random.int(1, 999)}`, 3],
  ]);
  return `${local}@${random.pick(mailDomains)}`;
}

/** Lower-case ASCII letters only. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
}

function unique(taken: Set<string>, make: () => string): string {
  for (;;) {
    const value = make();
    if (taken.has(value)) continue;
    taken.add(value);
    return value;
  }
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}

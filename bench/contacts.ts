import { readFile } from 'node:fs/promises';
import { createUser, testPassword } from '../server/src/testing/factories.ts';
import { seedContacts } from './contacts/seed.ts';
import type { Unit } from './contacts/seed.ts';
import { startApi } from './kit/api-server.ts';
import { execute } from './kit/database.ts';
import { openInstallation } from './kit/installation.ts';
import { progress, report } from './kit/report.ts';
import { ask, signIn } from './kit/session.ts';
import type { Session } from './kit/session.ts';
import { percentile, rounded } from './kit/statistics.ts';

// The contacts of a unit with a million of them, over HTTP from the server of production, beside units with fewer: the list on
// the pages that it offers and in either order, a search by any fragment, the number of a segment with ten of its contacts. One
// person asks after another, each question in turn, so that what else the machine does falls on all of them alike.

const contacts = Number(process.env['BENCH_CONTACTS'] ?? 1_000_000);
/** `BENCH_CUSTOM=searched`: the company searches two custom fields, which are asked for as well. */
const isCustomSearched = process.env['BENCH_CUSTOM'] === 'searched';
const contactsBeside = 50_000;
const unitsBeside = 4;
const rounds = 20;
const warmUpRounds = 3;

/** A question by its path, with a body where it is a POST. */
interface Question {
  readonly path: string;
  readonly body?: object;
}

const listed = ['?limit=20', '?limit=100&sort=name', '?limit=20&page=50', '?limit=20&sort=name&page=500'].map(
  (query) => ({ path: `/api/contacts${query}` }),
);
/** Beyond the ten thousand that a list counts no page is offered; one may be typed into the address. */
const deep = [
  `?limit=20&page=${Math.floor(contacts / 40)}`,
  `?limit=20&sort=name&page=${Math.floor(contacts / 20)}`,
].map((query) => ({ path: `/api/contacts${query}` }));
// cspell:ignore valadao peixoto xyzzy ouro ronz
/** Names that many have and few, parts of words, of addresses and of phones, and what nobody has. */
const fragments = [
  'maria',
  'valadao',
  'ar alv',
  'peixoto12',
  '@uol',
  '11987',
  '+551190',
  'conceição va',
  'xyzzy',
].concat(isCustomSearched ? ['prata', 'cli-77', 'CLI-12345', 'ronz'] : []);
/** Too short for an index of three letters. */
const pairs = ['jo', 'lv', '99', 'xq', 'é s'].concat(isCustomSearched ? ['pr', 'i-'] : []);
const searched = (words: readonly string[]) =>
  words.map((word) => ({ path: `/api/contacts?limit=20&search=${encodeURIComponent(word)}` }));

const custom = { kind: 'custom', field: 'plano', test: { op: 'is', value: 'Ouro' } };
const tag = { kind: 'tag', test: { op: 'has', value: 'vip' } };
const text = { kind: 'text', field: 'email', test: { op: 'contains', value: 'empresa' } };
const sent = { kind: 'date', field: 'last_sent_at', test: { op: 'lastDays', days: 90 } };
const birthday = { kind: 'date', field: 'birthday', test: { op: 'before', day: '1980-01-01' } };
const company = { kind: 'company', test: { op: 'known' } };
const previewed = (definitions: readonly object[]) =>
  definitions.map((definition) => ({ path: '/api/segments/preview', body: { definition } }));
const segments = previewed([
  { match: 'all', of: [custom] },
  { match: 'all', of: [tag, sent] },
  { match: 'any', of: [text, birthday] },
  { match: 'all', of: [company, { match: 'any', of: [tag, { match: 'all', of: [custom, sent] }] }] },
]);
const named = (value: string) => ({ kind: 'text', field: 'name', test: { op: 'contains', value } });
const alone = (condition: object) => ({ match: 'all', of: [condition] });
/** Of those who may be written to, which suppressions of addresses tell. */
const consents = previewed(
  ['suppressed', 'unsubscribed', 'open'].map((is) => alone({ kind: 'consent', channel: 'email', is })),
);
/** Of those who were sent something: every message of the days is read for it, here of a fifth of the contacts. */
const messages = previewed(
  ['sent', 'notOpened'].map((did) => alone({ kind: 'survey', surveyId: null, days: 30, did })),
);
/** Segments of nobody and of a few: no contact in a unit may be left out to find them. */
const rareSegments = previewed([
  { match: 'all', of: [named('xyzzy')] },
  { match: 'all', of: [named('valadao peixoto'), tag] },
]);

/** The list of an import, of many and of few, and the search in it. */
const ofImports = ({ large, small }: Unit['imports']): Question[] =>
  [large, small].flatMap((id) =>
    ['limit=20', 'limit=20&page=40', 'limit=20&search=valadao', 'limit=20&search=jo'].map((query) => ({
      path: `/api/contacts?importDataId=${id}&${query}`,
    })),
  );

const kindsOf = ({ imports }: Unit): Readonly<Record<string, readonly Question[]>> => ({
  list: listed,
  deepPage: deep,
  search: searched(fragments),
  twoLetters: searched(pairs),
  import: ofImports(imports),
  segment: segments,
  rareSegment: rareSegments,
  consentSegment: consents,
  messageSegment: messages,
});

const installation = await openInstallation();
const { database, databaseUrl } = installation;
try {
  for (let made = 0; made < unitsBeside; made += 1) await seedContacts(database, databaseUrl, contactsBeside);
  const began = performance.now();
  const unit = await seedContacts(database, databaseUrl, contacts, isCustomSearched);
  progress(`${contacts} contacts made in ${rounded((performance.now() - began) / 1_000, 1)} s`);
  await execute(databaseUrl, 'VACUUM (ANALYZE) contacts, contact_imports, suppressions, send_items');
  await execute(databaseUrl, 'CHECKPOINT');
  const times = await measure(unit);
  const p95 = (kind: string) => rounded(percentile(times.get(kind) ?? [], 0.95), 1);
  const figures = {
    listP95Ms: p95('list'),
    deepPageP95Ms: p95('deepPage'),
    searchP95Ms: p95('search'),
    twoLettersP95Ms: p95('twoLetters'),
    importP95Ms: p95('import'),
    segmentP95Ms: p95('segment'),
    rareSegmentP95Ms: p95('rareSegment'),
    consentSegmentP95Ms: p95('consentSegment'),
    messageSegmentP95Ms: p95('messageSegment'),
  };
  report('contacts', { ...figures, contacts, rounds, hugePages: await usesHugePages() }, [
    { field: 'listP95Ms', value: figures.listP95Ms, atMost: 200 },
    { field: 'searchP95Ms', value: figures.searchP95Ms, atMost: 300 },
    { field: 'twoLettersP95Ms', value: figures.twoLettersP95Ms, atMost: 300 },
    { field: 'importP95Ms', value: figures.importP95Ms, atMost: 300 },
    { field: 'segmentP95Ms', value: figures.segmentP95Ms, atMost: 500 },
    { field: 'rareSegmentP95Ms', value: figures.rareSegmentP95Ms, atMost: 500 },
    { field: 'consentSegmentP95Ms', value: figures.consentSegmentP95Ms, atMost: 500 },
    { field: 'messageSegmentP95Ms', value: figures.messageSegmentP95Ms, atMost: 500 },
  ]);
} finally {
  await installation.close();
}

/** The milliseconds of each kind of question. The first rounds warm up. */
async function measure(unit: Unit): Promise<ReadonlyMap<string, number[]>> {
  const { url, stop } = await startApi(installation);
  try {
    const { email } = await createUser({ database } as Parameters<typeof createUser>[0], unit);
    const { headers } = await signIn(url, { ...unit, email, password: testPassword });
    const kinds = kindsOf(unit);
    const times = new Map(Object.keys(kinds).map((kind) => [kind, [] as number[]]));
    const slowest = new Map<string, number>();
    for (let round = 1 - warmUpRounds; round <= rounds; round += 1) {
      for (const [kind, questions] of Object.entries(kinds)) {
        for (const question of questions) {
          const ms = await timed(url, headers, question);
          if (round <= 0) continue;
          times.get(kind)?.push(ms);
          const name = `${kind} ${question.body ? JSON.stringify(question.body) : question.path}`;
          slowest.set(name, Math.max(slowest.get(name) ?? 0, ms));
        }
      }
    }
    for (const [name, ms] of [...slowest].toSorted(([, one], [, other]) => other - one).slice(0, 8))
      progress(`${rounded(ms, 0)} ms at most: ${name}`);
    return times;
  } finally {
    await stop();
  }
}

/** Whether huge pages are in use on this machine: with them the processes of the database map nothing anew (docs/operations.md). */
async function usesHugePages(): Promise<boolean> {
  const pages = await readFile('/proc/meminfo', 'utf8').catch(() => '');
  const count = (name: string) => Number(new RegExp(`^HugePages_${name}:\\s+(\\d+)`, 'm').exec(pages)?.[1] ?? 0);
  return count('Total') - count('Free') + count('Rsvd') > 0;
}

async function timed(url: string, headers: Session['headers'], { path, body }: Question): Promise<number> {
  const began = performance.now();
  await ask(url + path, headers, body);
  return performance.now() - began;
}

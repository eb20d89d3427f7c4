import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStatement } from '../../server/src/testing/run-statement.ts';
import { root } from '../start/bootstrap.mjs';
import { builds, isStale, runBuild } from '../start/build.ts';
import { chromiumAdvice, findChromium } from './chromium.ts';
import { runCommand } from './command.ts';
import { findPooler, hasPooler, pgbouncerAdvice } from './pgbouncer.ts';
import { findPostgres, hasPostgres, postgresAdvice } from './postgresql.ts';
import { countPlaywright, countVitest } from './reports.ts';
import { type StatementWatch, watchStatements } from './session-state.ts';
import { single, skip, type Stage, type StageResult, sum } from './stage.ts';

const tool = (name: string): string => join(root, 'node_modules', '.bin', name);
const cores = availableParallelism();
const projects = ['contract/tsconfig.json', 'server/tsconfig.json', 'web/tsconfig.json', 'respond/tsconfig.json'];

/** The server and its description need the respondent's page built; it costs nothing when nothing has changed. */
export const buildStage: Stage = { name: 'builds', run: runBuilds };

/** They need nothing running, so two go at a time. */
export const staticStages: Stage[] = [
  { name: 'format', run: async () => single(await runCommand(tool('oxfmt'), ['--check'])) },
  { name: 'lint', run: async () => single(await runCommand(tool('oxlint'), [])) },
  {
    name: 'types',
    run: () => checkTypes([...projects, 'e2e/tsconfig.json', 'bench/tsconfig.json', 'tsconfig.tools.json']),
  },
  { name: 'checks', run: () => runChecks(checkPrograms()) },
];

/** They fill the processors by themselves: a worker more than there are, since a third of the time each waits for a page. */
export const unitStage: Stage = {
  name: 'unit',
  run: () => runVitest(['--project', 'unit', '--project', 'web', '--maxWorkers', String(cores + 1)]),
};

/**
 * What needs a database or the running product: each has its own, so two go at a time, the longest first. The API suite
 * runs whole on PostgreSQL by way of a pooler, and on the embedded database; on PostgreSQL directly, which the pooler's run
 * includes but for the connections themselves, the layers that open and keep those.
 */
export const systemStages: Stage[] = [
  { name: 'e2e', run: () => runStories({}) },
  { name: 'faults', run: () => runVitest(['--project', 'faults']) },
  { name: 'api-pgbouncer', run: runThroughPooler },
  { name: 'api', run: runOnEmbedded },
  {
    name: 'api-postgresql',
    run: () => onPostgres((url) => runVitest(['--project', 'api', ...ownConnections], { TEST_DATABASE_URL: url })),
  },
  { name: 'cluster', run: runClusterStory },
  {
    name: 'e2e-postgresql',
    // On a port of its own: the stories of the embedded database may be told at the same time.
    run: () =>
      onPostgres((url) =>
        onFreshDatabase(url, (fresh) => runStories({ DATABASE_URL: fresh, E2E_PORT: '3240' }, mainStory)),
      ),
  },
];

/** The tests of what opens connections: the processes, their database and its jobs, and the tools that are given an address. */
const ownConnections = [
  'server/src/platform/',
  ...['backup', 'backups-expire', 'compose', 'database-login', 'migrate', 'operations'].map(
    (name) => `server/src/main/${name}.api.test.ts`,
  ),
];
/** The story from the import of contacts to the dashboard: what it meets in the browser is the same on any database. */
const mainStory = ['journey'];

/** What `--only <area>` means: stages by name, one check, or the tests whose path contains the word. */
export function selectStages(area: string): Stage[] {
  const named = [buildStage, ...staticStages, unitStage, ...systemStages].filter(
    ({ name }) => name === area || name.startsWith(`${area}-`),
  );
  if (named.length > 0) return named;
  const check = checkPrograms().filter((name) => name === `${area}.ts`);
  if (check.length > 0) return [{ name: area, run: () => runChecks(check) }];
  return [{ name: area, run: () => runVitest([area]) }];
}

async function checkTypes(configurations: string[]): Promise<StageResult> {
  const results: StageResult[] = [];
  for (const one of configurations) results.push(single(await runCommand(tool('tsc'), ['-p', one])));
  return sum(results);
}

/** Every file right in `tools/checks` that is no test, by name. */
function checkPrograms(): string[] {
  const folder = join(root, 'tools/checks');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort();
}

async function runChecks(names: string[]): Promise<StageResult> {
  const results: StageResult[] = [];
  for (const name of names) results.push(single(await runCommand(process.execPath, [`tools/checks/${name}`])));
  return sum(results);
}

async function runBuilds(): Promise<StageResult> {
  const results: StageResult[] = [];
  for (const build of builds) {
    try {
      if (isStale(root, build)) await runBuild({ root, build, environment: process.env });
      results.push(single({ ok: true, output: '' }));
    } catch (error) {
      results.push(single({ ok: false, output: (error as Error).message }));
    }
  }
  return sum(results);
}

async function runVitest(args: string[], environment: Record<string, string> = {}): Promise<StageResult> {
  return withReport(async (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const command = await runCommand(tool('vitest'), ['run', ...args, ...reporters], { environment });
    return countVitest(read(report), command);
  });
}

/** The stories start their own Escuta (`e2e/playwright.config.ts`): on DATABASE_URL, or on the embedded database. */
async function runStories(
  environment: Record<string, string>,
  stories: readonly string[] = [],
  config = 'playwright.config.ts',
): Promise<StageResult> {
  const chromium = findChromium();
  if (chromium === undefined) return skip(chromiumAdvice);
  return withReport(async (report) => {
    const command = await runCommand(tool('playwright'), ['test', ...stories, '-c', config, '--reporter=list,json'], {
      cwd: join(root, 'e2e'),
      environment: { ...environment, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    });
    return countPlaywright(read(report), command);
  });
}

/** The cluster of the story brings its own PostgreSQL, as whoever tries it out does. */
async function runClusterStory(): Promise<StageResult> {
  return hasPostgres() ? runStories({}, [], 'cluster/playwright.config.ts') : skip(postgresAdvice);
}

async function onPostgres(work: (url: string) => Promise<StageResult>): Promise<StageResult> {
  const server = await findPostgres();
  if (server === undefined) return skip(postgresAdvice);
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

/**
 * The tests that run on one database alone, because they take long and their subject is the same on any: who may call each route,
 * what processes and commands do, how large a file may be.
 */
const runOnce = [
  'server/src/testing/every-*.api.test.ts',
  'server/src/main/*.api.test.ts',
  'server/src/modules/{imports,responses}/*-limits.api.test.ts',
];

/** The API tests on the embedded database, without those that run once where they can run through the pooler. */
function runOnEmbedded(): Promise<StageResult> {
  const isRunLater = hasPostgres() && hasPooler();
  const excluded = isRunLater ? runOnce.flatMap((files) => ['--exclude', files]) : [];
  return runVitest(['--project', 'api', ...excluded]);
}

/** The API tests by way of a pooler in transaction mode; the log of our own server says what each connection was told. */
async function runThroughPooler(): Promise<StageResult> {
  const watch = watchStatements();
  const server = await findPostgres({ onLogLine: watch.hear });
  if (server === undefined) return skip(postgresAdvice);
  try {
    const pooler = await findPooler(server.url);
    if (pooler === undefined) return skip(pgbouncerAdvice);
    try {
      const environment = { TEST_DATABASE_URL: pooler.url, TEST_DATABASE_DIRECT_URL: server.url };
      const tests = await runVitest(['--project', 'api'], environment);
      return sum([tests, shared(await pooler.countTransactions()), stateless(watch)]);
    } finally {
      await pooler.stop();
    }
  } finally {
    await server.stop();
  }
}

/** A suite that found another way to the server would pass without proving anything. */
function shared(transactions: number): StageResult {
  return single({ ok: transactions > 1_000, output: `${transactions} transactions went through PgBouncer` });
}

/** A server that was given to us keeps its log to itself: then the tests alone have to speak. */
function stateless(watch: StatementWatch): StageResult {
  if (process.env['TEST_DATABASE_URL']) return skip('the log of TEST_DATABASE_URL is not ours to read');
  const findings = watch.findings();
  const isHeard = watch.heard > 1_000;
  return single({
    ok: isHeard && findings.length === 0,
    output: [`${watch.heard} statements`, ...findings].join('\n'),
  });
}

async function onFreshDatabase(url: string, work: (fresh: string) => Promise<StageResult>): Promise<StageResult> {
  const name = `escuta_story_${randomBytes(6).toString('hex')}`;
  await runStatement(url, `CREATE DATABASE ${name}`);
  try {
    return await work(Object.assign(new URL(url), { pathname: `/${name}` }).href);
  } finally {
    await runStatement(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}

async function withReport(work: (path: string) => Promise<StageResult>): Promise<StageResult> {
  const folder = mkdtempSync(join(tmpdir(), 'escuta-report-'));
  try {
    return await work(join(folder, 'report.json'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function read(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

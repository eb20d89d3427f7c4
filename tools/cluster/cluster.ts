// `npm run cluster` on the project's own Node: a database, the migration, two apis, two workers, a load balancer; then
// wait, report who ends, and stop everything in order.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLoopback } from '../../server/src/platform/config/config.ts';
import { makeFilesPrivate } from '../../server/src/platform/storage/private-files.ts';
import { root } from '../start/bootstrap.mjs';
import { buildStale } from '../start/build.ts';
import { localAddress, readOptions, type StartOptions } from '../start/options.ts';
import { assertPortFree, assertWritable, takeDataDir } from '../start/preflight.ts';
import { StartError } from '../start/start-error.ts';
import { findPostgres, postgresAdvice } from '../test/postgresql.ts';
import { openLoadBalancer } from './load-balancer.ts';
import type { Member } from './member.ts';
import { makeOwnedDatabase } from './owned-database.ts';
import { clusterPorts, type Place, startApis, startWorkers, prepareDatabase } from './roster.ts';

const stopRequest = Promise.withResolvers<'stop'>();
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopRequest.resolve('stop'));
process.on('disconnect', () => stopRequest.resolve('stop'));

// Undone from the last to the first, whatever happens.
const undo: (() => Promise<void> | void)[] = [];
const members: Member[] = [];
// Below the 10 s in which Ctrl-C has to end everything.
const memberGraceMs = 7_000;

let exitCode = 0;
try {
  const started = start(readOptions({ args: process.argv.slice(2), environment: process.env, root }));
  // Once a stop is asked for, what a half-started cluster complains of is its end.
  started.catch(() => undefined);
  if ((await Promise.race([started, stopRequest.promise])) !== 'stop') await stopRequest.promise;
  console.log('\nStopping …');
} catch (error) {
  exitCode = 1;
  // What is checked as for `npm start` advises it too.
  console.error(error instanceof StartError ? `\n${error.message.replaceAll('npm start', 'npm run cluster')}` : error);
} finally {
  isStopping = true;
  while (undo.length > 0) await undo.pop()?.();
}
process.exit(exitCode);

async function start(options: StartOptions): Promise<void> {
  const { host, port, verbose } = options;
  if (!isLoopback(host)) throw new StartError(`The cluster is for this machine only, and HOST is ${host}.`);
  const ports = clusterPorts(port);
  for (const one of [port, ...ports.apis, ...ports.operations]) await assertPortFree(host, one);
  const dataDir = await openDataDir(options);
  await buildPages(options);
  makeFilesPrivate();
  const settings = {
    ...options.environment,
    ...(options.databaseUrl === undefined && (await openDatabase())),
    PUBLIC_URL: localAddress(host, port),
    // The load balancer passes bytes on and adds no word about the caller: nobody's word counts, and all would share one limit.
    TRUSTED_PROXIES: '0',
    RATE_LIMITS: 'off',
  };
  undo.push(stopMembers);
  const place: Place = { host, ports, dataDir, settings, verbose, onStart: stopLater };

  if (options.demo) console.log('Loading the demo companies …');
  await prepareDatabase(place, { demo: options.demo === true });
  const apis = startApis(place);
  const workers = startWorkers(place);
  for (const member of [...apis, ...workers]) {
    await member.untilReady();
    void reportEnd(member);
  }
  const balancer = await openLoadBalancer(port, ports.apis);
  undo.push(() => balancer.close());
  console.log(welcome({ ...options, apis, workers, ports, dataDir }));
}

function stopLater(member: Member): void {
  members.push(member);
  if (isStopping) void member.stop(memberGraceMs);
}

/** All at once: each takes its time, and nobody waits for another. */
async function stopMembers(): Promise<void> {
  await Promise.all(members.map((member) => member.stop(memberGraceMs)));
}

/** Nobody ends unseen, and nobody is started again: that is the work of whoever runs the processes. */
async function reportEnd({ name, pid, program }: Member): Promise<void> {
  const { code, signal } = await program.ended;
  if (!isStopping) console.log(`  ${name} (pid ${pid}) ended: ${signal ?? `exit code ${code}`}`);
}

/** With a database of its own the cluster leaves nothing behind; beside a given one the files stay as it does. */
async function openDataDir(options: StartOptions): Promise<string> {
  const isTemporary = options.databaseUrl === undefined && !options.environment['DATA_DIR'];
  const dataDir = isTemporary ? mkdtempSync(join(tmpdir(), 'escuta-cluster-')) : options.dataDir;
  if (isTemporary) undo.push(() => rmSync(dataDir, { recursive: true, force: true }));
  assertWritable(dataDir);
  const { lock } = await takeDataDir(dataDir);
  undo.push(() => lock.release());
  return dataDir;
}

async function buildPages({ environment }: StartOptions): Promise<void> {
  const abort = new AbortController();
  undo.push(() => abort.abort());
  const onBuild = (workspace: string) => console.log(`Building ${workspace} …`);
  await buildStale({ root, environment, signal: abort.signal, onBuild });
}

/** The settings that lead to it. */
async function openDatabase(): Promise<NodeJS.ProcessEnv> {
  console.log('Starting a temporary PostgreSQL …');
  const database = await findPostgres({ url: '', durable: true });
  if (database === undefined) {
    throw new StartError(postgresAdvice.replace('TEST_DATABASE_URL', 'DATABASE_URL'));
  }
  undo.push(() => database.stop());
  const { ownerUrl, loginUrl } = await makeOwnedDatabase(database.url);
  return { DATABASE_URL: loginUrl, DATABASE_OWNER_URL: ownerUrl };
}

/** The block printed when everything runs; the story of the cluster reads names, numbers and addresses from it. */
function welcome(running: {
  host: string;
  port: number;
  apis: readonly Member[];
  workers: readonly Member[];
  ports: Place['ports'];
  dataDir: string;
}): string {
  const { host, port, apis, workers, ports } = running;
  return [
    '',
    `  Escuta runs at ${localAddress(host, port)}, the load balancer of both apis`,
    '',
    ...apis.map(({ name, pid }, index) => `    ${name}     pid ${pid}  ${localAddress(host, ports.apis[index] ?? 0)}`),
    ...workers.map(({ name, pid }) => `    ${name}  pid ${pid}`),
    '',
    `  Files and logs  ${running.dataDir}`,
    '',
    '  Ctrl-C stops it.',
    '',
  ].join('\n');
}

// `npm start` on the project's own Node: prepare, start the programs in order, print the address, wait, stop in order.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeDataDir } from '../../server/src/platform/storage/data-dir.ts';
import { makeFilesPrivate } from '../../server/src/platform/storage/private-files.ts';
import { root } from './bootstrap.mjs';
import { buildStale } from './build.ts';
import { type KeptDatabase, keepDatabase } from './keep-database.ts';
import { type LogFile, openLogFile } from './log-file.ts';
import { isLoopback } from '../../server/src/platform/config/config.ts';
import { localAddress, readOptions, type StartOptions } from './options.ts';
import { assertPortFree, assertWritable, refusePublicDemo, takeDataDir, waitForLeftovers } from './preflight.ts';
import { type Program, runProgram } from './program.ts';
import { StartError } from './start-error.ts';
import { welcome } from './welcome.ts';

// Together below the 10 s in which Ctrl-C has to end everything.
const programGraceMs = 6_000;
const leftoversMs = 12_000;
const readyMs = 60_000;

const stopRequest = Promise.withResolvers<'stop'>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopRequest.resolve('stop'));
process.on('disconnect', () => stopRequest.resolve('stop'));

// Undone from the last to the first, whatever happens.
const undo: (() => Promise<void> | void)[] = [];

let exitCode = 0;
try {
  await start(readOptions({ args: process.argv.slice(2), environment: process.env, root }));
} catch (error) {
  exitCode = 1;
  console.error(error instanceof StartError ? `\n${error.message}` : error);
} finally {
  while (undo.length > 0) await undo.pop()?.();
}
process.exit(exitCode);

async function start(options: StartOptions): Promise<void> {
  const databaseDir = join(options.dataDir, 'postgres');
  assertWritable(options.dataDir);
  refusePublicDemo({ ...options, hasDemo: options.databaseUrl === undefined && existsSync(demoMark(options)) });
  const { lock, leftovers } = await takeDataDir(options.dataDir);
  undo.push(() => lock.release());
  closeDataDir(options.dataDir);
  const { host, port } = options;
  if (leftovers) await waitForLeftovers({ databaseDir, host, port, waitMs: leftoversMs });
  await assertPortFree(host, port);
  if ((await orStop(buildPages(options), [])) === 'stop') return;

  // From here on, and not for the pages, which every user of this copy may run.
  makeFilesPrivate();
  const log = openLogFile(join(options.dataDir, 'logs', 'escuta.log'), { echo: options.verbose });
  const isNew = !existsSync(join(databaseDir, 'PG_VERSION'));
  const database = options.databaseUrl === undefined ? await openDatabase(databaseDir, isNew, log) : undefined;
  const environment = {
    ...options.environment,
    DATABASE_URL: options.databaseUrl ?? database?.url,
    // For the migration alone.
    DATABASE_OWNER_URL: undefined,
    PORT: String(port),
    HOST: host,
    DATA_DIR: options.dataDir,
    // Opens what only development may show (the demo users, /dev/mailbox): never where another machine can reach it.
    ESCUTA_EMBEDDED: database && isLoopback(host) ? '1' : '0',
  };
  const broken = database ? [database.lost] : [];

  const { DATABASE_OWNER_URL: ownerUrl } = database ? {} : options.environment;
  const migration = runOnce('migrate', { ...environment, DATABASE_OWNER_URL: ownerUrl }, log);
  if ((await orStop(migration, broken)) === 'stop') return;
  if ((await orStop(loadDemo(options, isNew, environment, log), broken)) === 'stop') return;

  const program = runProgram({ script: 'server/src/main/all.ts', environment, onLine: log.write });
  undo.push(() => stopPolitely(program));
  broken.push(endOf('The api and worker process', program.process, log));
  const address = localAddress(host, port);
  if ((await orStop(waitUntilReady(address), broken)) === 'stop') return;
  console.log(welcome({ ...options, address, logPath: log.path, hasDemo: existsSync(demoMark(options)) }));
  await orStop(new Promise<never>(() => {}), broken);
}

/** The result of `work`, or 'stop' when that comes first; throws when a program breaks meanwhile. */
async function orStop<T>(work: Promise<T>, broken: Promise<never>[]): Promise<T | 'stop'> {
  const result = await Promise.race([work, stopRequest.promise, ...broken]);
  if (result === 'stop') console.log('\nStopping …');
  return result;
}

async function buildPages(options: StartOptions): Promise<void> {
  const abort = new AbortController();
  undo.push(() => abort.abort());
  const onBuild = (workspace: string) => console.log(`Building ${workspace} …`);
  await buildStale({ root, environment: options.environment, signal: abort.signal, onBuild });
}

async function openDatabase(dataDir: string, isNew: boolean, log: LogFile): Promise<KeptDatabase> {
  console.log(isNew ? 'Creating the embedded database …' : 'Opening the embedded database …');
  try {
    const database = await keepDatabase(dataDir, log);
    undo.push(() => database.stop());
    log.write(
      `The embedded database listens on 127.0.0.1, port ${database.port}; its password is in ${dataDir}.password`,
    );
    return database;
  } catch (error) {
    throw new StartError(`The embedded database did not start:\n${(error as Error).message}`);
  }
}

/** Rejects when the program ends although nobody asked it to. */
async function endOf(name: string, child: Program['process'], log: LogFile): Promise<never> {
  const { promise, resolve } = Promise.withResolvers<string>();
  child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
  const reason = await promise;
  throw new StartError(`${name} ended unexpectedly (${reason}).${tailOf(log)}`);
}

async function runOnce(
  name: 'migrate' | 'demo',
  environment: NodeJS.ProcessEnv,
  log: LogFile,
  args: readonly string[] = [],
): Promise<void> {
  const program = runProgram({ script: `server/src/main/${name}.ts`, args, environment, onLine: log.write });
  undo.push(() => stopPolitely(program));
  const { code, signal } = await program.ended;
  if (code !== 0)
    throw new StartError(`server/src/main/${name}.ts failed (${signal ?? `exit code ${code}`}).${tailOf(log)}`);
}

async function stopPolitely(program: Program): Promise<void> {
  if (program.process.exitCode === null && program.process.signalCode === null) await program.stop(programGraceMs);
}

/**
 * On the first start of the embedded database, and whenever `--demo` asks for it. The demo users' password is public,
 * so by itself it is loaded only where no other machine can reach it.
 */
async function loadDemo(o: StartOptions, isNew: boolean, environment: NodeJS.ProcessEnv, log: LogFile): Promise<void> {
  const mark = demoMark(o);
  if (isNew && o.databaseUrl === undefined) rmSync(mark, { force: true });
  const isWanted = o.demo ?? (o.databaseUrl === undefined && isLoopback(o.host) && !existsSync(mark));
  if (!isWanted) return;
  console.log('Loading the demo companies …');
  // Whether the demo users may be let in was decided above.
  await runOnce('demo', environment, log, ['--yes']);
  writeFileSync(mark, '');
}

/** Written when the demo companies are in the database completely; a killed load is done again. */
function demoMark(options: StartOptions): string {
  return join(options.dataDir, options.databaseUrl === undefined ? 'demo-loaded' : 'demo-loaded-elsewhere');
}

async function waitUntilReady(address: string): Promise<void> {
  const stepMs = 100;
  for (let waitedMs = 0; waitedMs < readyMs; waitedMs += stepMs) {
    const isReady = await fetch(`${address}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await sleep(stepMs);
  }
  throw new StartError(`${address}/readyz did not answer within ${readyMs / 1000} s.`);
}

function tailOf(log: LogFile): string {
  return `\nThe last lines of ${log.path}:\n${log.tail().join('\n')}`;
}

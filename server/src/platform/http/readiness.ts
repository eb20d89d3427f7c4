import { Readable } from 'node:stream';
import { newId } from '#platform/crypto/ids.ts';
import { isMigrated } from '#platform/db/migrate.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';

type CheckResult = 'ok' | 'failed' | 'late';

/** Whether work may be given to this process, and what stands against it. Never why: that is in the log. */
export interface ReadinessReport {
  readonly ready: boolean;
  /** Of a process that is stopping only `running`: nothing else is asked any more. */
  readonly checks: Readonly<Partial<Record<'running' | 'database' | 'migrations' | 'files', CheckResult>>>;
}

export interface Readiness {
  /** Asks everything at once; answers within about two seconds. */
  report(): Promise<ReadinessReport>;
  /** From now on not ready: the process is stopping. */
  stop(): void;
}

const answerWithinMs = 2_000;
/** A file is written to find out whether files can be written, but not at every question. */
const filesAnswerHoldsMs = 15_000;
/** A schema goes forward only; asked again now and then, because a database may be replaced by a restored one. */
const migrationsAnswerHoldsMs = 60_000;

/** What a process asks before it says that it is ready: the database, the schema of this release, room for files. */
export function openReadiness(context: Pick<AppContext, 'database' | 'files'>): Readiness {
  const { database, files } = context;
  let isStopping = false;
  const asks = {
    database: bounded(async () => {
      await database.pool.query('SELECT 1');
      return true;
    }),
    // A newer schema is no hindrance: during an upgrade the processes of the release before go on.
    migrations: bounded(remembered(migrationsAnswerHoldsMs, () => database.withSystem(isMigrated))),
    files: bounded(remembered(filesAnswerHoldsMs, () => canWrite(files))),
  };

  return {
    stop() {
      isStopping = true;
    },
    async report() {
      if (isStopping) return { ready: false, checks: { running: 'failed' } };
      const [database, migrations, files] = await Promise.all([asks.database(), asks.migrations(), asks.files()]);
      const checks = { running: isStopping ? 'failed' : 'ok', database, migrations, files } as const;
      return { ready: Object.values(checks).every((result) => result === 'ok'), checks };
    },
  };
}

/** Bounds a question in time. While it is under way nobody asks it again: a database that hangs gets one question. */
function bounded(ask: () => Promise<boolean>): () => Promise<CheckResult> {
  let underWay: Promise<CheckResult> | undefined;
  return () => {
    underWay ??= ask()
      .then(
        (isSo) => (isSo ? 'ok' : 'failed'),
        () => 'failed' as const,
      )
      .finally(() => {
        underWay = undefined;
      });
    const { promise: late, resolve } = Promise.withResolvers<'late'>();
    const timer = setTimeout(resolve, answerWithinMs, 'late');
    return Promise.race([underWay, late]).finally(() => clearTimeout(timer));
  };
}

/** Keeps a yes for a while; a no is asked again. */
function remembered(holdsMs: number, ask: () => Promise<boolean>): () => Promise<boolean> {
  let goodUntil = -Infinity;
  return async () => {
    if (performance.now() < goodUntil) return true;
    const isSo = await ask();
    if (isSo) goodUntil = performance.now() + holdsMs;
    return isSo;
  };
}

async function canWrite(files: AppContext['files']): Promise<boolean> {
  const key = `readiness/${newId()}`;
  await files.write(key, Readable.from(['ready']));
  await files.remove(key);
  return true;
}

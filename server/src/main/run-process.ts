import { readConfig, readLogLevel } from '#platform/config/config.ts';
import { startOperationsServer } from '#platform/http/operations-server.ts';
import { openReadiness } from '#platform/http/readiness.ts';
import type { Readiness } from '#platform/http/readiness.ts';
import { createLog } from '#platform/log/log.ts';
import type { ProcessLog } from '#platform/log/log.ts';
import { systemClock } from '#platform/time/clock.ts';
import { followDatabase } from '#platform/time/database-clock.ts';
import { makeContext } from './process-context.ts';
import type { ProcessContext } from './process-context.ts';
import { untilStopped } from './until-stopped.ts';
import { warnOfLogin } from './warn-of-login.ts';
import { whyItEnded } from './why-it-ended.ts';

/** A part of the product that runs until it is stopped. */
export type Part = (context: ProcessContext, readiness: Readiness) => Promise<{ stop(): Promise<void> }>;

/**
 * Runs a process: makes the context, starts its parts in order, and stops them in order when asked to. What goes wrong on
 * the way in, or is caught by nobody, is a line of the log, and the end.
 */
export async function runProcess(
  name: string,
  { parts, stopWithinMs }: { parts: readonly Part[]; stopWithinMs: number },
): Promise<void> {
  const log = createLog(name, readLogLevel(process.env));
  endOnCrash(log);
  const context = await makeContext(readConfig(process.env), name, log);
  void warnOfLogin(context);
  const readiness = openReadiness(context);
  const following = await followDatabase(systemClock, context);
  const operations = await startOperationsServer(context, readiness);
  const running = [];
  for (const part of parts) running.push(await part(context, readiness));
  untilStopped(log, {
    stopWithinMs,
    onStopping: () => readiness.stop(),
    stops: [
      ...running.map((part) => part.stop),
      following.stop,
      () => context.database.close(),
      async () => operations?.close(),
    ],
  });
}

/** Node would print the error with all its fields: addresses with passwords, values of people. */
function endOnCrash(log: ProcessLog): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, whyItEnded(error));
    process.exit(1);
  });
}

import { pino } from 'pino';
import type { DestinationStream } from 'pino';
import { loggableError, loggableFacts, withoutPeople } from '#platform/log/loggable.ts';

/** Facts of a line. An error goes under `err`, as it was thrown: as a text it would have lost what may be said of it. */
export type Facts = Readonly<Record<string, unknown>> & { readonly err?: unknown; readonly error?: never };

/** What the server needs of a log: JSON lines, never with people's values (names, addresses, answers, tokens). */
export interface Logger {
  info(facts: Facts, message: string): void;
  warn(facts: Facts, message: string): void;
  error(facts: Facts, message: string): void;
}

export type ProcessLog = ReturnType<typeof createLog>;

/**
 * The log of a process: one JSON object per line on standard output, with `level` as a word and `time` in UTC.
 * Errors are reduced to what happened and where; requests to method and route; every text passes the net of
 * `loggable.ts`.
 */
export function createLog(name: string, level: string, destination?: DestinationStream) {
  const options = {
    name,
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    messageKey: 'msg',
    formatters: {
      level: (label: string) => ({ level: label }),
      // Errors are left to their serializer, which runs after this.
      log: ({ err, req, res, ...facts }: Record<string, unknown>) => ({
        ...loggableFacts(facts),
        ...(err === undefined ? {} : { err }),
        ...(req === undefined ? {} : { req }),
        ...(res === undefined ? {} : { res }),
      }),
    },
    serializers: {
      err: (thrown: unknown) => loggableError(thrown),
      req: ({ method, routeOptions }: { method?: string; routeOptions?: { url?: string } }) => ({
        method,
        route: routeOptions?.url,
      }),
      res: ({ statusCode }: { statusCode?: number }) => ({ statusCode }),
    },
    hooks: {
      // Messages are ours and constant; libraries that log through us may build theirs.
      logMethod(this: unknown, values: unknown[], method: (...values: unknown[]) => void) {
        method.apply(
          this,
          values.map((value) => (typeof value === 'string' ? withoutPeople(value) : value)),
        );
      },
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** A log that says nothing, for tests. */
export const silentLog: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

import { pino } from 'pino';

/** What the house needs of a log: JSON lines, never with tokens, bodies or full addresses of people. */
export interface Logger {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** The log of a process, on standard output. */
export function createLog(name: string) {
  return pino({
    name,
    level: process.env.LOG_LEVEL || 'info',
    redact: { paths: ['req.headers.authorization', 'req.headers.cookie', '*.senha', '*.token'], remove: true },
  });
}

/** A log that says nothing, for tests. */
export const silentLog: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

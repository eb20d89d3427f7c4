import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { StartError } from './start-error.ts';

export interface StartOptions {
  port: number;
  host: string;
  /** Absolute. */
  dataDir: string;
  /** Unset: the embedded database. */
  databaseUrl: string | undefined;
  /** undefined: on the first start of the embedded database. */
  demo: boolean | undefined;
  verbose: boolean;
  /** The environment of the programs: `.env` below, the real environment above. */
  environment: NodeJS.ProcessEnv;
}

/** Reads command line, environment and `root/.env` (weakest); throws `StartError` for what cannot be used. */
export function readOptions(input: { args: string[]; environment: NodeJS.ProcessEnv; root: string }): StartOptions {
  const flags = readFlags(input.args);
  const environment = { ...readEnvFile(join(input.root, '.env')), ...input.environment };
  return {
    port: readPort(environment['PORT'] || '3000'),
    host: environment['HOST'] || '127.0.0.1',
    dataDir: resolve(input.root, environment['DATA_DIR'] || 'data'),
    databaseUrl: environment['DATABASE_URL'] || undefined,
    demo: flags.demo,
    verbose: flags.verbose,
    environment,
  };
}

/** The address a person types to reach `host`:`port` from this machine. */
export function localAddress(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

function readFlags(args: string[]): { demo: boolean | undefined; verbose: boolean } {
  try {
    const { values } = parseArgs({
      args,
      allowNegative: true,
      options: { demo: { type: 'boolean' }, verbose: { type: 'boolean', default: false } },
    });
    return { demo: values.demo, verbose: values.verbose };
  } catch (error) {
    throw new StartError(`${(error as Error).message}\nnpm start -- --help lists the options.`);
  }
}

function readEnvFile(path: string): Record<string, string | undefined> {
  return existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {};
}

function readPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new StartError(`PORT is "${text}"; it must be a whole number from 1 to 65535.`);
}

import { resolve } from 'node:path';

/** What the environment decides. Read once, in `main/`. */
export interface Config {
  readonly databaseUrl: string;
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** What people and messages reach us by, without a slash at the end. */
  readonly publicUrl: string;
  readonly production: boolean;
  /** Not production, and reached from this machine only: mail without SMTP_URL is kept and shown at `/dev/outbox`. */
  readonly development: boolean;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly filesUrl: string | null;
  readonly databasePoolMax: number;
  readonly supportEmail: string;
  readonly secretKey: string | null;
  /** How many proxies of ours stand in front: only their word about the caller's address counts. */
  readonly trustedProxies: number;
  /** Where `/healthz`, `/readyz` and `/metrics` are answered for machines; nowhere when the port is null. */
  readonly operationsHost: string;
  readonly operationsPort: number | null;
  readonly logLevel: string;
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** Whether `host` can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Reads the configuration from environment variables. Throws with the variable's name when one cannot be used. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const host = env.HOST || '127.0.0.1';
  const port = whole(env.PORT, 3000, 'PORT');
  const databaseUrl = env.DATABASE_URL;
  if (!databaseUrl) throw new Error('DATABASE_URL is not set');
  const production = env.NODE_ENV === 'production';
  return {
    databaseUrl,
    host,
    port,
    dataDir: resolve(env.DATA_DIR || 'data'),
    publicUrl: (env.PUBLIC_URL || `http://${host === '0.0.0.0' ? 'localhost' : host}:${port}`).replace(/\/+$/, ''),
    production,
    development: !production && isLoopback(host),
    smtpUrl: env.SMTP_URL || null,
    mailFrom: env.MAIL_FROM || 'pesquisas@escuta.example',
    filesUrl: env.FILES_URL || null,
    databasePoolMax: whole(env.DATABASE_POOL_MAX, 10, 'DATABASE_POOL_MAX'),
    supportEmail: env.SUPPORT_EMAIL || 'suporte@escuta.example',
    secretKey: env.SECRET_KEY || null,
    trustedProxies: whole(env.TRUSTED_PROXIES, 0, 'TRUSTED_PROXIES'),
    operationsHost: env.OPERATIONS_HOST || '127.0.0.1',
    operationsPort: env.OPERATIONS_PORT ? whole(env.OPERATIONS_PORT, 0, 'OPERATIONS_PORT') : null,
    logLevel: oneOf(logLevels, env.LOG_LEVEL || 'info', 'LOG_LEVEL'),
  };
}

function oneOf(known: readonly string[], value: string, name: string): string {
  if (!known.includes(value)) throw new Error(`${name} must be one of ${known.join(', ')}`);
  return value;
}

function whole(value: string | undefined, fallback: number, name: string): number {
  if (value === undefined || value === '') return fallback;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0 || number > 65_535) throw new Error(`${name} must be a whole number`);
  return number;
}

import { normalizeEmail } from '@escuta/contract/email-address';
import type { Environment } from '@escuta/contract/environment';
import { resolve } from 'node:path';
import { CompanyId } from '@escuta/contract/ids';
import type { NamedSubProcessor } from '@escuta/contract/sub-processors';
import { readQuickAccounts } from '#platform/config/quick-accounts.ts';
import type { QuickAccounts } from '#platform/config/quick-accounts.ts';
import { readOidcSettings } from '#platform/config/oidc-settings.ts';
import type { OidcSettings } from '#platform/config/oidc-settings.ts';
import { readRateLimits } from '#platform/config/rate-limits.ts';
import type { RateLimits } from '#platform/config/rate-limits.ts';
import { SettingError } from '#platform/config/setting-error.ts';
import { readShortLinks } from '#platform/config/short-links.ts';
import type { ShortLinks } from '#platform/config/short-links.ts';
import { readDataResidency, readSubProcessors } from '#platform/config/sub-processors.ts';
import { parseSmtpUrl } from '#platform/mail/smtp-url.ts';
import { parsePaymentsUrl } from '#platform/payments/portal.ts';
import type { PaymentProvider } from '#platform/payments/portal.ts';
import { parseSmsUrl } from '#platform/sms/sms-url.ts';

/** What the environment decides. Read once, in `main/`. */
export interface Config {
  readonly databaseUrl: string;
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** What people and messages reach us by, without a slash at the end. */
  readonly publicUrl: string;
  readonly production: boolean;
  /** Not production, and reached from this machine only: messages without SMTP_URL or SMS_URL are kept and shown at `/dev/mailbox`. */
  readonly development: boolean;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly smsUrl: string | null;
  /** The number or the name that text messages come from. */
  readonly smsFrom: string;
  /** The provider of payments; null where nobody pays through the product. */
  readonly payments: PaymentProvider | null;
  readonly filesUrl: string | null;
  readonly databasePoolMax: number;
  readonly supportEmail: string;
  /** What the installation says of itself to whoever opens it. */
  readonly environment: Environment;
  /** The host of the short links, where it asks us who its people are. */
  readonly shortLinks: ShortLinks | null;
  readonly secretKey: string | null;
  /** The keys of before, the newest first (decision 0038). */
  readonly secretKeysPrevious: readonly string[];
  /** The provider of federated login; null where people sign in with a password only. */
  readonly oidc: OidcSettings | null;
  /** How many proxies of ours stand in front: only their word about the caller's address counts. */
  readonly trustedProxies: number;
  /** Where `/healthz`, `/readyz` and `/metrics` are answered for machines; nowhere when the port is null. */
  readonly operationsHost: string;
  readonly operationsPort: number | null;
  readonly logLevel: string;
  /** What callers may ask for, counted by each api process. */
  readonly rateLimits: RateLimits;
  /** How long a company that signs up by itself may try the product. */
  readonly trialDays: number;
  /** Mail domains that are nobody's company, beyond those that the lists know. */
  readonly freeMailDomains: readonly string[];
  /** How long a session may stay unused, without 'Manter conectado' and with it. */
  readonly sessionIdle: { readonly sessionMs: number; readonly keptSessionMs: number };
  /** How many bytes of uploaded files a company may keep that nobody has imported yet. */
  readonly waitingUploadBytesMax: number;
  /** The companies behind the quick buttons of the account switcher, by the button's name. */
  readonly quickAccounts: QuickAccounts;
  /** The companies that import contacts in a large dialog (IMPORT-04). */
  readonly modalImportCompanies: ReadonlySet<CompanyId>;
  /** Who works on people's data beside the providers that are configured here, and who those are. */
  readonly subProcessors: readonly NamedSubProcessor[];
  /** Where the data is kept, in words; null where nobody has said it. */
  readonly dataResidency: string | null;
}

const environments = ['development', 'test', 'production'];
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const defaultLogLevel = 'info';
/** Answers leave two connections to everything else and need one themselves (`answer-recorder.ts`). */
const databasePoolMin = 3;
const usualSupportEmail = 'suporte@escuta.example';
const wholeMax = 65_535;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Whether `host` can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** The level of a log that is there before the configuration: the usual one where LOG_LEVEL cannot be used. */
export function readLogLevel(env: NodeJS.ProcessEnv): string {
  return logLevels.find((level) => level === env.LOG_LEVEL) ?? defaultLogLevel;
}

/**
 * Reads the configuration from environment variables.
 * @throws SettingError with the variable's name when one cannot be used.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const host = env.HOST || '127.0.0.1';
  const port = whole(env.PORT, 'PORT', { fallback: 3000 });
  const production = readEnvironment(env) === 'production';
  const publicUrl = readPublicUrl(env.PUBLIC_URL);
  const trustedProxies = whole(env.TRUSTED_PROXIES, 'TRUSTED_PROXIES', { fallback: 0 });
  if (production) refuseUnsafeAddress(publicUrl);
  else if (publicUrl?.startsWith('https:') || trustedProxies > 0) {
    throw new SettingError('NODE_ENV', 'must be production where PUBLIC_URL is https:// or TRUSTED_PROXIES is above 0');
  }
  const environment = readInstallation(env);
  return {
    databaseUrl: readDatabaseUrl(env.DATABASE_URL),
    host,
    port,
    dataDir: resolve(env.DATA_DIR || 'data'),
    publicUrl: publicUrl ?? `http://${host === '0.0.0.0' ? 'localhost' : host}:${port}`,
    production,
    development: !production && isLoopback(host),
    smtpUrl: readSmtpUrl(env.SMTP_URL),
    mailFrom: readMailFrom(env.MAIL_FROM || 'pesquisas@escuta.example'),
    smsUrl: readSmsUrl(env.SMS_URL),
    smsFrom: readSmsFrom(env.SMS_FROM || 'Escuta'),
    payments: parsePaymentsUrl(env.PAYMENTS_URL),
    filesUrl: readFilesUrl(env.FILES_URL),
    databasePoolMax: whole(env.DATABASE_POOL_MAX, 'DATABASE_POOL_MAX', { fallback: 10, min: databasePoolMin }),
    supportEmail: env.SUPPORT_EMAIL || usualSupportEmail,
    environment,
    shortLinks: readShortLinks(env.SHORT_LINKS_SECRET, environment.short_links_url),
    secretKey: env.SECRET_KEY || null,
    secretKeysPrevious: (env.SECRET_KEYS_PREVIOUS ?? '').split(';').filter(Boolean),
    oidc: readOidcSettings(env),
    trustedProxies,
    operationsHost: env.OPERATIONS_HOST || '127.0.0.1',
    operationsPort: env.OPERATIONS_PORT ? whole(env.OPERATIONS_PORT, 'OPERATIONS_PORT', { fallback: 0 }) : null,
    logLevel: oneOf(logLevels, env.LOG_LEVEL || defaultLogLevel, 'LOG_LEVEL'),
    rateLimits: readRateLimits(env.RATE_LIMITS),
    trialDays: whole(env.TRIAL_DAYS, 'TRIAL_DAYS', { fallback: 14, min: 1 }),
    freeMailDomains: readWords(env.FREE_MAIL_DOMAINS),
    sessionIdle: {
      sessionMs: minuteMs * whole(env.SESSION_IDLE_MINUTES, 'SESSION_IDLE_MINUTES', { fallback: 480, min: 15 }),
      keptSessionMs: dayMs * whole(env.KEPT_SESSION_IDLE_DAYS, 'KEPT_SESSION_IDLE_DAYS', { fallback: 30, min: 1 }),
    },
    waitingUploadBytesMax:
      1_048_576 * whole(env.WAITING_UPLOADS_MB_MAX, 'WAITING_UPLOADS_MB_MAX', { fallback: 500, min: 50 }),
    quickAccounts: readQuickAccounts(env.QUICK_ACCOUNTS),
    modalImportCompanies: readCompanies(env.MODAL_IMPORT_COMPANIES, 'MODAL_IMPORT_COMPANIES'),
    subProcessors: readSubProcessors(env.SUB_PROCESSORS),
    dataResidency: readDataResidency(env.DATA_RESIDENCY),
  };
}

function readInstallation(env: NodeJS.ProcessEnv): Environment {
  return {
    homologation: env.HOMOLOGATION_NAME || null,
    support_email: env.SUPPORT_EMAIL || usualSupportEmail,
    support_chat_url: readPageUrl(env.SUPPORT_CHAT_URL, 'SUPPORT_CHAT_URL'),
    beta_url: readPageUrl(env.BETA_URL, 'BETA_URL'),
    short_links_url: readPageUrl(env.SHORT_LINKS_URL, 'SHORT_LINKS_URL'),
  };
}

/** A page that people are led to: no address of another kind, such as a script, gets into a link. */
function readPageUrl(address: string | undefined, name: string): string | null {
  if (!address) return null;
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    throw new SettingError(name, 'must be an address that begins with https:// or http://');
  return address;
}

/** A word that we do not know must not pass for development, which shows every message and takes looser cookies. */
function readEnvironment(env: NodeJS.ProcessEnv): string {
  return oneOf(environments, env.NODE_ENV || 'development', 'NODE_ENV');
}

/** People work over it: their cookies travel by https:// only, and every link in a message begins with it. */
function refuseUnsafeAddress(publicUrl: string | null): void {
  if (!publicUrl) throw new SettingError('PUBLIC_URL', 'is not set: in production links in messages begin with it');
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol !== 'https:' && !isLoopback(hostname))
    throw new SettingError('PUBLIC_URL', 'must begin with https:// in production');
}

function readDatabaseUrl(address: string | undefined): string {
  if (!address) throw new SettingError('DATABASE_URL', 'is not set');
  if (!/^postgres(ql)?:\/\//.test(address)) throw new SettingError('DATABASE_URL', 'must begin with postgres://');
  return address;
}

/** Links are this and a path: what comes after a path, such as a query, has no place in it. */
function readPublicUrl(address: string | undefined): string | null {
  if (!address) return null;
  const isUsable = /^https?:\/\/[^?#]+$/.test(address) && URL.canParse(address);
  if (!isUsable) throw new SettingError('PUBLIC_URL', 'must be an address that begins with http:// or https://');
  return address.replace(/\/+$/, '');
}

function readSmtpUrl(address: string | undefined): string | null {
  return checkProviderUrl(address, 'SMTP_URL', parseSmtpUrl);
}

function readSmsUrl(address: string | undefined): string | null {
  return checkProviderUrl(address, 'SMS_URL', parseSmsUrl);
}

function checkProviderUrl(
  address: string | undefined,
  name: string,
  parse: (address: string) => unknown,
): string | null {
  if (!address) return null;
  try {
    parse(address);
  } catch (error) {
    throw new SettingError(name, `cannot be used: ${error instanceof Error ? error.message : ''}`);
  }
  return address;
}

/** A number in E.164, a short number, or a name of up to 11 letters and digits (3GPP TS 23.040 §9.1.2.5). */
function readSmsFrom(sender: string): string {
  if (!/^(\+?\d{3,15}|[A-Za-z0-9 ]{1,11})$/.test(sender))
    throw new SettingError('SMS_FROM', 'must be a number, or a name of at most 11 letters and digits');
  return sender;
}

function readMailFrom(address: string): string {
  const stored = normalizeEmail(address);
  if (stored === null) throw new SettingError('MAIL_FROM', 'must be an e-mail address, without a name');
  return stored;
}

/** Words between commas, lower-cased. */
function readWords(text = ''): string[] {
  return text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
}

/** Ids of companies with commas between them. */
function readCompanies(text: string | undefined, name: string): ReadonlySet<CompanyId> {
  const ids = readWords(text).map((word) => CompanyId.safeParse(word));
  if (ids.some(({ success }) => !success))
    throw new SettingError(name, 'must be ids of companies with commas between them');
  return new Set(ids.flatMap(({ data }) => data ?? []));
}

/** Only the form is looked at; whether the bucket is there is what `/readyz` asks. */
function readFilesUrl(address: string | undefined): string | null {
  if (!address) return null;
  const { protocol, hostname, pathname, username, password } = URL.canParse(address) ? new URL(address) : noUrl;
  if (protocol !== 's3:' || !hostname || !username || !password || !/^\/[^/]+$/.test(pathname))
    throw new SettingError('FILES_URL', 'must name key, secret, host and bucket, and begin with s3://');
  return address;
}

const noUrl = { protocol: '', hostname: '', pathname: '', username: '', password: '' };

function oneOf(known: readonly string[], value: string, name: string): string {
  if (!known.includes(value)) throw new SettingError(name, `must be one of ${known.join(', ')}`);
  return value;
}

function whole(
  value: string | undefined,
  name: string,
  { fallback, min = 0 }: { fallback: number; min?: number },
): number {
  if (value === undefined || value === '') return fallback;
  const number = Number(value);
  if (!Number.isInteger(number) || number < min || number > wholeMax)
    throw new SettingError(name, `must be a whole number from ${min} to ${wholeMax}`);
  return number;
}

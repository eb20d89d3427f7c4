/** The name or address of this machine, as a URL writes it. */
export const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;
const PARAMETERS = ['connections', 'messages', 'tls', 'certificate', 'name', 'timeoutMs'];
const TLS_MODES = ['required', 'optional', 'off'] as const;

/** How to reach a mail server and how many connections to keep to it. Times in milliseconds. */
export interface SmtpConfig {
  host: string;
  port: number;
  /** TLS from the first byte (`smtps:`); otherwise `startTls` says what to do. */
  isImplicitTls: boolean;
  startTls: (typeof TLS_MODES)[number];
  isCertificateChecked: boolean;
  user?: string;
  password?: string;
  /** The name we greet with; the machine's by default. */
  name?: string;
  connectionsMax: number;
  messagesPerConnectionMax: number;
  connectTimeoutMs: number;
  /** Silence after which a connection is given up; long, because silence after a message leaves its fate unknown. */
  silenceTimeoutMs: number;
}

/** A mail server address that cannot be used. Never carries the address: it holds a password. */
export class SmtpUrlError extends Error {
  override name = 'SmtpUrlError';
}

/**
 * Reads `smtp[s]://user:password@host:port?connections=5&messages=100&tls=required|optional|off&certificate=any
 * &name=mail.example&timeoutMs=120000`. Credentials are never sent in clear to another machine unless `tls` says so:
 * with them STARTTLS is required by default. An unknown parameter is an error, so that a slip cannot switch off TLS.
 * @throws SmtpUrlError
 */
export function parseSmtpUrl(address: string): SmtpConfig {
  if (!URL.canParse(address)) throw new SmtpUrlError('The mail server address is not a URL');
  const url = new URL(address);
  if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') {
    throw new SmtpUrlError('The mail server address begins with smtp:// or smtps://');
  }
  if (url.hostname === '') throw new SmtpUrlError('The mail server address names no host');
  for (const parameter of url.searchParams.keys()) {
    if (!PARAMETERS.includes(parameter)) throw new SmtpUrlError(`The mail server parameter ${parameter} is unknown`);
  }
  const isImplicitTls = url.protocol === 'smtps:';
  const isSecret = url.username !== '' && !loopbackHost.test(url.hostname);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isImplicitTls ? 465 : 587) : Number(url.port),
    isImplicitTls,
    startTls: oneOf(url, 'tls', TLS_MODES) ?? (isSecret ? 'required' : 'optional'),
    isCertificateChecked: oneOf(url, 'certificate', ['any', 'checked']) !== 'any',
    ...(url.username === '' ? {} : { user: decode(url.username), password: decode(url.password) }),
    ...(url.searchParams.has('name') ? { name: url.searchParams.get('name') ?? '' } : {}),
    connectionsMax: count(url, 'connections', 5, 1_000),
    messagesPerConnectionMax: count(url, 'messages', 100, 1_000_000),
    connectTimeoutMs: 30_000,
    silenceTimeoutMs: count(url, 'timeoutMs', 120_000, 600_000),
  };
}

function oneOf<Choice extends string>(url: URL, name: string, choices: readonly Choice[]): Choice | undefined {
  const given = url.searchParams.get(name);
  if (given === null) return undefined;
  const choice = choices.find((each) => each === given);
  if (!choice) throw new SmtpUrlError(`The mail server parameter ${name} is one of ${choices.join(', ')}`);
  return choice;
}

function count(url: URL, name: string, byDefault: number, max: number): number {
  const given = url.searchParams.get(name) ?? String(byDefault);
  const number = Number(given);
  if (!/^\d+$/.test(given) || number < 1 || number > max) {
    throw new SmtpUrlError(`The mail server parameter ${name} is a number from 1 to ${max}`);
  }
  return number;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new SmtpUrlError('The mail server credentials are not percent-encoded');
  }
}

import { loopbackHost } from '#platform/mail/smtp-url.ts';

const parameters = ['connections', 'timeoutMs', 'lookUp'];
const connectTimeoutMs = 10_000;

/** How to reach a provider of SMS, and how many connections to keep to it. Times in milliseconds. */
export interface SmsConfig {
  /** Where messages are posted, without credentials and without our parameters. */
  readonly url: URL;
  /** The Authorization header, when the address holds credentials. */
  readonly authorization?: string;
  readonly connectionsMax: number;
  readonly connectTimeoutMs: number;
  /** Silence after a request was sent; long, because it leaves the message's fate unknown. */
  readonly answerTimeoutMs: number;
  /** Whether the provider can be asked what became of a message. */
  readonly hasLookUp: boolean;
}

/** A provider's address that cannot be used. Never carries the address: it holds a password. */
export class SmsUrlError extends Error {
  override name = 'SmsUrlError';
}

/**
 * Reads `https://user:password@host/path?connections=5&timeoutMs=30000&lookUp=yes`. A user alone is a bearer token. Clear
 * text reaches this machine only. An unknown parameter is an error, so that a slip cannot pass for a setting.
 * @throws SmsUrlError
 */
export function parseSmsUrl(address: string): SmsConfig {
  if (!URL.canParse(address)) throw new SmsUrlError('The address of the SMS provider is not a URL');
  const url = new URL(address);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopbackHost.test(url.hostname))) {
    throw new SmsUrlError('The address of the SMS provider begins with https://');
  }
  for (const parameter of url.searchParams.keys()) {
    if (!parameters.includes(parameter)) throw new SmsUrlError(`The SMS parameter ${parameter} is unknown`);
  }
  const lookUp = url.searchParams.get('lookUp') ?? 'no';
  if (lookUp !== 'yes' && lookUp !== 'no') throw new SmsUrlError('The SMS parameter lookUp is yes or no');
  const plain = new URL(url);
  plain.username = plain.password = plain.search = plain.hash = '';
  return {
    url: plain,
    ...authorizationOf(url),
    connectionsMax: count(url, 'connections', 5, 1_000),
    connectTimeoutMs,
    answerTimeoutMs: count(url, 'timeoutMs', 30_000, 600_000),
    hasLookUp: lookUp === 'yes',
  };
}

function authorizationOf({ username, password }: URL): { authorization?: string } {
  if (username === '') return {};
  if (password === '') return { authorization: `Bearer ${decode(username)}` };
  return { authorization: `Basic ${Buffer.from(`${decode(username)}:${decode(password)}`).toString('base64')}` };
}

function count(url: URL, name: string, byDefault: number, max: number): number {
  const given = url.searchParams.get(name) ?? String(byDefault);
  const number = Number(given);
  if (!/^\d+$/.test(given) || number < 1 || number > max) {
    throw new SmsUrlError(`The SMS parameter ${name} is a number from 1 to ${max}`);
  }
  return number;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new SmsUrlError('The credentials of the SMS provider are not percent-encoded');
  }
}

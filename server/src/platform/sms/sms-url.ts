import { loopbackHost, ProviderUrlError, readProviderUrl } from '#platform/config/provider-url.ts';
import type { ProviderUrl } from '#platform/config/provider-url.ts';

const protocols = ['https:', 'http:'];
const settings = ['connections', 'timeoutMs', 'lookUp'];
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

/**
 * Reads `https://user:password@host/path?connections=5&timeoutMs=30000&lookUp=yes`. A user alone is a bearer token. Clear
 * text reaches this machine only.
 * @throws ProviderUrlError
 */
export function parseSmsUrl(address: string): SmsConfig {
  const read = readProviderUrl(address, 'SMS provider', { protocols, settings });
  const { protocol, hostname } = read.url;
  if (protocol === 'http:' && !loopbackHost.test(hostname))
    throw new ProviderUrlError('The address of the SMS provider begins with https://');
  const plain = new URL(read.url);
  plain.username = plain.password = plain.search = plain.hash = '';
  return {
    url: plain,
    ...authorizationOf(read),
    connectionsMax: read.count('connections', 5, 1_000),
    connectTimeoutMs,
    answerTimeoutMs: read.count('timeoutMs', 30_000, 600_000),
    hasLookUp: read.oneOf('lookUp', ['yes', 'no']) === 'yes',
  };
}

function authorizationOf({ user, password }: ProviderUrl): { authorization?: string } {
  if (user === '') return {};
  if (password === '') return { authorization: `Bearer ${user}` };
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}

import { loopbackHost, ProviderUrlError, readProviderUrl } from '#platform/config/provider-url.ts';

const protocols = ['smtp:', 'smtps:'];
const settings = ['connections', 'messages', 'tls', 'certificate', 'name', 'timeoutMs'];
const tlsModes = ['required', 'optional', 'off'] as const;

/** How to reach a mail server and how many connections to keep to it. Times in milliseconds. */
export interface SmtpConfig {
  host: string;
  port: number;
  /** TLS from the first byte (`smtps:`); otherwise `startTls` says what to do. */
  isImplicitTls: boolean;
  startTls: (typeof tlsModes)[number];
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

/**
 * Reads `smtp[s]://user:password@host:port?connections=5&messages=100&tls=required|optional|off&certificate=any
 * &name=mail.example&timeoutMs=120000`. Credentials are never sent in clear to another machine unless `tls` says so:
 * with them STARTTLS is required by default.
 * @throws ProviderUrlError
 */
export function parseSmtpUrl(address: string): SmtpConfig {
  const { url, user, password, count, oneOf } = readProviderUrl(address, 'mail server', { protocols, settings });
  if (url.hostname === '') throw new ProviderUrlError('The address of the mail server names no host');
  const isImplicitTls = url.protocol === 'smtps:';
  const isSecret = user !== '' && !loopbackHost.test(url.hostname);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isImplicitTls ? 465 : 587) : Number(url.port),
    isImplicitTls,
    startTls: oneOf('tls', tlsModes) ?? (isSecret ? 'required' : 'optional'),
    isCertificateChecked: oneOf('certificate', ['any', 'checked']) !== 'any',
    ...(user === '' ? {} : { user, password }),
    ...(url.searchParams.has('name') ? { name: url.searchParams.get('name') ?? '' } : {}),
    connectionsMax: count('connections', 5, 1_000),
    messagesPerConnectionMax: count('messages', 100, 1_000_000),
    connectTimeoutMs: 30_000,
    silenceTimeoutMs: count('timeoutMs', 120_000, 600_000),
  };
}

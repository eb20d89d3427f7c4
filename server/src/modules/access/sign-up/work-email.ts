import { createRequire } from 'node:module';

/** Domains whose addresses say of nobody where they work, without `.br` at their end. */
export type FreeMailDomains = ReadonlySet<string>;

let listed: FreeMailDomains | undefined;

/** Free and disposable mail domains: the lists of two packages, and those of the configuration. */
export function freeMailDomains(more: readonly string[]): FreeMailDomains {
  listed ??= new Set([...readLists()].map(withoutCountry));
  return more.length === 0 ? listed : new Set([...listed, ...more.map(withoutCountry)]);
}

/**
 * Says whether an e-mail, as it is stored, is one of a company: not of a free or disposable mail domain, with or without
 * `.br` at its end (SIGNUP-10), nor below one.
 */
export function isWorkEmail(domains: FreeMailDomains, email: string): boolean {
  const labels = withoutCountry(email.slice(email.lastIndexOf('@') + 1)).split('.');
  return !labels.some((_label, at) => at < labels.length - 1 && domains.has(labels.slice(at).join('.')));
}

/** 'uol.com' of 'uol.com.br'; 'cool.br' stays, for 'cool' alone is no domain. */
function withoutCountry(domain: string): string {
  return domain.replace(/^(.+\..+)\.br$/, '$1');
}

/** Some hundred thousand words: read at the first sign-up and never where nobody signs up. */
function readLists(): readonly string[] {
  const require = createRequire(import.meta.url);
  const free = require('email-providers/all.json') as string[];
  const { blacklist } = require('mailchecker') as { blacklist(): ReadonlySet<string> };
  return [...free, ...blacklist()];
}

import { findCompanyByLinkKey } from '#modules/companies/index.ts';
import type { LinkedCompany } from '#modules/companies/index.ts';
import type { Secrets } from '#platform/crypto/secrets.ts';
import type { Database } from '#platform/db/database.ts';
import type { ReadSource } from './origins/origin.ts';
import { eachLinkedOrigin } from './origins/origins.ts';
import type { LinkedSource } from './origins/origins.ts';

/** What a link of ours names: a company, and the source of answers to one of its surveys. */
export interface AnswerLink {
  /** As it stands in the address. */
  readonly token: string;
  readonly company: LinkedCompany;
  readonly source: LinkedSource;
}

/** Reads the source from the token of a link, or null when we did not make it. Asks nobody. */
export function readAnswerSource(secrets: Secrets, token: string): ReadSource<LinkedSource> | null {
  for (const { links } of eachLinkedOrigin) {
    const read = links.read(secrets, token);
    if (read) return read;
  }
  return null;
}

/** Reads a link, or undefined when it is not one of ours. Opens a transaction of its own at most. */
export async function readLink(
  { database, secrets }: { database: Database; secrets: Secrets },
  token: string,
): Promise<AnswerLink | undefined> {
  const read = readAnswerSource(secrets, token);
  const company = read ? await findCompanyByLinkKey(database, read.companyKey) : undefined;
  return read && company ? { token, company, source: read.source } : undefined;
}

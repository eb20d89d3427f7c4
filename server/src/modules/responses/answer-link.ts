import { findCompanyByLinkKey } from '#modules/companies/index.ts';
import type { LinkedCompany } from '#modules/companies/index.ts';
import { readAnswerToken } from '#modules/sends/index.ts';
import { readLinkSlug } from '#modules/surveys/index.ts';
import type { Secrets } from '#platform/crypto/secrets.ts';
import type { Database } from '#platform/db/database.ts';
import type { AnswerSource } from './answering.ts';

/** What a link of ours names: a company, and the source of answers to one of its surveys. */
export interface AnswerLink<Source extends AnswerSource = AnswerSource> {
  /** As it stands in the address. */
  readonly token: string;
  readonly company: LinkedCompany;
  readonly source: Source;
}
export type InvitationLink = AnswerLink<Extract<AnswerSource, { origin: 'invitation' }>>;

/** Reads the source from the token of a link, or null when we did not make it. Asks nobody. */
export function readAnswerSource(secrets: Secrets, token: string): { companyKey: number; source: AnswerSource } | null {
  const invitation = readAnswerToken(secrets, token);
  if (invitation) {
    const { companyKey, itemsMonth, itemId } = invitation;
    return { companyKey, source: { origin: 'invitation', itemsMonth, itemId } };
  }
  const open = readLinkSlug(secrets, token);
  return open && { companyKey: open.companyKey, source: { origin: 'link', code: open.code } };
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

/** Whether a link is one of a message, to one person. */
export function isInvitation(link: AnswerLink): link is InvitationLink {
  return link.source.origin === 'invitation';
}

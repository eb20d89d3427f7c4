import { findCompanyByLinkKey } from '#modules/companies/index.ts';
import type { LinkedCompany } from '#modules/companies/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import { readFormSlug } from './form-slug.ts';

/**
 * The company whose form an address leads to; refuses NOT_FOUND. Also of one that is not active any more: the data of people is
 * kept all the same, and so are their rights.
 */
export async function findForm(
  { database, secrets }: Pick<AppContext, 'database' | 'secrets'>,
  slug: string,
): Promise<LinkedCompany> {
  const key = readFormSlug(secrets, slug);
  const company = key === null ? undefined : await findCompanyByLinkKey(database, key);
  if (!company) throw refuse('NOT_FOUND');
  return company;
}

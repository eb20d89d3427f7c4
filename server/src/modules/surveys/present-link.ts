import type { SurveyId } from '@escuta/contract/ids';
import type { SurveyLink } from '@escuta/contract/survey-links';
import { findCompany } from '#modules/companies/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { makeLinkSlug } from './link-slug.ts';
import { findLink } from './open-links.ts';
import { findSurvey } from './queries.ts';

/** The open link of a survey of the unit as the wire shows it. Refuses NOT_FOUND. */
export async function presentLink(
  tx: Transaction,
  { companyId, businessUnitId }: Scope,
  id: SurveyId,
  { config, secrets }: Pick<AppContext, 'config' | 'secrets'>,
): Promise<SurveyLink> {
  const survey = await findSurvey(tx, { companyId, businessUnitId, id });
  if (!survey) throw refuse('NOT_FOUND');
  const link = await findLink(tx, { companyId, surveyId: id });
  const company = link && (await findCompany(tx, companyId));
  if (!company) return { open: false, url: null };
  const slug = makeLinkSlug(secrets, { companyKey: Number(company.link_key), code: link.code });
  return { open: link.isOpen, url: `${config.publicUrl}/s/${slug}` };
}

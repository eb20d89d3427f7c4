import type { SurveyId } from '@escuta/contract/ids';
import type { Language } from '@escuta/contract/primitives';
import { metricAsked } from '@escuta/contract/questions/index';
import type { SurveyTemplate } from '@escuta/contract/surveys';
import { findBusinessUnit, findCompany } from '#modules/companies/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { definitionFrom } from './definition-from-template.ts';

interface SurveyForm {
  readonly template: SurveyTemplate;
  readonly title: string;
  readonly language: Language;
}

/** Creates a survey in the unit as a draft, with the texts of a template in the company's name and colour. */
export async function createSurvey(
  tx: Transaction,
  scope: Scope,
  { template, title, language }: SurveyForm,
  now: Date,
): Promise<SurveyId> {
  const company = await findCompany(tx, scope.companyId);
  const unit = await findBusinessUnit(tx, scope.companyId, scope.businessUnitId);
  if (!company || !unit) throw refuse('NOT_FOUND');
  const definition = definitionFrom(template, { language, companyName: company.name, brandColor: unit.brand_color });
  const id = newId<SurveyId>();
  await tx
    .insertInto('surveys')
    .values({
      company_id: scope.companyId,
      id,
      business_unit_id: scope.businessUnitId,
      title,
      metric: metricAsked(definition.questions),
      draft: JSON.stringify(definition),
      created_by: scope.userId,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

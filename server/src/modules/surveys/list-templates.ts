import type { Language } from '@escuta/contract/primitives';
import { surveyTemplates } from '@escuta/contract/surveys';
import type { SurveyDefinition, SurveyTemplate } from '@escuta/contract/surveys';
import { findBusinessUnit, findCompany } from '#modules/companies/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { definitionFrom } from './definition-from-template.ts';

/** The texts that a survey of the unit would begin with, by template, in a language. */
export async function listTemplates(
  tx: Transaction,
  { companyId, businessUnitId }: Pick<Scope, 'companyId' | 'businessUnitId'>,
  language: Language,
): Promise<{ template: SurveyTemplate; definition: SurveyDefinition }[]> {
  const company = await findCompany(tx, companyId);
  const unit = await findBusinessUnit(tx, companyId, businessUnitId);
  if (!company || !unit) throw refuse('NOT_FOUND');
  const brand = { companyName: company.name, brandColor: unit.brand_color };
  return surveyTemplates.map((template) => ({
    template,
    definition: definitionFrom(template, { language, ...brand }),
  }));
}

import { findCompanySurveys } from '@escuta/contract/accounts';
import { variableFieldsOf } from '@escuta/contract/field-variables';
import type { SurveyId } from '@escuta/contract/ids';
import { changeSurveyLink, getSurveyLink } from '@escuta/contract/survey-links';
import * as contract from '@escuta/contract/surveys';
import type { Survey, SurveyDraft } from '@escuta/contract/surveys';
import { findBusinessUnit, listBusinessUnits } from '#modules/companies/index.ts';
import { listCustomFields } from '#modules/contacts/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { App } from '#platform/http/app.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { implement } from '#platform/http/implement.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { changeLink } from './change-link.ts';
import { createSurvey } from './create-survey.ts';
import { listTemplates } from './list-templates.ts';
import { presentLink } from './present-link.ts';
import { presentSurvey } from './present-survey.ts';
import { publishSurvey } from './publish-survey.ts';
import { countSurveys, findDraft, findSurvey, findSurveysOf, listSurveyRows } from './queries.ts';
import { saveDraft } from './save-draft.ts';
import { surveysNaming } from './surveys-naming.ts';

/** The routes of surveys. */
export function surveysRoutes(app: App, context: AppContext): void {
  const { clock } = context;
  implement(
    app,
    contract.listSurveys,
  )(async ({ scope, query, inCompany }) => {
    const { limit, page, ...narrowed } = query;
    const filter = { companyId: scope.companyId, businessUnitId: scope.businessUnitId, ...narrowed };
    return inCompany(async (tx) => {
      const unit = await unitOf(tx, scope);
      const rows = await listSurveyRows(tx, { ...filter, limit, page });
      return { data: rows.map((row) => presentSurvey(row, unit, scope)), total: await countSurveys(tx, filter) };
    });
  });

  implement(
    app,
    contract.listSurveyTemplates,
  )(({ scope, query, inCompany }) =>
    inCompany(async (tx) => ({ data: await listTemplates(tx, scope, query.language) })),
  );

  implement(
    app,
    contract.createSurvey,
  )(({ scope, body, inCompany }) =>
    inCompany(async (tx) => presentedDraft(tx, scope, await createSurvey(tx, scope, body, clock.now()))),
  );

  implement(
    app,
    contract.getSurveyDraft,
  )(({ scope, params, inCompany }) => inCompany((tx) => presentedDraft(tx, scope, params.id)));

  implement(
    app,
    contract.saveSurveyDraft,
  )(({ scope, params, body, inCompany }) =>
    inCompany(async (tx) => {
      await saveDraft(tx, scope, params.id, body, clock.now());
      return presentedDraft(tx, scope, params.id);
    }),
  );

  implement(
    app,
    contract.publishSurvey,
  )(({ scope, params, body, inCompany }) =>
    inCompany(async (tx) => {
      await publishSurvey(tx, scope, params.id, body.revision, clock.now());
      return presented(tx, scope, params.id);
    }),
  );

  linkRoutes(app, context);
  searchRoutes(app);

  implement(
    app,
    contract.listSurveysNaming,
  )(({ scope, params, inCompany }) =>
    inCompany(async (tx) => ({ data: await surveysNaming(tx, scope.companyId, params.id) })),
  );
}

/** For who looks for a survey without knowing its unit. */
function searchRoutes(app: App): void {
  implement(
    app,
    findCompanySurveys,
  )(({ scope, query, inCompany }) =>
    inCompany(async (tx) => {
      const { companyId, businessUnitIds } = scope;
      const surveys = await findSurveysOf(tx, { companyId, businessUnitIds, search: query.search });
      const units = await listBusinessUnits(tx, companyId, businessUnitIds);
      const names = new Map(units.map(({ id, name }) => [id, name]));
      const data = surveys.map(({ id, title, icon, business_unit_id: unitId }) => ({
        _id: id,
        title,
        icon,
        _business: { _id: unitId, nome: names.get(unitId) ?? '' },
      }));
      return { data };
    }),
  );
}

/** The open link of a survey. */
function linkRoutes(app: App, context: AppContext): void {
  implement(
    app,
    getSurveyLink,
  )(({ scope, params, inCompany }) => inCompany((tx) => presentLink(tx, scope, params.id, context)));

  implement(
    app,
    changeSurveyLink,
  )(({ scope, params, body, inCompany }) =>
    inCompany(async (tx) => {
      await changeLink(tx, scope, { id: params.id, open: body.open }, context.clock.now());
      return presentLink(tx, scope, params.id, context);
    }),
  );
}

async function presented(tx: Transaction, scope: Scope, id: SurveyId): Promise<Survey> {
  const row = await findSurvey(tx, { companyId: scope.companyId, businessUnitId: scope.businessUnitId, id });
  if (!row) throw refuse('NOT_FOUND');
  return presentSurvey(row, await unitOf(tx, scope), scope);
}

async function presentedDraft(tx: Transaction, scope: Scope, id: SurveyId): Promise<SurveyDraft> {
  const row = await findDraft(tx, { companyId: scope.companyId, businessUnitId: scope.businessUnitId, id });
  if (!row) throw refuse('NOT_FOUND');
  const survey = presentSurvey(row, await unitOf(tx, scope), scope);
  const fields = variableFieldsOf(await listCustomFields(tx, scope.companyId));
  return {
    survey,
    definition: row.draft,
    revision: row.draft_revision,
    fields,
    masked: row.sensitive_keys,
  };
}

async function unitOf(tx: Transaction, scope: Scope) {
  const unit = await findBusinessUnit(tx, scope.companyId, scope.businessUnitId);
  if (!unit) throw refuse('NOT_FOUND');
  return unit;
}

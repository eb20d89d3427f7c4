import { can, mayTakeNames } from '@escuta/contract/access-policy';
import type { ExportMode, ExportType } from '@escuta/contract/export-types';
import { waitingExportsMax } from '@escuta/contract/exports';
import type { startContactsExport, startResponsesExport, startSendsExport } from '@escuta/contract/exports';
import type { WrittenFormat } from '@escuta/contract/file-formats';
import type { ExportId } from '@escuta/contract/ids';
import type { Output } from '@escuta/contract/route';
import { sql } from 'kysely';
import { holdBusinessUnit } from '#modules/companies/index.ts';
import { isBulkSend } from '#modules/sends/index.ts';
import { findSurvey } from '#modules/surveys/index.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { emit } from '#platform/events/outbox.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import type { AskedBy, AskedContacts, AskedResponses, AskedSends } from './asked.ts';

type ContactsForm = Output<(typeof startContactsExport)['definition']['body']>;
type ResponsesForm = Output<(typeof startResponsesExport)['definition']['body']>;
type SendsForm = Output<(typeof startSendsExport)['definition']['body']>;

/** Asks for the contacts that a filter finds, or those of them that were picked. Refuses FORBIDDEN for a search by who may not see names, and EXPORTS_WAITING. */
export async function startContacts(tx: Transaction, scope: Scope, form: ContactsForm, now: Date): Promise<ExportId> {
  const { filter, contactIds, format, language } = form;
  // Who may not see a name must not find it either, letter by letter.
  if (filter.search && !can(scope.role, 'contacts.identify')) throw refuse('FORBIDDEN');
  const asked: AskedContacts = { filter, contactIds, language, by: rightsOf(scope) };
  return start(tx, scope, { of: 'contacts', type: 'export_contacts', asked, format, names_people: true }, now);
}

/** Asks for the responses that a filter finds. Refuses NOT_FOUND for a survey that the unit does not have, and EXPORTS_WAITING. */
export async function startResponses(tx: Transaction, scope: Scope, form: ResponsesForm, now: Date): Promise<ExportId> {
  const { filter, format, language, exportMode, exportValues } = form;
  const { companyId, businessUnitId } = scope;
  const survey = filter.surveyId && (await findSurvey(tx, { companyId, businessUnitId, id: filter.surveyId }));
  if (filter.surveyId && !survey) throw refuse('NOT_FOUND');
  const asked: AskedResponses = { filter, language, exportMode, exportValues, by: rightsOf(scope) };
  const row = {
    of: 'responses',
    type: survey ? 'export_single_survey' : 'export_multi_survey',
    asked,
    format,
    names_people: mayTakeNames(scope),
    export_mode: exportMode,
    ...(survey ? { survey_title: survey.title } : {}),
  } as const;
  return start(tx, scope, row, now);
}

/** Asks for the messages of sends. Refuses NOT_FOUND for a send that is no bulk send of the unit, and EXPORTS_WAITING. */
export async function startSends(tx: Transaction, scope: Scope, form: SendsForm, now: Date): Promise<ExportId> {
  const { filter, format, language } = form;
  if (filter.sendId && !(await isBulkSend(tx, scope, filter.sendId))) throw refuse('NOT_FOUND');
  const asked: AskedSends = { filter, language, by: rightsOf(scope) };
  const row = { of: 'sends', type: 'export_sends', asked, format, names_people: mayTakeNames(scope) } as const;
  return start(tx, scope, row, now);
}

interface NewExport {
  /** What the audit says that it is of. */
  readonly of: 'contacts' | 'responses' | 'sends';
  readonly type: ExportType;
  readonly asked: AskedBy;
  readonly format: WrittenFormat;
  readonly names_people: boolean;
  readonly export_mode?: ExportMode;
  readonly survey_title?: string;
}

async function start(tx: Transaction, scope: Scope, { of, ...row }: NewExport, now: Date): Promise<ExportId> {
  const id = await insertExport(tx, scope, row, now);
  const after = { format: row.format, background: true };
  await recordAudit(tx, scope, { action: `${of}.exported`, target: { type: of }, after }, now);
  return id;
}

async function insertExport(tx: Transaction, scope: Scope, row: Omit<NewExport, 'of'>, now: Date): Promise<ExportId> {
  const { companyId, businessUnitId, userId } = scope;
  // One after the other: two at once would both find room.
  await holdBusinessUnit(tx, companyId, businessUnitId);
  const { waiting } = await tx
    .selectFrom('exports')
    .select(sql<number>`count(*)::int`.as('waiting'))
    .where('company_id', '=', companyId)
    .where('business_unit_id', '=', businessUnitId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  if (waiting >= waitingExportsMax) throw refuse('EXPORTS_WAITING', { most: waitingExportsMax });
  const id = newId<ExportId>();
  await tx
    .insertInto('exports')
    .values({
      type: row.type,
      format: row.format,
      names_people: row.names_people,
      export_mode: row.export_mode ?? null,
      survey_title: row.survey_title ?? null,
      company_id: companyId,
      id,
      business_unit_id: businessUnitId,
      asked: JSON.stringify(row.asked),
      created_by: userId,
      created_at: now,
      moved_at: now,
    })
    .execute();
  await emit(tx, companyId, 'export.started', { exportId: id });
  return id;
}

function rightsOf({ role, exportsPersonalData }: Scope): AskedBy['by'] {
  return { role, exportsPersonalData };
}

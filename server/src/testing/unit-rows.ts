import type {
  BulkActionId,
  BusinessUnitId,
  CompanyId,
  ContactCompanyId,
  ContactId,
  CustomFieldId,
  DuplicatePairId,
  ExportFileId,
  ExportId,
  ImportId,
  ItemId,
  MergeId,
  ResponseId,
  SavedFilterId,
  SegmentId,
  SendId,
  SuppressionId,
  SurveyId,
  UploadId,
} from '@escuta/contract/ids';
import { runBulkAction } from '#modules/bulk-actions/index.ts';
import { itemState, makeAnswerToken } from '#modules/sends/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import { createExports } from './export-steps.ts';
import { createContact, createContactCompany } from './factories.ts';
import { rehearse, runImportNow, upload } from './import-steps.ts';
import { createItemRow, createPublishedSurvey, createSendRow } from './send-factories.ts';
import type { TestContext } from './test-context.ts';

export interface UnitRows {
  readonly contactId: ContactId;
  readonly contactCompanyId: ContactCompanyId;
  readonly surveyId: SurveyId;
  readonly sendId: SendId;
  readonly responseId: ResponseId;
  readonly importId: ImportId;
  /** One that no worker has begun. */
  readonly waitingImportId: ImportId;
  /** A file that was uploaded and not imported yet. */
  readonly uploadId: UploadId;
  /** One that waits. */
  readonly exportId: ExportId;
  /** The link of the file of one that has finished. */
  readonly exportFileId: ExportFileId;
  /** Of the company, in all of its units. */
  readonly customFieldId: CustomFieldId;
  /** A list with the contact in it. */
  readonly segmentId: SegmentId;
  /** Of contacts, shared. */
  readonly savedFilterId: SavedFilterId;
  /** Of an address that no contact has. */
  readonly suppressionId: SuppressionId;
  /** What was done to the contact and is over. */
  readonly bulkActionId: BulkActionId;
  /** Another contact, and what both are by which the first was compared with it. */
  readonly duplicate: {
    readonly other: ContactId;
    readonly versions: { readonly kept: string; readonly other: string };
  };
  /** A suggestion of the two. */
  readonly duplicatePairId: DuplicatePairId;
  /** One of two other contacts. */
  readonly mergeId: MergeId;
}

/**
 * One row of every noun in a unit: a contact, a company that it works for, a published survey, a send with its item, an answer
 * with a comment, a finished import, one that waits, an upload with its rehearsal, two exports, a list of contacts, a
 * saved filter, an address that is not written to, an action on the contact that is over, and a custom field of its company. `headers` are those of somebody who may work there.
 */
export async function createUnitRows(
  context: TestContext,
  unit: { companyId: CompanyId; businessUnitId: BusinessUnitId; headers: Record<string, string> },
): Promise<UnitRows> {
  const headers = { ...unit.headers, 'x-business-id': unit.businessUnitId };
  const contact = await createContact(context, unit);
  const contactCompanyId = await createContactCompany(context, { ...unit, name: 'Padaria Lua', of: [contact.id] });
  const survey = await createPublishedSurvey(context, unit);
  const send = await createSendRow(context, { ...unit, ...survey, total: 1 });
  const executedAt = context.clock.now();
  const item = { ...unit, ...send, contactId: contact.id, state: itemState.accepted, executedAt };
  const responseId = await answer(context, unit.companyId, { ...send, itemId: await createItemRow(context, item) });

  const file = 'Nome;E-mail\nZulmira;zulmira@elsewhere.example\nsem endereço;\n';
  const uploaded = (await upload(context, { headers }, file)).json();
  const { hasHeader, mapping } = uploaded;
  const importId = await startImport(context, headers, uploaded);
  await runImportNow(context, unit.companyId, importId);
  const waiting = (await upload(context, { headers }, file)).json();
  await rehearse(context, { ...unit, headers }, waiting.uploadId, { hasHeader, mapping });
  return {
    contactId: contact.id,
    contactCompanyId,
    surveyId: survey.surveyId,
    sendId: send.sendId,
    responseId,
    importId,
    waitingImportId: await startImport(context, headers, (await upload(context, { headers }, file)).json()),
    uploadId: waiting.uploadId,
    ...(await createExports(context, unit.companyId, headers)),
    customFieldId: await defineField(context, unit.companyId),
    segmentId: await freezeList(context, headers),
    savedFilterId: await saveFilter(context, headers),
    suppressionId: await blockAddress(context, headers),
    bulkActionId: await tagContact(context, unit.companyId, { headers, contactId: contact.id }),
    ...(await createDuplicates(context, unit, { headers, contactId: contact.id })),
  };
}

async function createDuplicates(
  context: TestContext,
  { companyId, businessUnitId }: { companyId: CompanyId; businessUnitId: BusinessUnitId },
  { headers, contactId }: { headers: Record<string, string>; contactId: ContactId },
): Promise<Pick<UnitRows, 'duplicate' | 'duplicatePairId' | 'mergeId'>> {
  const unit = { companyId, businessUnitId };
  const [one, two, three] = [
    await createContact(context, unit),
    await createContact(context, unit),
    await createContact(context, unit),
  ];
  const compare = async (id: ContactId, other: ContactId) => {
    const url = `/api/contacts/${id}/comparison?with=${other}`;
    const { kept, other: second } = (await context.app.inject({ url, headers })).json();
    return { other, versions: { kept: kept.version, other: second.version } };
  };
  const url = `/api/contacts/${two.id}/merges`;
  const payload = await compare(two.id, three.id);
  const merged = await context.app.inject({ method: 'POST', url, headers, payload });
  if (merged.statusCode !== 201) throw new Error(`no contacts were merged: ${merged.body}`);
  const duplicatePairId = newId<DuplicatePairId>();
  const [first, second] = [contactId, one.id].toSorted() as [ContactId, ContactId];
  await context.database.withCompany(companyId, (tx) =>
    tx
      .insertInto('duplicate_pairs')
      .values({
        company_id: companyId,
        id: duplicatePairId,
        one_id: first,
        one_unit_id: businessUnitId,
        other_id: second,
        other_unit_id: businessUnitId,
        reasons: ['name'],
        found_at: context.clock.now(),
      })
      .execute(),
  );
  return { duplicate: await compare(contactId, one.id), duplicatePairId, mergeId: merged.json()._id };
}

async function startImport(
  context: TestContext,
  headers: Record<string, string>,
  { uploadId, hasHeader, mapping }: { uploadId: UploadId; hasHeader: boolean; mapping: string[] },
): Promise<ImportId> {
  const payload = { uploadId, hasHeader, mapping };
  return (await context.app.inject({ method: 'POST', url: '/api/imports', headers, payload })).json()._id;
}

/** Of all contacts of the unit. */
async function freezeList(context: TestContext, headers: Record<string, string>): Promise<SegmentId> {
  const payload = { name: 'Hóspedes', from: { filter: {} } };
  const frozen = await context.app.inject({ method: 'POST', url: '/api/contact-lists', headers, payload });
  if (frozen.statusCode !== 201) throw new Error(`the list was not made: ${frozen.body}`);
  return frozen.json()._id;
}

async function saveFilter(context: TestContext, headers: Record<string, string>): Promise<SavedFilterId> {
  const payload = { list: 'contacts', name: 'Hóspedes por nome', shared: true, search: { sort: 'name' } };
  const saved = await context.app.inject({ method: 'POST', url: '/api/saved-filters', headers, payload });
  if (saved.statusCode !== 201) throw new Error(`the filter was not saved: ${saved.body}`);
  return saved.json()._id;
}

async function blockAddress(context: TestContext, headers: Record<string, string>): Promise<SuppressionId> {
  const payload = { addresses: ['ninguem@elsewhere.example'], channels: ['email'] };
  const added = await context.app.inject({ method: 'POST', url: '/api/suppressions', headers, payload });
  if (added.json().added !== 1) throw new Error(`no address was blocked: ${added.body}`);
  return (await context.app.inject({ url: '/api/suppressions', headers })).json().data[0]._id;
}

async function tagContact(
  context: TestContext,
  companyId: CompanyId,
  { headers, contactId }: { headers: Record<string, string>; contactId: ContactId },
): Promise<BulkActionId> {
  const payload = { target: { contactIds: [contactId] }, kind: 'tag', tags: ['VIP'] };
  const asked = await context.app.inject({ method: 'POST', url: '/api/bulk-actions/tags', headers, payload });
  if (asked.statusCode !== 202) throw new Error(`no action was started: ${asked.body}`);
  const bulkActionId = asked.json()._id;
  await runBulkAction(context, { companyId, bulkActionId }, AbortSignal.timeout(60_000));
  return bulkActionId;
}

/** A sensitive one: it is no column of the company's files, which are compared before and after. */
async function defineField(context: TestContext, companyId: CompanyId): Promise<CustomFieldId> {
  const id = newId<CustomFieldId>();
  const name = `campo_${id.replaceAll('-', '').slice(-12)}`;
  const now = context.clock.now();
  const field = { internal_name: name, label: name, type: 'text' as const, sensitive: true, place: 1 };
  await context.database.withCompany(companyId, (tx) =>
    tx
      .insertInto('custom_fields')
      .values({ company_id: companyId, id, ...field, created_at: now, updated_at: now })
      .execute(),
  );
  return id;
}

async function answer(
  context: TestContext,
  companyId: CompanyId,
  { itemsMonth, itemId }: { itemsMonth: string; itemId: ItemId },
): Promise<ResponseId> {
  const company = await context.database.withSystem((tx) =>
    tx.selectFrom('companies').select('link_key').where('id', '=', companyId).executeTakeFirstOrThrow(),
  );
  const token = makeAnswerToken(context.secrets, { companyKey: Number(company.link_key), itemsMonth, itemId });
  const answers = { score: 3, why: 'O quarto do outro prédio' };
  const payload = { responseId: newId<ResponseId>(), seq: 1, answers, complete: true };
  const recorded = await context.app.inject({ method: 'POST', url: `/api/answers/${token}`, payload });
  if (recorded.statusCode !== 200) throw new Error(`the answer was not taken: ${recorded.body}`);
  return payload.responseId;
}

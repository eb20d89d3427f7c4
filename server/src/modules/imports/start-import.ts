import type { ImportId, UploadId } from '@escuta/contract/ids';
import type { Output } from '@escuta/contract/route';
import { onlyAdds } from '@escuta/contract/imports';
import type { startImport as startRoute } from '@escuta/contract/imports';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { emit } from '#platform/events/outbox.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { columnNames } from './file-preview.ts';
import { lockUpload } from './queries.ts';
import { rememberMapping } from './remembered-mapping.ts';
import { dropRehearsal } from './rehearsal/rehearsal-rows.ts';
import { uploadRulesOf } from './targets/upload-rules.ts';

type Upload = NonNullable<Awaited<ReturnType<typeof lockUpload>>>;
type Form = Output<(typeof startRoute)['definition']['body']>;

/**
 * Starts the import of an uploaded file in the unit where it was uploaded. Refuses NOT_FOUND for an upload that the unit
 * does not have, UPLOAD_STARTED once an import reads it, and MAPPING_NOT_VALID with its problem.
 */
export async function startImport(tx: Transaction, scope: Scope, form: Form, now: Date): Promise<ImportId> {
  const upload = await lockUpload(tx, scope, form.uploadId);
  if (!upload) throw refuse('NOT_FOUND');
  await refuseBadMapping(tx, scope, { form, upload });
  await keepUpload(tx, scope, form.uploadId);
  await dropRehearsal(tx, scope, form.uploadId);
  if (form.hasHeader) {
    const columns = columnNames(upload.preview, form.hasHeader);
    await rememberMapping(tx, { companyId: scope.companyId, ...upload }, { columns, mapping: form.mapping }, now);
  }
  const id = newId<ImportId>();
  const mode = onlyAdds(upload.type) ? 'create' : form.mode;
  await tx
    .insertInto('imports')
    .values({
      company_id: scope.companyId,
      id,
      business_unit_id: scope.businessUnitId,
      upload_id: form.uploadId,
      type: upload.type,
      mode,
      has_header: form.hasHeader,
      mapping: JSON.stringify(form.mapping),
      title_case: form.titleCase,
      day_order: form.dayOrder,
      blank_cells: form.blankCells,
      sets_off: form.setsOff,
      created_by: scope.userId,
      created_at: now,
    })
    .execute();
  await emit(tx, scope.companyId, 'import.started', { importId: id });
  const target = { type: 'import', id, label: upload.preview.fileName } as const;
  await recordAudit(tx, scope, { action: 'import.started', target, after: { type: upload.type, mode } }, now);
  return id;
}

/** Refuses MAPPING_NOT_VALID, with its problem. */
export async function refuseBadMapping(
  tx: Transaction,
  { companyId, businessUnitId }: Scope,
  { form, upload }: { form: Pick<Form, 'mapping'>; upload: Upload },
): Promise<void> {
  const rules = uploadRulesOf(upload.type);
  const choices = await rules.choices(tx, { companyId, businessUnitId, surveyId: upload.surveyId });
  const problem = rules.mappingProblem(form.mapping, upload.preview.columns.length, choices);
  if (problem) throw refuse('MAPPING_NOT_VALID', { problem });
}

/** The file is needed now: it is no longer one that nobody came back for. Refuses UPLOAD_STARTED for one that is needed already. */
async function keepUpload(tx: Transaction, { companyId }: Scope, id: UploadId): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('import_uploads')
    .set({ unstarted_since: null })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('unstarted_since', 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw refuse('UPLOAD_STARTED');
}

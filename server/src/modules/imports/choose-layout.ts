import type { UploadId } from '@escuta/contract/ids';
import type { Output } from '@escuta/contract/route';
import type { chooseUploadLayout } from '@escuta/contract/imports';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { lookAtCsv, lookAtSheet } from '#platform/tabular/look-at-table.ts';
import type { TableLook } from '#platform/tabular/look-at-table.ts';
import type { TableFile } from '#platform/tabular/table.ts';
import { previewOf, refuseUnreadable } from './file-preview.ts';
import type { StoredPreview } from './file-preview.ts';
import { findUpload } from './queries.ts';
import { withRememberedMapping } from './remembered-mapping.ts';
import { tableFile } from './table-file.ts';
import { uploadRulesOf } from './targets/upload-rules.ts';

type Choice = Output<(typeof chooseUploadLayout)['definition']['body']>;

/**
 * Reads an uploaded file again with the encoding and the delimiter, or the sheet, that the person chose, and keeps them.
 * Refuses NOT_FOUND for a file that the unit does not have, UPLOAD_STARTED once an import reads it, and as `previewOf` does;
 * then what was kept stays.
 */
export async function chooseLayout(
  { database, files }: Pick<AppContext, 'database' | 'files'>,
  scope: Scope,
  { uploadId, choice }: { uploadId: UploadId; choice: Choice },
): Promise<StoredPreview> {
  const found = await database.withCompany(scope.companyId, async (tx) => {
    const upload = await findUpload(tx, scope, uploadId);
    if (!upload) throw refuse('NOT_FOUND');
    const { companyId, businessUnitId } = scope;
    const kind = { companyId, businessUnitId, type: upload.type, surveyId: upload.surveyId };
    return { upload, kind, choices: await uploadRulesOf(kind.type).choices(tx, kind) };
  });
  const { upload, kind, choices } = found;
  if ((await files.size(upload.file_key)) === null) throw refuse('NOT_FOUND');
  const { fileName, sizeBytes, importedBefore } = upload.preview;
  const file = tableFile(files, upload.file_key, sizeBytes);
  const look = await lookAgain(file, upload.preview, choice).catch(refuseUnreadable);
  const read = { uploadId, fileName, sizeBytes, ...previewOf(look, kind.type, choices), importedBefore };
  return database.withCompany(scope.companyId, async (tx) => {
    const preview = await withRememberedMapping(tx, kind, read, choices);
    await keepPreview(tx, scope, preview);
    return preview;
  });
}

/** A choice that belongs to another format is refused. */
function lookAgain(file: TableFile, before: StoredPreview, choice: Choice): Promise<TableLook> {
  const isWorkbook = before.format === 'xlsx';
  if ('sheet' in choice) {
    if (!isWorkbook || choice.sheet >= before.sheets.length) throw refuse('INVALID_INPUT', { field: 'sheet' });
    return lookAtSheet(file, choice.sheet);
  }
  if (isWorkbook) throw refuse('INVALID_INPUT', { field: 'encoding' });
  const { lineBreak = '\n', firstByte = 0, filledRows } = before;
  return lookAtCsv(file, { ...choice, lineBreak, firstByte }, filledRows);
}

/** An import that has begun goes on reading the file as it began. */
async function keepPreview(tx: Transaction, scope: Scope, preview: StoredPreview): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('import_uploads')
    .set({ preview: JSON.stringify(preview) })
    .where('company_id', '=', scope.companyId)
    .where('business_unit_id', '=', scope.businessUnitId)
    .where('id', '=', preview.uploadId)
    .where('unstarted_since', 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw refuse('UPLOAD_STARTED');
}

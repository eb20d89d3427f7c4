import { Readable } from 'node:stream';
import type { SurveyId } from '@escuta/contract/ids';
import { importBytesMax } from '@escuta/contract/imports';
import type { ImportType } from '@escuta/contract/imports';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import type { Files } from '#platform/storage/files.ts';
import { previewOf, refuseUnreadable } from './file-preview.ts';
import type { StoredPreview } from './file-preview.ts';
import { uploadKey } from './incoming-upload.ts';
import type { IncomingUpload } from './incoming-upload.ts';
import { inspectWhilePassing } from '#platform/tabular/file-inspection.ts';
import { isZip } from '#platform/tabular/file-kind.ts';
import { lookAtTable } from '#platform/tabular/look-at-table.ts';
import { tableFile } from './table-file.ts';
import type { ColumnChoices } from './target.ts';

/** What a file brings, and the survey that its answers are to. */
export interface UploadKind {
  readonly type: ImportType;
  readonly surveyId: SurveyId | null;
}

/** A file that lies in the storage, looked at and not yet recorded. */
export interface StoredUpload {
  readonly preview: StoredPreview;
  readonly fileKey: string;
  readonly sha256: Buffer;
}

/** Who uploads a file, and to where. */
export type Uploading = Pick<Scope, 'companyId' | 'businessUnitId' | 'userId'>;

/** A file that is on its way. */
export interface IncomingFile {
  readonly name: string;
  readonly content: Readable;
  /** Asked once the content has ended: whether it was cut at the size limit. */
  readonly isCut: () => boolean;
}

/**
 * Stores an uploaded file and looks at it. Refuses TOO_LARGE, FILE_EMPTY, FILE_NOT_TABLE (with the kind that it is instead),
 * LINE_TOO_LONG, ROWS_BROKEN, TOO_MANY_COLUMNS and TOO_MANY_ROWS, and keeps nothing of a refused file.
 */
export async function storeUpload(
  files: Files,
  incoming: IncomingUpload,
  {
    name,
    content,
    isCut,
    type,
    choices,
  }: IncomingFile & Pick<UploadKind, 'type'> & { readonly choices: ColumnChoices },
): Promise<StoredUpload> {
  const fileKey = uploadKey(incoming);
  const inspection = inspectWhilePassing();
  try {
    await files.write(fileKey, Readable.from(inspection.pass(content), { objectMode: false }));
    if (isCut()) throw refuse('TOO_LARGE');
    const seen = inspection.result();
    const { head, sizeBytes } = seen;
    if (isZip(head) && sizeBytes > importBytesMax.xlsx) throw refuse('TOO_LARGE');
    const look = await lookAtTable(tableFile(files, fileKey, sizeBytes), seen).catch(refuseUnreadable);
    const preview = {
      uploadId: incoming.uploadId,
      fileName: plainName(name),
      sizeBytes,
      ...previewOf(look, type, choices),
    };
    return { preview, fileKey, sha256: seen.sha256 };
  } catch (error) {
    await files.remove(fileKey);
    throw error;
  }
}

/** Records a stored file for its unit, so that an import can be started from it. */
export async function recordUpload(
  tx: Transaction,
  scope: Uploading,
  { preview, fileKey, sha256, surveyId }: StoredUpload & Pick<UploadKind, 'surveyId'>,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('import_uploads')
    .values({
      company_id: scope.companyId,
      id: preview.uploadId,
      business_unit_id: scope.businessUnitId,
      type: preview.type,
      survey_id: surveyId,
      file_key: fileKey,
      file_name: preview.fileName,
      size_bytes: preview.sizeBytes,
      sha256,
      preview: JSON.stringify(preview),
      created_by: scope.userId,
      created_at: now,
      unstarted_since: now,
    })
    .execute();
}

/** The name of the file without folders and characters that are not text, at most 200 long. */
function plainName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  return last.replace(/\p{C}/gu, '').slice(-200) || 'import.csv';
}

import type { Output } from '@escuta/contract/route';
import type { chooseUploadLayout } from '@escuta/contract/imports';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import type { Files } from '#platform/storage/files.ts';
import { previewOf } from './file-preview.ts';
import type { StoredPreview } from './file-preview.ts';
import { findUpload } from './queries.ts';
import { headBytesMax } from '#platform/tabular/upload-inspection.ts';

type Choice = Output<(typeof chooseUploadLayout)['definition']['body']>;

/**
 * Reads an uploaded file again with the encoding and the delimiter that the person chose, and keeps them for its import.
 * Refuses NOT_FOUND for a file that the unit does not have, UPLOAD_STARTED once an import reads it, and as `previewOf` does;
 * then what was kept stays.
 */
export async function chooseLayout(
  { database, files }: Pick<AppContext, 'database' | 'files'>,
  scope: Scope,
  { uploadId, choice: { encoding, delimiter } }: { uploadId: string; choice: Choice },
): Promise<StoredPreview> {
  const upload = await database.withCompany(scope.companyId, (tx) => findUpload(tx, scope, uploadId));
  if (!upload) throw refuse('NOT_FOUND');
  const { fileName, sizeBytes, lineBreak, firstByte, filledRows } = upload.preview;
  const head = await readHead(files, upload.file_key);
  const isWhole = head.length === sizeBytes;
  const read = previewOf({ head, isWhole, filledRows }, { encoding, delimiter, lineBreak, firstByte });
  const preview = { uploadId, fileName, sizeBytes, ...read };
  await database.withCompany(scope.companyId, (tx) => keepPreview(tx, scope, preview));
  return preview;
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

async function readHead(files: Files, fileKey: string): Promise<Buffer> {
  if ((await files.size(fileKey)) === null) throw refuse('NOT_FOUND');
  const source = await files.read(fileKey);
  const pieces: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop early closes the source.
  for await (const piece of source as AsyncIterable<Buffer>) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= headBytesMax) break;
  }
  return Buffer.concat(pieces).subarray(0, headBytesMax);
}

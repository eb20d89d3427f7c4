import type { BusinessUnitId, CompanyId, ImportId, UploadId, UserId } from '@escuta/contract/ids';
import { Readable } from 'node:stream';
import type { Transaction } from '#platform/db/database.ts';
import type { Random } from '#platform/drawing/random.ts';
import type { TimeLine } from '#platform/drawing/time-line.ts';
import type { Files } from '#platform/storage/files.ts';
import { uploadKey } from '../incoming-upload.ts';
import type { DemoImport } from './make-import.ts';

/** A file that somebody imported. */
export interface ImportedFile {
  readonly fileName: string;
  readonly daysAgo: number;
  readonly rows: number;
  readonly rejected: number;
}

interface DemoUnit {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly ownerId: UserId;
  readonly random: Random;
  readonly time: TimeLine;
}

/** Writes the imports of a unit with their files, and gives their ids. */
export async function writeImports(
  tx: Transaction,
  files: Files,
  { companyId, businessUnitId, ownerId, random, time }: DemoUnit,
  imports: readonly { readonly file: ImportedFile; readonly drawn: DemoImport }[],
): Promise<ImportId[]> {
  const ids: ImportId[] = [];
  for (const { file, drawn } of imports) {
    const { fileName, daysAgo } = file;
    const { csv, sha256, preview, mapping, errors, createdRows } = drawn;
    const startedAt = time.at(daysAgo, 9.4);
    const scope = {
      company_id: companyId,
      business_unit_id: businessUnitId,
      created_by: ownerId,
      created_at: startedAt,
    };
    const uploadId = random.idAt<UploadId>(startedAt);
    const id = random.idAt<ImportId>(startedAt);
    const fileKey = uploadKey({ companyId, uploadId });
    await files.write(fileKey, Readable.from([csv]));
    await tx
      .insertInto('import_uploads')
      .values({
        ...scope,
        id: uploadId,
        file_key: fileKey,
        file_name: fileName,
        size_bytes: Buffer.byteLength(csv),
        sha256,
        preview: JSON.stringify(preview),
      })
      .execute();
    await tx
      .insertInto('imports')
      .values({
        ...scope,
        id,
        upload_id: uploadId,
        type: 'import_contacts',
        status: 'finished',
        mode: 'create_and_update',
        has_header: true,
        mapping: JSON.stringify(mapping),
        total_rows: createdRows + errors.length,
        done_rows: createdRows + errors.length,
        created_rows: createdRows,
        rejected_rows: errors.length,
        ended_at: time.at(daysAgo, 9.55),
      })
      .execute();
    const faults = errors.map((error) => ({
      company_id: companyId,
      import_id: id,
      row_no: error.rowNo,
      reason: error.reason,
      column_name: error.column,
      cells: [...error.cells],
    }));
    if (faults.length > 0) await tx.insertInto('import_row_errors').values(faults).execute();
    ids.push(id);
  }
  return ids;
}

import type { BusinessUnitId, CompanyId, RehearsalId, UploadId } from '@escuta/contract/ids';
import type { ImportError, ImportSettings, Rehearsal } from '@escuta/contract/imports';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { StoredPreview } from '../file-preview.ts';

interface Unit {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
}

/** One time that somebody asked what an import of a file would do. */
export interface NamedRehearsal {
  readonly companyId: CompanyId;
  readonly uploadId: UploadId;
  readonly rehearsalId: RehearsalId;
}

/** What is known of a rehearsal on its way. */
export type RehearsalFindings = Pick<Rehearsal, 'counts' | 'issues'>;

/** Puts a rehearsal that nobody has begun in place of the one before. */
export async function replaceRehearsal(
  tx: Transaction,
  { companyId, uploadId }: Pick<NamedRehearsal, 'companyId' | 'uploadId'>,
  settings: ImportSettings,
  now: Date,
): Promise<RehearsalId> {
  await dropRehearsal(tx, { companyId }, uploadId);
  const id = newId<RehearsalId>();
  await tx
    .insertInto('import_rehearsals')
    .values({
      company_id: companyId,
      upload_id: uploadId,
      id,
      settings: JSON.stringify(settings),
      created_at: now,
      moved_at: now,
    })
    .execute();
  return id;
}

/** The rehearsal of a file that the unit has and nobody imports yet, or undefined. */
export function findRehearsal(tx: Transaction, { companyId, businessUnitId }: Unit, uploadId: UploadId) {
  return rehearsals(tx)
    .selectAll('rehearsal')
    .where('rehearsal.company_id', '=', companyId)
    .where('upload.business_unit_id', '=', businessUnitId)
    .where('rehearsal.upload_id', '=', uploadId)
    .executeTakeFirst();
}

/** What a worker needs for a rehearsal that is still asked for, or undefined. */
export async function findAsked(tx: Transaction, { companyId, uploadId, rehearsalId }: NamedRehearsal) {
  const row = await rehearsals(tx)
    .select([
      'upload.business_unit_id as businessUnitId',
      'upload.type',
      'upload.survey_id as surveyId',
      'upload.file_key as fileKey',
      'upload.size_bytes as sizeBytes',
      'upload.preview',
      'rehearsal.settings',
    ])
    .where('rehearsal.company_id', '=', companyId)
    .where('rehearsal.upload_id', '=', uploadId)
    .where('rehearsal.id', '=', rehearsalId)
    .where('rehearsal.status', 'in', ['pending', 'running'])
    .executeTakeFirst();
  return row && { ...row, preview: row.preview as StoredPreview, settings: row.settings as ImportSettings };
}

function rehearsals(tx: Transaction) {
  return tx
    .selectFrom('import_rehearsals as rehearsal')
    .innerJoin('import_uploads as upload', (join) =>
      join.onRef('upload.company_id', '=', 'rehearsal.company_id').onRef('upload.id', '=', 'rehearsal.upload_id'),
    );
}

/** Begins a rehearsal, or begins it again: what a worker before had found was in its memory. */
export async function beginRehearsal(
  tx: Transaction,
  named: NamedRehearsal,
  totalRows: number,
  now: Date,
): Promise<void> {
  await asked(tx, named).set({ status: 'running', total_rows: totalRows, moved_at: now }).execute();
}

/** Notes that something of a rehearsal was heard. @returns false when nobody asks for it any more. */
export async function noteMoved(tx: Transaction, named: NamedRehearsal, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await asked(tx, named).set({ moved_at: now }).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Keeps what was found so far. @returns false when nobody asks for it any more. */
export async function keepFindings(
  tx: Transaction,
  named: NamedRehearsal,
  { counts, issues }: RehearsalFindings,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await asked(tx, named)
    .set({
      created_rows: counts.created,
      updated_rows: counts.updated,
      unchanged_rows: counts.unchanged,
      rejected_rows: counts.rejected,
      warned_rows: counts.warned,
      issues: JSON.stringify(issues),
      moved_at: now,
    })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a rehearsal, with what would end the import before its file does where there is such a thing. */
export async function endRehearsal(tx: Transaction, named: NamedRehearsal, error: ImportError | null): Promise<void> {
  await asked(tx, named)
    .set({ status: error ? 'error' : 'finished', error })
    .execute();
}

function asked(tx: Transaction, { companyId, uploadId, rehearsalId }: NamedRehearsal) {
  return tx
    .updateTable('import_rehearsals')
    .where('company_id', '=', companyId)
    .where('upload_id', '=', uploadId)
    .where('id', '=', rehearsalId)
    .where('status', 'in', ['pending', 'running']);
}

/** Nobody needs to know any more what an import of this file would do. */
export async function dropRehearsal(
  tx: Transaction,
  { companyId }: Pick<Unit, 'companyId'>,
  uploadId: UploadId,
): Promise<void> {
  await tx
    .deleteFrom('import_rehearsals')
    .where('company_id', '=', companyId)
    .where('upload_id', '=', uploadId)
    .execute();
}

/** Takes away all that rehearsals of the unit have found: they quote its files, and can be asked for again. */
export async function dropRehearsals(tx: Transaction, { companyId, businessUnitId }: Unit): Promise<void> {
  await tx
    .deleteFrom('import_rehearsals')
    .where('company_id', '=', companyId)
    .where('upload_id', 'in', (uploads) =>
      uploads
        .selectFrom('import_uploads')
        .select('import_uploads.id')
        .where('import_uploads.company_id', '=', companyId)
        .where('import_uploads.business_unit_id', '=', businessUnitId),
    )
    .execute();
}

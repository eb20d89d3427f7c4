import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId, UploadId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import type { StoredPreview } from './file-preview.ts';
import { dropRehearsals } from './rehearsal/rehearsal-rows.ts';

interface Unit {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
}

interface Forgotten extends Unit {
  /** A regular expression that JavaScript and PostgreSQL read alike: what says who the person is. */
  readonly pattern: string;
}

/** What stands where a cell was. */
const taken = '***';

/** Keeps the imports of the unit from reading on until the transaction ends: what they read next knows of what it did. */
export async function holdImports(tx: Transaction, { companyId, businessUnitId }: Unit): Promise<void> {
  await tx
    .selectFrom('imports')
    .select('id')
    .where('company_id', '=', companyId)
    .where('business_unit_id', '=', businessUnitId)
    .where('status', 'in', ['pending', 'started', 'running'])
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Takes a person out of what imports keep of their files: rows that were refused or warned of, and the first rows of each file.
 * A row that names the person is about them, with all its cells.
 * @returns how many rows were changed.
 */
export async function forgetPerson(
  tx: Transaction,
  forgotten: Forgotten,
): Promise<{ import_uploads: number; import_row_errors: number }> {
  const uploads = await forgetInPreviews(tx, forgotten);
  await dropRehearsals(tx, forgotten);
  return { import_uploads: uploads, import_row_errors: await forgetRefusedRows(tx, forgotten) };
}

async function forgetRefusedRows(tx: Transaction, { companyId, businessUnitId, pattern }: Forgotten): Promise<number> {
  const { rows } = await sql`
    UPDATE import_row_errors
    SET cells = array_fill(${taken}::text, ARRAY[cardinality(cells)])
    WHERE company_id = ${companyId} AND array_to_string(cells, E'\\n') ~ ${pattern} AND import_id IN (
      SELECT id FROM imports WHERE company_id = ${companyId} AND business_unit_id = ${businessUnitId}
    )
    RETURNING row_no
  `.execute(tx);
  return rows.length;
}

async function forgetInPreviews(tx: Transaction, { companyId, businessUnitId, pattern }: Forgotten): Promise<number> {
  const { rows: uploads } = await sql<{ id: UploadId; preview: StoredPreview }>`
    SELECT id, preview
    FROM import_uploads
    WHERE company_id = ${companyId} AND business_unit_id = ${businessUnitId} AND EXISTS (
      SELECT FROM jsonb_array_elements((preview -> 'sample') || jsonb_build_array(preview -> 'columns')) AS line (cells)
      WHERE (SELECT string_agg(cell, E'\\n') FROM jsonb_array_elements_text(line.cells) AS each (cell)) ~ ${pattern}
    )
    ORDER BY id
  `.execute(tx);
  const says = new RegExp(pattern);
  for (const { id, preview } of uploads) {
    const { columns, sample } = preview;
    const isAbout = (row: readonly string[]) => says.test(row.join('\n'));
    const clear = (row: readonly string[]) => (isAbout(row) ? row.map(() => taken) : row);
    await tx
      .updateTable('import_uploads')
      .set({
        preview: JSON.stringify({ ...preview, columns: clear(columns), sample: sample.map(clear) }),
      })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute();
  }
  return uploads.length;
}

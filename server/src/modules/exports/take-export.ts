import type { WrittenFormat } from '@escuta/contract/file-formats';
import type { Transaction } from '#platform/db/database.ts';
import type { Reading } from './asked.ts';
import { waitsForOthers } from './queries.ts';
import type { Named } from './queries.ts';
import { sourceFor } from './sources/sources.ts';

/** An export in work, where its checkpoint is. */
export interface ExportRun extends Named, Reading {
  readonly format: WrittenFormat;
  readonly layout: unknown;
  readonly generation: number;
  readonly parts: number;
  readonly readKey: unknown;
  readonly isRead: boolean;
  readonly doneRows: number;
}

/**
 * Takes an export to work on: one that runs where its checkpoint is; one that waits from its start, where the watermark and the
 * layout are noted, unless it waits for others of the unit. Undefined for the others.
 */
export async function takeExport(tx: Transaction, named: Named, now: Date): Promise<ExportRun | undefined> {
  const { companyId, exportId } = named;
  const row = await tx
    .selectFrom('exports')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', exportId)
    .forUpdate()
    .executeTakeFirst();
  if (!row || (row.status !== 'pending' && row.status !== 'running')) return undefined;
  const { type, asked, format, business_unit_id: businessUnitId } = row;
  if (row.status === 'pending' && (await waitsForOthers(tx, row))) return undefined;
  const reading = { companyId, businessUnitId, type, asked, watermark: row.watermark ?? now };
  let { layout } = row;
  if (row.watermark === null) {
    const measured = await sourceFor(type).measure(tx, reading);
    layout = measured.layout;
    await tx
      .updateTable('exports')
      .set({
        status: 'running',
        watermark: now,
        layout: JSON.stringify(measured.layout),
        total_rows: measured.total,
        moved_at: now,
        ...(measured.surveyTitle === null || row.survey_title !== null ? {} : { survey_title: measured.surveyTitle }),
      })
      .where('company_id', '=', companyId)
      .where('id', '=', exportId)
      .execute();
  }
  return {
    ...named,
    ...reading,
    format,
    layout,
    generation: row.generation,
    parts: row.parts,
    readKey: row.read_key,
    isRead: row.is_read,
    doneRows: row.done_rows,
  };
}

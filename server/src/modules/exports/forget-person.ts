import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { emit } from '#platform/events/outbox.ts';
import { dropParts } from './export-state.ts';

/**
 * Takes a person out of the exports of a unit: each file that has been written may hold them, or their words, and goes; an export
 * that runs begins again on what is left; a search that names them finds nobody any more. A file from before the contact does
 * not stay either: an import that was undone and done again brings the same person back as a younger contact. One that waits is
 * held, so that no worker reads them before they are gone; whoever calls holds the unit, so that none is asked for meanwhile.
 * @returns how many rows were changed.
 */
export async function forgetPerson(
  tx: Transaction,
  {
    companyId,
    businessUnitId,
    pattern,
  }: { companyId: CompanyId; businessUnitId: BusinessUnitId; pattern: string | null },
): Promise<{ exports: number }> {
  const held = await tx
    .selectFrom('exports')
    .select(['id', 'status'])
    .where('company_id', '=', companyId)
    .where('business_unit_id', '=', businessUnitId)
    .where((where) => where.or([where('status', 'in', ['pending', 'running']), where('file_id', 'is not', null)]))
    .orderBy('id')
    .forUpdate()
    .execute();
  const begun = held.filter(({ status }) => status !== 'pending');
  for (const { id: exportId, status } of begun) {
    await dropParts(tx, { companyId, exportId });
    const isRunning = status === 'running';
    await tx
      .updateTable('exports')
      .set(isRunning ? { parts: 0, read_key: null, is_read: false, done_rows: 0 } : { file_id: null })
      .$if(isRunning, (query) => query.set((set) => ({ generation: set('generation', '+', 1) })))
      .where('company_id', '=', companyId)
      .where('id', '=', exportId)
      .execute();
    if (isRunning) await emit(tx, companyId, 'export.started', { exportId });
  }
  const searched = pattern === null ? 0 : await forgetSearches(tx, { companyId, businessUnitId, pattern });
  return { exports: begun.length + searched };
}

async function forgetSearches(
  tx: Transaction,
  { companyId, businessUnitId, pattern }: { companyId: CompanyId; businessUnitId: BusinessUnitId; pattern: string },
): Promise<number> {
  const { rows } = await sql`
    UPDATE exports
    SET asked = jsonb_set(asked, '{filter,search}', '"***"'::jsonb)
    WHERE company_id = ${companyId} AND business_unit_id = ${businessUnitId} AND asked #>> '{filter,search}' ~ ${pattern}
    RETURNING id
  `.execute(tx);
  return rows.length;
}

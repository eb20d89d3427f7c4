import { sql } from 'kysely';
import type { CompanyId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';

const rowsAtOnce = 4_000;

/**
 * Inserts rows of one company, thousands in a statement. `columns` names each column's SQL type. The rows are new; ON CONFLICT
 * is what a distributed PostgreSQL asks of rows that come from a query.
 */
export async function writeRows<Column extends string>(
  tx: Transaction,
  companyId: CompanyId,
  table: string,
  columns: Readonly<Record<Column, string>>,
  rows: readonly Readonly<Record<Column, unknown>>[],
): Promise<void> {
  const names = Object.keys(columns) as Column[];
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const batch = rows.slice(start, start + rowsAtOnce);
    const values = names.map((name) => sql`${batch.map((row) => row[name])}::${sql.raw(columns[name])}[]`);
    await sql`
      INSERT INTO ${sql.table(table)} (company_id, ${sql.join(names.map((name) => sql.ref(name)))})
      SELECT ${companyId}::uuid, row.*
      FROM unnest(${sql.join(values)}) AS row
      ON CONFLICT DO NOTHING
    `.execute(tx);
  }
}

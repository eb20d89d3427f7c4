import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { CompanyId } from '@escuta/contract/ids';
import { isSealedToday, openSealed, seal } from '#platform/crypto/sealed-text.ts';
import type { SealContext } from '#platform/crypto/sealed-text.ts';
import type { Secrets } from '#platform/crypto/secrets.ts';
import type { Database, Transaction } from '#platform/db/database.ts';

/** A column of sealed texts. Whoever adds one adds it to `main/sealed-columns.ts`. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The column that tells its rows apart, within their company where they have one. */
  readonly key: string;
  /** What a row is sealed for. Rows of no company are told by their key alone. */
  readonly seal:
    | { readonly of: 'company'; context(companyId: CompanyId, key: string): SealContext }
    | { readonly of: 'system'; context(key: string): SealContext };
}

export interface Resealed {
  /** Sealed anew under the key of today. */
  readonly count: number;
  /** What no key that we have opens: left as it is. */
  readonly unopened: number;
}

const batchRows = 200;

/** Seals a column's texts under the key of today, as far as they are not. May be stopped and begun again at any time. */
export async function resealColumn(
  { database, secrets }: { database: Database; secrets: Secrets },
  column: SealedColumn,
  companies: readonly CompanyId[],
): Promise<Resealed> {
  const { seal: sealOf } = column;
  if (sealOf.of === 'system') {
    const walk = { secrets, column, where: sql`true`, contextOf: (key: string) => sealOf.context(key) };
    return walkRows(walk, (work) => database.withSystem(work));
  }
  let all: Resealed = { count: 0, unopened: 0 };
  for (const id of companies) {
    const contextOf = (key: string) => sealOf.context(id, key);
    const walk = { secrets, column, where: sql`company_id = ${id}`, contextOf };
    all = sum(all, await walkRows(walk, (work) => database.withCompany(id, work)));
  }
  return all;
}

interface Walk {
  readonly secrets: Secrets;
  readonly column: SealedColumn;
  readonly where: RawBuilder<unknown>;
  readonly contextOf: (key: string) => SealContext;
}

type Within = <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>;

/** By key, a batch in each transaction. */
async function walkRows(walk: Walk, within: Within): Promise<Resealed> {
  let all: Resealed = { count: 0, unopened: 0 };
  let after: string | null = null;
  do {
    const { last, resealed } = await within((tx) => resealBatch(tx, walk, after));
    all = sum(all, resealed);
    after = last;
  } while (after !== null);
  return all;
}

async function resealBatch(
  tx: Transaction,
  { secrets, column, where, contextOf }: Walk,
  after: string | null,
): Promise<{ last: string | null; resealed: Resealed }> {
  const [table, key, sealed] = [sql.table(column.table), sql.ref(column.key), sql.ref(column.column)];
  const { rows } = await sql<{ key: string; sealed: Buffer }>`
    SELECT ${key} AS key, ${sealed} AS sealed FROM ${table}
    WHERE ${where} AND ${sealed} IS NOT NULL AND (${after}::uuid IS NULL OR ${key} > ${after}::uuid)
    ORDER BY ${key} LIMIT ${batchRows}
  `.execute(tx);
  let [count, unopened] = [0, 0];
  for (const row of rows) {
    if (isSealedToday(secrets, row.sealed)) continue;
    const renewed = renew(secrets, contextOf(row.key), row.sealed);
    if (!renewed) unopened += 1;
    else {
      // What somebody has written since is sealed under the key of today.
      const written = await sql`
        UPDATE ${table} SET ${sealed} = ${renewed}
        WHERE ${where} AND ${key} = ${row.key} AND ${sealed} = ${row.sealed}
        RETURNING 1
      `.execute(tx);
      count += written.rows.length;
    }
  }
  return { last: rows.length < batchRows ? null : (rows.at(-1)?.key ?? null), resealed: { count, unopened } };
}

function renew(secrets: Secrets, context: SealContext, sealed: Buffer): Buffer | undefined {
  let text: string;
  try {
    text = openSealed(secrets, context, sealed);
  } catch {
    return undefined;
  }
  return seal(secrets, context, text);
}

function sum(one: Resealed, other: Resealed): Resealed {
  return { count: one.count + other.count, unopened: one.unopened + other.unopened };
}

import { sql } from 'kysely';
import type { AuditAction } from '@escuta/contract/audit';
import type { BusinessUnitId, CompanyId, UserId } from '@escuta/contract/ids';
import { withoutSort } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';
import { holdsWords } from '#platform/db/search.ts';

export type AuditRow = Awaited<ReturnType<typeof listAuditRows>>[number];

export interface AuditFilter {
  readonly companyId: CompanyId;
  /** The units of the reader: what was done in another one is not theirs to read. */
  readonly businessUnitIds: readonly BusinessUnitId[];
  /** `from` and `to` are days of this zone, both included. */
  readonly timezone: string;
  readonly actor?: UserId | undefined;
  readonly action?: AuditAction | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly search?: string | undefined;
}

/** Counting stops here. */
export const auditCountMax = 10_000;

/** One page, newest first. */
export async function listAuditRows(
  tx: Transaction,
  { limit, page, ...filter }: AuditFilter & { limit: number; page: number },
) {
  await withoutSort(tx);
  return matching(tx, filter)
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}

/** How many match, counted up to one more than `most`. */
export async function countAuditRows(tx: Transaction, filter: AuditFilter, most: number): Promise<number> {
  const found = matching(tx, filter)
    .select('id')
    .limit(most + 1);
  const { rows } = await sql<{ total: number }>`SELECT count(*)::int AS total FROM ${found} AS found`.execute(tx);
  return rows[0]?.total ?? 0;
}

/** Where a walk stands: behind this row. `at` is text, which keeps its microseconds. */
export interface AuditKey {
  readonly at: string;
  readonly id: string;
}

/** The next rows of a walk, newest first, and the key of the last one; null at the end. */
export async function walkAuditRows(
  tx: Transaction,
  filter: AuditFilter,
  { after, limit }: { after: AuditKey | null; limit: number },
): Promise<{ rows: readonly AuditRow[]; last: AuditKey | null }> {
  await withoutSort(tx);
  const rows = await matching(tx, filter)
    .selectAll()
    .select(sql<string>`at::text`.as('key'))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(at, id) < (${after!.at}::timestamptz, ${after!.id}::uuid)`),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const last = rows.at(-1);
  return { rows, last: last ? { at: last.key, id: last.id } : null };
}

const actorsMax = 200;

/** Who has done something since then, by the name that they had last. */
export async function listActors(
  tx: Transaction,
  companyId: CompanyId,
  since: Date,
): Promise<{ id: UserId; name: string }[]> {
  const { rows } = await sql<{ id: UserId; name: string }>`
    SELECT actor_id AS id, (array_agg(actor_name ORDER BY at DESC))[1] AS name
    FROM audit_events
    WHERE company_id = ${companyId} AND actor_id IS NOT NULL AND actor_name IS NOT NULL AND at >= ${since}
    GROUP BY actor_id
    ORDER BY name, id
    LIMIT ${actorsMax}
  `.execute(tx);
  return rows;
}

function matching(tx: Transaction, filter: AuditFilter) {
  const { companyId, businessUnitIds, timezone, actor, action, from, to, search } = filter;
  const named = sql`(coalesce(actor_name, '') || ' ' || coalesce(target_label, ''))`;
  return tx
    .selectFrom('audit_events')
    .where('company_id', '=', companyId)
    .where((where) =>
      where.or([where('business_unit_id', 'is', null), where('business_unit_id', 'in', [...businessUnitIds])]),
    )
    .$if(actor !== undefined, (query) => query.where('actor_id', '=', actor!))
    .$if(action !== undefined, (query) => query.where('action', '=', action!))
    .$if(from !== undefined, (query) =>
      query.where('at', '>=', sql<Date>`${from}::date::timestamp AT TIME ZONE ${timezone}`),
    )
    .$if(to !== undefined, (query) =>
      query.where('at', '<', sql<Date>`(${to}::date + 1)::timestamp AT TIME ZONE ${timezone}`),
    )
    .$if(!!search, (query) => query.where(holdsWords(named, search ?? '')));
}

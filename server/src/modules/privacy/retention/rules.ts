import { sql } from 'kysely';
import { retentionKinds } from '@escuta/contract/retention';
import type { RetentionKind, RetentionRule } from '@escuta/contract/retention';
import type { CompanyId } from '@escuta/contract/ids';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Scope } from '#platform/http/scope.ts';

const dayMs = 24 * 3_600_000;

/** What is older than this is forgotten. */
export function forgottenBefore(days: number, now: Date): Date {
  return new Date(now.getTime() - days * dayMs);
}

/** Every rule of a company, those that are off too, in the order of the contract. */
export async function listRules(tx: Transaction, companyId: CompanyId): Promise<RetentionRule[]> {
  const rows = await tx
    .selectFrom('retention_rules')
    .select(['kind', 'days', 'ran_at'])
    .where('company_id', '=', companyId)
    .execute();
  return retentionKinds.map((kind) => {
    const row = rows.find((each) => each.kind === kind);
    return { kind, days: row?.days ?? null, ran_at: row?.ran_at?.toISOString() ?? null };
  });
}

/** Changes after how many days something is forgotten; null turns the rule off. */
export async function changeRule(
  tx: Transaction,
  scope: Scope,
  { kind, days }: { kind: RetentionKind; days: number | null },
  now: Date,
): Promise<void> {
  const { companyId } = scope;
  const before = (await listRules(tx, companyId)).find((rule) => rule.kind === kind)?.days ?? null;
  if (before === days) return;
  await tellReached(tx, { companyId, kind }, now);
  if (days === null)
    await tx.deleteFrom('retention_rules').where('company_id', '=', companyId).where('kind', '=', kind).execute();
  else
    await sql`
      INSERT INTO retention_rules (company_id, kind, days) VALUES (${companyId}, ${kind}, ${days})
      ON CONFLICT (company_id, kind) DO UPDATE SET days = excluded.days
    `.execute(tx);
  const audited = {
    action: 'retention_rule.changed',
    target: { type: 'company', id: companyId },
    before: { retention: kind, days: before },
    after: { retention: kind, days },
  } as const;
  await recordAudit(tx, scope, audited, now);
}

/**
 * Tells the audit how much was forgotten by a rule since it was told last, all batches together. A run stops where its rule is
 * changed or turned off, so that nobody else would.
 */
export async function tellReached(
  tx: Transaction,
  { companyId, kind }: { companyId: CompanyId; kind: RetentionKind },
  now: Date,
): Promise<void> {
  const row = await tx
    .selectFrom('retention_rules')
    .select(['days', 'reached'])
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst();
  if (!row || row.reached === 0) return;
  await tx
    .updateTable('retention_rules')
    .set({ reached: 0 })
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .execute();
  const after = { retention: kind, days: row.days, rows: row.reached };
  const target = { type: 'company', id: companyId } as const;
  await recordAudit(tx, { companyId }, { action: 'retention_rule.applied', target, after }, now);
}

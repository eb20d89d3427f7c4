import { sql } from 'kysely';
import type { AuditAction, AuditTarget } from '@escuta/contract/audit';
import type { CompanyId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';

/** Who changed each setting of a thing last, by the setting's name in the audit. */
export async function lastChanges(
  tx: Transaction,
  companyId: CompanyId,
  { action, type, id }: { action: AuditAction; type: AuditTarget; id: string },
): Promise<Record<string, { nome: string | null; at: string }>> {
  const { rows } = await sql<{ setting: string; actor_name: string | null; at: Date }>`
    SELECT DISTINCT ON (setting) setting, actor_name, at
    FROM audit_events CROSS JOIN LATERAL jsonb_object_keys(after) setting
    WHERE company_id = ${companyId} AND target_type = ${type} AND target_id = ${id} AND action = ${sql.lit(action)}
    ORDER BY setting, at DESC, id DESC
  `.execute(tx);
  return Object.fromEntries(
    rows.map(({ setting, actor_name, at }) => [setting, { nome: actor_name, at: at.toISOString() }]),
  );
}

type Value = string | number | boolean | null | readonly string[];
type Values = Readonly<Record<string, Value>>;

/** What of `changes` is not as it stands: before and after, for the audit; undefined where nothing is. */
export function changedFacts(current: Values, changes: Values): { before: Values; after: Values } | undefined {
  const changed = Object.keys(changes).filter(
    (name) => JSON.stringify(current[name]) !== JSON.stringify(changes[name]),
  );
  if (changed.length === 0) return undefined;
  const of = (values: Values) => Object.fromEntries(changed.map((name) => [name, values[name] ?? null]));
  return { before: of(current), after: of(changes) };
}

import { sql } from 'kysely';
import type { CompanyId, ContactId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';

/**
 * Takes a contact, with the ids of those who were merged into it, out of what the plumbing keeps: its name out of the audit, and what it was out of the answers that are kept for
 * repetitions of a request. `blank` is what such an answer says of a person of whom nothing is known.
 * @returns how many rows were changed.
 */
export async function forgetContact(
  tx: Transaction,
  { companyId, contactIds, blank }: { companyId: CompanyId; contactIds: readonly ContactId[]; blank: object },
): Promise<{ audit_events: number; idempotency_keys: number }> {
  const audit = await sql`
    UPDATE audit_events
    SET target_label = NULL
    WHERE company_id = ${companyId} AND target_type = 'contact' AND target_id = ANY(${[...contactIds]}::text[]) AND target_label IS NOT NULL
    RETURNING id
  `.execute(tx);
  const answers = await sql`
    UPDATE idempotency_keys
    SET answer = answer || ${JSON.stringify(blank)}::jsonb
    WHERE company_id = ${companyId} AND answer ->> '_id' = ANY(${[...contactIds]}::text[])
    RETURNING key
  `.execute(tx);
  return { audit_events: audit.rows.length, idempotency_keys: answers.rows.length };
}

import { sql } from 'kysely';
import type { Audience, AudiencePreview } from '@escuta/contract/sends';
import { emailAddressees } from '#modules/contacts/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Scope } from '#platform/http/scope.ts';
import { audienceFilter } from './send.ts';

/** Counts an audience: everybody in it, who would be written to, and the others by reason, most frequent first. */
export async function previewAudience(tx: Transaction, scope: Scope, audience: Audience): Promise<AudiencePreview> {
  const { companyId, businessUnitId } = scope;
  const addressees = emailAddressees(tx, { companyId, businessUnitId, ...audienceFilter(audience) });
  const rows = await tx
    .selectFrom(addressees.as('addressee'))
    .select(['held_back', sql<number>`count(*)::int`.as('count')])
    .groupBy('held_back')
    .orderBy('count', 'desc')
    .execute();
  const heldBack = rows.flatMap(({ held_back: reason, count }) => (reason ? [{ reason, count }] : []));
  const contacts = rows.reduce((sum, row) => sum + row.count, 0);
  return { contacts, eligible: contacts - heldBack.reduce((sum, row) => sum + row.count, 0), heldBack };
}

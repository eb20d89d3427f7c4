import { sql } from 'kysely';
import type { CompanyId, ContactId } from '@escuta/contract/ids';
import type { MessageChannel } from '@escuta/contract/primitives';
import type { Transaction } from '#platform/db/database.ts';
import { itemState } from './item-state.ts';
import { itemsOf } from './move-items.ts';

const columns = sql`item.id, item.send_id, item.channel, item.address, item.state, item.reason, item.executed_at,
  item.opened_at`;

const stateNames = new Map<number, string>(Object.entries(itemState).map(([name, state]) => [state, name]));

/** Every message that was meant for a contact: of which survey, over what, where to, and what became of it. Oldest first. */
export async function collectSends(
  tx: Transaction,
  { companyId, contactId }: { companyId: CompanyId; contactId: ContactId },
) {
  const { rows } = await sql<{
    survey_title: string;
    created_at: Date;
    channel: MessageChannel;
    address: string | null;
    state: number;
    reason: string | null;
    executed_at: Date | null;
    opened_at: Date | null;
  }>`
    SELECT sends.survey_title, sends.created_at, item.channel, item.address, item.state, item.reason, item.executed_at,
      item.opened_at
    FROM (${itemsOf({ companyId, contactId }, columns)}) AS item
    JOIN sends ON sends.company_id = ${companyId} AND sends.id = item.send_id
    ORDER BY sends.created_at, item.id
  `.execute(tx);
  return rows.map((row) => ({
    survey: row.survey_title,
    channel: row.channel,
    address: row.address,
    state: stateNames.get(row.state) ?? String(row.state),
    reason: row.reason,
    asked_at: row.created_at,
    sent_at: row.executed_at,
    opened_at: row.opened_at,
  }));
}

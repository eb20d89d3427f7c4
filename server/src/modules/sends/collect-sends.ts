import type { CompanyId, ContactId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { itemState } from './item-state.ts';

const stateNames = new Map<number, string>(Object.entries(itemState).map(([name, state]) => [state, name]));

/** Every message that was meant for a contact: of which survey, over what, where to, and what became of it. Oldest first. */
export async function collectSends(
  tx: Transaction,
  { companyId, contactId }: { companyId: CompanyId; contactId: ContactId },
) {
  const rows = await tx
    .selectFrom('send_items')
    .innerJoin('sends', (join) =>
      join.onRef('sends.company_id', '=', 'send_items.company_id').onRef('sends.id', '=', 'send_items.send_id'),
    )
    .select([
      'sends.survey_title',
      'sends.created_at',
      'send_items.channel',
      'send_items.address',
      'send_items.state',
      'send_items.reason',
      'send_items.executed_at',
    ])
    .where('send_items.company_id', '=', companyId)
    .where('send_items.contact_id', '=', contactId)
    .orderBy('sends.created_at')
    .orderBy('send_items.id')
    .execute();
  return rows.map((row) => ({
    survey: row.survey_title,
    channel: row.channel,
    address: row.address,
    state: stateNames.get(row.state) ?? String(row.state),
    reason: row.reason,
    asked_at: row.created_at,
    sent_at: row.executed_at,
  }));
}

import type { CompanyId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { runWrites } from '#platform/db/writes.ts';
import { recordEvidence } from './invited-items.ts';
import type { InvitedItem } from './invited-items.ts';
import { itemState } from './item-state.ts';

/** Keeps when somebody first opened the survey of their message; where nobody knew that it had arrived, that it did. */
export async function noteOpened(
  tx: Transaction,
  { companyId, item, at }: { readonly companyId: CompanyId; readonly item: InvitedItem; readonly at: Date },
): Promise<void> {
  const { itemsMonth, itemId, state } = item;
  await tx
    .updateTable('send_items')
    .set({ opened_at: at })
    .where('company_id', '=', companyId)
    .where('items_month', '=', itemsMonth)
    .where('id', '=', itemId)
    .where('opened_at', 'is', null)
    .execute();
  const evidence = state === itemState.accepted ? [] : [{ itemId, kind: 'open' as const, at }];
  await runWrites(tx, [recordEvidence({ companyId, evidence })]);
}

import { sql } from 'kysely';
import type { CompanyId } from '@escuta/contract/ids';
import { byAddress, ledLookUp } from '#platform/db/batch.ts';

/*
 * Statements that change a batch of items. A batch leads the database to each row's address (batch.ts): the one where the
 * worker saw the row last, which costs no look-up, or the one found by its key. The months stand beside the join, so that only
 * these partitions are planned for.
 */

/** The item of a batch `asked (id, items_month, …)`, as `item (row, partition)`; stands after LATERAL. */
export function itemByKey(companyId: CompanyId, months: readonly string[]) {
  return sql`(
        SELECT look.ctid AS row, look.tableoid AS partition FROM send_items look
        WHERE look.company_id = ${companyId} AND look.items_month = ANY(${months}::date[])
          AND look.items_month = asked.items_month AND look.id = asked.id
        ${ledLookUp}
      ) AS item`;
}

/**
 * Joins the updated item `i` with its batch, looked up by key. A row that changes between look-up and update is missed,
 * which every caller bears: the item keeps its lease until that ends.
 */
export function sameItem(companyId: CompanyId, months: readonly string[]) {
  return sql`i.company_id = ${companyId} AND i.items_month = ANY(${months}::date[]) AND ${byAddress('i', 'asked')} AND i.tableoid = asked.partition`;
}

/**
 * Joins the updated item `i` with a batch `asked (row, id, items_month, …)` by the address that was true a moment ago. A
 * row that has moved since is missed: the caller looks these up by key.
 */
export function itemAtAddress(companyId: CompanyId, months: readonly string[]) {
  return sql`i.company_id = ${companyId} AND i.items_month = ANY(${months}::date[]) AND ${byAddress('i', 'asked')}
        AND i.id = asked.id AND i.items_month = asked.items_month`;
}

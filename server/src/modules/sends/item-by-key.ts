import { sql } from 'kysely';

/*
 * Statements that change a batch of items by their keys. The database knows little of a company whose rows are new, and
 * then prefers to read all of them once to looking up twenty keys. OFFSET 0 keeps each look-up one by key, and the row's
 * own address leads the update to it. The months stand beside the join, so that only these partitions are planned for.
 */

/** The item of a batch `asked (id, items_month, …)`, as `item (row, partition)`; stands after LATERAL. */
export function itemByKey(companyId: string, months: readonly string[]) {
  return sql`(
        SELECT look.ctid AS row, look.tableoid AS partition FROM send_items look
        WHERE look.company_id = ${companyId} AND look.items_month = ANY(${months}::date[])
          AND look.items_month = asked.items_month AND look.id = asked.id
        OFFSET 0
      ) AS item`;
}

/**
 * Joins the updated item `i` with its batch. A row that changes between look-up and update is missed, which every caller
 * bears: the item keeps its lease until that ends.
 */
export function sameItem(companyId: string, months: readonly string[]) {
  return sql`i.company_id = ${companyId} AND i.items_month = ANY(${months}::date[]) AND i.ctid = asked.row AND i.tableoid = asked.partition`;
}

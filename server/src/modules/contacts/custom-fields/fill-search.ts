import { sql } from 'kysely';
import type { CompanyId, ContactId } from '@escuta/contract/ids';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Transaction } from '#platform/db/database.ts';
import { emit } from '#platform/events/outbox.ts';
import { eachApart } from '#platform/jobs/each-apart.ts';
import { stillMsMax } from '#platform/jobs/jobs.ts';
import { customSearchText } from './custom-search.ts';
import { holdCustomFields } from './queries.ts';

const contactsAtOnce = 2_000;

/**
 * Makes the search text anew of all contacts that hold a value of a field which came into the search, or left it, in short
 * transactions. Cut off, it begins again and finds what is done already as it should be; a flag that changes meanwhile is seen.
 */
export async function fillCustomSearch(
  { database }: Pick<AppContext, 'database'>,
  companyId: CompanyId,
  signal: AbortSignal,
  atOnce = contactsAtOnce,
): Promise<void> {
  for (;;) {
    const asked = await database.withCompany(companyId, (tx) => listAsked(tx, companyId));
    if (asked.length === 0) return;
    const names = asked.map(({ name }) => name);
    let after: ContactId | null = null;
    do {
      signal.throwIfAborted();
      const from: ContactId | null = after;
      after = await database.withCompany(companyId, (tx) => fillSome(tx, companyId, { names, after: from, atOnce }));
    } while (after !== null);
    const fillIds = asked.map(({ fillId }) => fillId);
    await database.withCompany(companyId, (tx) =>
      tx
        .updateTable('custom_fields')
        .set({ search_fill_id: null })
        .where('company_id', '=', companyId)
        .where('search_fill_id', 'in', fillIds)
        .execute(),
    );
  }
}

async function listAsked(tx: Transaction, companyId: CompanyId) {
  const rows = await tx
    .selectFrom('custom_fields')
    .select(['internal_name as name', 'search_fill_id as fillId'])
    .where('company_id', '=', companyId)
    .where('search_fill_id', 'is not', null)
    .execute();
  return rows.flatMap(({ name, fillId }) => (fillId === null ? [] : [{ name, fillId }]));
}

/** Fills the next contacts that hold one of the fields, in the order of their ids. Answers the last id, null at the end. */
async function fillSome(
  tx: Transaction,
  companyId: CompanyId,
  { names, after, atOnce }: { names: readonly string[]; after: ContactId | null; atOnce: number },
): Promise<ContactId | null> {
  const fields = await holdCustomFields(tx, companyId);
  const held = await tx
    .selectFrom('contacts')
    .select('id')
    .where('company_id', '=', companyId)
    .where(sql<boolean>`jsonb_exists_any(contacts.custom_fields, ${[...names]}::text[])`)
    .$if(after !== null, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(atOnce)
    // In the order of their ids, as whoever notes something on many contacts locks them.
    .forNoKeyUpdate()
    .execute();
  const last = held.at(-1)?.id ?? null;
  if (last === null) return null;
  const text = customSearchText(fields, sql.ref('contacts.custom_fields'));
  await tx
    .updateTable('contacts')
    .set({ custom_search_text: text })
    .where('company_id', '=', companyId)
    .where(sql<boolean>`contacts.id = ANY(${held.map(({ id }) => id)}::uuid[])`)
    .where(sql<boolean>`contacts.custom_search_text IS DISTINCT FROM ${text}`)
    .execute();
  return held.length < atOnce ? null : last;
}

/** Starts filling again where it was asked for long ago: its job gave up or was lost, or still runs and may run twice. */
export async function reviveCustomSearch({
  database,
  clock,
  log,
}: Pick<AppContext, 'database' | 'clock' | 'log'>): Promise<void> {
  const before = new Date(clock.now().getTime() - stillMsMax);
  const still = await database.withSystem((tx) =>
    tx
      .selectFrom('custom_fields')
      .select('company_id as companyId')
      .distinct()
      .where('search_fill_id', 'is not', null)
      .where('updated_at', '<', before)
      .execute(),
  );
  await eachApart(log, still, ({ companyId }) =>
    database.withCompany(companyId, (tx) => emit(tx, companyId, 'custom-field.search-changed', {})),
  );
}

import { sql } from 'kysely';
import type { CustomField } from '@escuta/contract/custom-fields';
import type { BusinessUnitId, CompanyId, ContactId, MergeId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { hashAddresses } from '../address-hash.ts';
import { refuseDuplicate, refusingUnseen } from '../contact-form.ts';
import { partImports } from '../contact-imports.ts';
import { customSearchText } from '../custom-fields/custom-search.ts';
import { holdCustomFields } from '../custom-fields/queries.ts';
import { findErased } from '../find-erased.ts';
import { returnStops } from '../stops/carry-stops.ts';
import { shareStops } from '../stops/join-stops.ts';
import type { Returning } from '../stops/join-stops.ts';
import { copyWords, partConsents } from './join-consents.ts';
import { markColumns, writeValues } from './merge-contacts.ts';
import type { MergeScope } from './merge-contacts.ts';
import { unmergedValues } from './merged-values.ts';
import type { KeptRow } from './merged-values.ts';
import { asKeptRow, findMerge, listOpenMerges, reversibleMs } from './merge-rows.ts';
import type { KeptBefore, MergeRow } from './merge-rows.ts';

interface Unit {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
}

/** Until when a merge can be reversed. */
export function undoUntil(mergedAt: Date): Date {
  return new Date(mergedAt.getTime() + reversibleMs);
}

type Reversible<Moved> = MergeRow<Moved> & { readonly before: KeptBefore; readonly moved: Moved };

/** A merge of the unit that can be reversed now. Refuses NOT_FOUND, and MERGE_NOT_REVERSIBLE with the reason. */
export async function reversibleMerge<Moved>(
  tx: Transaction,
  { companyId, businessUnitId }: Unit,
  { id, now }: { id: MergeId; now: Date },
): Promise<Reversible<Moved>> {
  const merge = await findMerge<Moved>(tx, { companyId, businessUnitId, id });
  if (!merge) throw refuse('NOT_FOUND');
  const no = (reason: 'undone' | 'late' | 'erased' | 'not_last') => refuse('MERGE_NOT_REVERSIBLE', { reason });
  if (merge.undone_at !== null) throw no('undone');
  if (now >= undoUntil(merge.merged_at)) throw no('late');
  if (merge.before === null || merge.moved === null) throw no('erased');
  const [last] = await listOpenMerges(tx, { companyId, contactId: merge.contact_id });
  if (last?.id !== id) throw no('not_last');
  return merge as Reversible<Moved>;
}

/** The contact that others were merged into, held until the transaction ends. Refuses MERGE_NOT_REVERSIBLE where it is gone itself. */
export async function holdMerged(
  tx: Transaction,
  { companyId, businessUnitId }: Unit,
  id: ContactId,
): Promise<KeptRow> {
  await holdCustomFields(tx, companyId);
  await sql`
    SELECT id FROM contacts WHERE company_id = ${companyId} AND business_unit_id = ${businessUnitId} AND id = ${id} FOR UPDATE
  `.execute(tx);
  const { rows } = await sql<{ row: KeptRow }>`
    SELECT ${asKeptRow} AS row FROM contacts
    WHERE company_id = ${companyId} AND business_unit_id = ${businessUnitId} AND id = ${id} AND anonymized_at IS NULL
  `.execute(tx);
  // It was merged into another one, whose merge is to be reversed first: who was erased took the record along.
  if (!rows[0]) throw refuse('MERGE_NOT_REVERSIBLE', { reason: 'not_last' });
  return rows[0].row;
}

/**
 * Brings the absorbed contact back as it was and gives the other one what it held before, but for what was edited since. What went
 * from the company meanwhile does not come back: values of a custom field, also where it is of another type, lists. Refuses
 * CONTACT_EXISTS where somebody else has an address of either by now, and MERGE_NOT_REVERSIBLE where who had it since was erased.
 * @returns the choices that were edited.
 */
export async function unmergeContacts(
  tx: Transaction,
  scope: MergeScope,
  { merge, held, now }: { merge: Reversible<unknown>; held: KeptRow; now: Date },
): Promise<string[]> {
  const { companyId } = scope;
  const { id, contact_id: keptId, absorbed_id: absorbedId, before } = merge;
  const fields = await holdCustomFields(tx, companyId);
  const isSame = ({ internal_name: name, _id, type }: CustomField) =>
    _id === before.fields[name] && type === (before.types?.[name] ?? type);
  const there = new Set(fields.filter(isSame).map((field) => field.internal_name));
  const known = (row: KeptRow): KeptRow => ({
    ...row,
    custom_fields: Object.fromEntries(Object.entries(row.custom_fields).filter(([name]) => there.has(name))),
  });
  const { values, edited } = unmergedValues({ before: known(before.kept), after: before.after, now: held });
  const marks = Object.fromEntries(markColumns.map((column) => [column, before.kept[column]]));
  await partConsents(tx, { companyId, mergeId: id });
  await tx
    .updateTable('contact_merges')
    .set({ undone_at: now, dropped_external_id: null, before: null, moved: null })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
  await refuseDuplicate(tx, scope, addressesIn(values), keptId);
  await refuseErased(tx, scope, { held, returning: [values, before.absorbed], since: merge.merged_at });
  const written = { companyId, contactId: keptId, values: { ...values, ...marks }, customFields: fields, now };
  await refusingUnseen(() => writeValues(tx, written));
  // What the person stopped since, at whichever address, holds at those that come back (decision 0060).
  await returnStops(tx, scope, { id: keptId, before: addressesIn(before.kept), after: addressesIn(values) });
  await refuseDuplicate(tx, scope, addressesIn(before.absorbed));
  await refusingUnseen(() => bringBack(tx, companyId, { row: known(before.absorbed), fields, now }));
  await partLists(tx, companyId, { keptId, absorbedId, lists: before.lists });
  await partImports(tx, companyId, { keptId, absorbedId, imports: before.imports });
  return edited;
}

/**
 * Gives who is back, with their messages, what was said meanwhile at their addresses and by the links of their messages: it stays stopped,
 * and stands in their history, too.
 */
export async function returnWords(
  tx: Transaction,
  { businessUnitId }: Unit,
  { returning, before }: { returning: Returning; before: KeptBefore },
): Promise<void> {
  const { companyId, absorbedId: id } = returning;
  const returned = addressesIn(before.absorbed);
  const { email, tel } = addressesIn(before.kept);
  const own = await hashAddresses(
    tx,
    [email, tel].filter((address) => address !== null),
  );
  const isOwn = (hash: Buffer) => [...own.values()].some((each) => each.equals(hash));
  // The links of messages to these were those of the one who stays.
  const written = returning.written.filter(({ addressHash }) => !isOwn(addressHash));
  const shared = { ...returning, written };
  await shareStops(tx, shared);
  await returnStops(tx, { companyId, businessUnitId }, { id, before: returned, after: returned });
  await copyWords(tx, shared);
}

/** Refuses MERGE_NOT_REVERSIBLE where an address that the contact does not have would come back, of somebody who was erased since. */
async function refuseErased(
  tx: Transaction,
  scope: MergeScope,
  { held, returning, since }: { held: KeptRow; returning: readonly Readonly<Record<string, unknown>>[]; since: Date },
): Promise<void> {
  const present = addressesIn(held);
  const rows = returning.map(addressesIn).map(({ email, tel }) => ({
    email: email === present.email ? null : email,
    tel: tel === present.tel ? null : tel,
  }));
  const erased = await findErased(tx, scope, rows, since);
  if (erased.size > 0) throw refuse('MERGE_NOT_REVERSIBLE', { reason: 'erased' });
}

/** What is once in a unit. */
function addressesIn(row: Readonly<Record<string, unknown>>) {
  const text = (column: string) => (row[column] ?? null) as string | null;
  return { email: text('email'), tel: text('tel'), external_id: text('external_id') };
}

/** Its row says that it was touched now: no undo of an import takes it for one that nobody knows. */
async function bringBack(
  tx: Transaction,
  companyId: CompanyId,
  { row, fields, now }: { row: KeptRow; fields: readonly CustomField[]; now: Date },
): Promise<void> {
  const columns = Object.keys(row).filter((column) => column !== 'company_id');
  const named = sql.join(columns.map((column) => sql.ref(column)));
  await sql`
    INSERT INTO contacts (company_id, ${named}, custom_search_text)
    SELECT ${companyId}::uuid, ${sql.join(columns.map((column) => sql`held.${sql.ref(column)}`))},
      ${customSearchText(fields, sql.ref('held.custom_fields'))}
    FROM jsonb_populate_record(NULL::contacts, ${JSON.stringify({ ...row, updated_at: now })}::jsonb) AS held
    ON CONFLICT (company_id, id) DO NOTHING
  `.execute(tx);
}

async function partLists(
  tx: Transaction,
  companyId: CompanyId,
  { keptId, absorbedId, lists }: { keptId: ContactId; absorbedId: ContactId; lists: KeptBefore['lists'] },
): Promise<void> {
  await sql`
    DELETE FROM segment_members
    WHERE company_id = ${companyId} AND contact_id = ${keptId} AND segment_id = ANY(${[...lists.added]}::uuid[])
  `.execute(tx);
  await sql`
    INSERT INTO segment_members (company_id, segment_id, contact_id)
    SELECT ${companyId}::uuid, id, ${absorbedId}::uuid FROM segments
    WHERE company_id = ${companyId} AND id = ANY(${[...lists.absorbed]}::uuid[])
    ON CONFLICT DO NOTHING
  `.execute(tx);
}

import type { CustomField } from '@escuta/contract/custom-fields';
import { sql } from 'kysely';
import { tagsMax } from '@escuta/contract/contact-particulars';
import type { CompanyId, BusinessUnitId, ContactId, MergeId, SegmentId, UserId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { refuseNoAddress } from '../contact-form.ts';
import { joinImports } from '../contact-imports.ts';
import { customSearchText } from '../custom-fields/custom-search.ts';
import { holdCustomFields } from '../custom-fields/queries.ts';
import { joinStops } from '../stops/join-stops.ts';
import { joinConsents } from './join-consents.ts';
import { asKeptRow } from './merge-rows.ts';
import { mergedColumns, mergedValues, versionOf } from './merged-values.ts';
import type { Choices, KeptRow } from './merged-values.ts';
import type { KeptBefore } from './merge-rows.ts';

interface Unit {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
}

export interface Pair {
  readonly kept: KeptRow;
  readonly other: KeptRow;
}

/** Two contacts of the unit as they stand until the transaction ends. Refuses NOT_FOUND, and CONTACT_ANONYMIZED. */
export async function holdPair(
  tx: Transaction,
  unit: Unit,
  { keptId, otherId }: { keptId: ContactId; otherId: ContactId },
): Promise<Pair> {
  await holdCustomFields(tx, unit.companyId);
  // In the order of their ids: two merges of the same people do not wait for each other in a circle.
  await tx
    .selectFrom('contacts')
    .select('id')
    .where('company_id', '=', unit.companyId)
    .where('business_unit_id', '=', unit.businessUnitId)
    .where('id', 'in', [keptId, otherId])
    .orderBy('id')
    .forUpdate()
    .execute();
  return readPair(tx, unit, { keptId, otherId });
}

/** The same, only read. */
export async function readPair(
  tx: Transaction,
  { companyId, businessUnitId }: Unit,
  { keptId, otherId }: { keptId: ContactId; otherId: ContactId },
): Promise<Pair> {
  const { rows } = await sql<{ id: ContactId; row: KeptRow }>`
    SELECT id, ${asKeptRow} AS row FROM contacts
    WHERE company_id = ${companyId} AND business_unit_id = ${businessUnitId} AND id IN (${keptId}, ${otherId})
  `.execute(tx);
  const [kept, other] = [keptId, otherId].map((id) => rows.find((row) => row.id === id)?.row);
  if (!kept || !other) throw refuse('NOT_FOUND');
  if (kept['anonymized_at'] !== null || other['anonymized_at'] !== null) throw refuse('CONTACT_ANONYMIZED');
  return { kept, other };
}

export interface MergeScope extends Unit {
  readonly userId: UserId;
  readonly userName: string;
}

/** What somebody chose, and of what they saw. */
interface Choice {
  readonly pair: Pair;
  readonly choices: Choices;
  readonly versions: { readonly kept: string; readonly other: string };
}

interface Asked {
  readonly keptId: ContactId;
  readonly otherId: ContactId;
  readonly pair: Pair;
  /** What the merged contact holds, by columns, as `judgeMerge` says. */
  readonly values: Readonly<Record<string, unknown>>;
  /** What others moved of the absorbed contact's history, as they want it back. */
  readonly moved: object;
  readonly now: Date;
}

/**
 * What the merged contact holds, by columns. Refuses CONTACT_CHANGED where one of both was changed since somebody chose, and what would be
 * no contact: ADDRESS_MISSING, TOO_MANY_TAGS.
 */
export function judgeMerge({ pair, choices, versions }: Choice): Readonly<Record<string, unknown>> {
  if (versionOf(pair.kept) !== versions.kept) throw refuse('CONTACT_CHANGED', { side: 'kept' });
  if (versionOf(pair.other) !== versions.other) throw refuse('CONTACT_CHANGED', { side: 'other' });
  const values = mergedValues(pair.kept, pair.other, choices);
  refuseNoAddress({ email: values['email'] as string | null, tel: values['tel'] as string | null });
  if ((values['tags'] as string[]).length > tagsMax) throw refuse('TOO_MANY_TAGS', { most: tagsMax });
  return values;
}

/**
 * Makes two contacts, which are held, one: values, lists, consents and marks are joined, and what either stopped is stopped for every
 * address of both. The absorbed one goes; nothing of anybody else belongs to it by then. @returns the merge.
 */
export async function mergeContacts(
  tx: Transaction,
  scope: MergeScope,
  { keptId, otherId, pair, values, moved, now }: Asked,
): Promise<MergeId> {
  const { companyId, businessUnitId, userId, userName } = scope;
  const id = newId<MergeId>();
  const after = { ...values, ...laterMarks(pair) };
  const who = { ...scope, mergeId: id, keptId, otherId, now };
  await joinStops(tx, who);
  await joinConsents(tx, who);
  const lists = await joinLists(tx, companyId, { keptId, otherId });
  const imports = await joinImports(tx, companyId, { keptId, otherId });
  const customFields = await holdCustomFields(tx, companyId);
  const fields = Object.fromEntries(customFields.map(({ internal_name, _id }) => [internal_name, _id]));
  const types = Object.fromEntries(customFields.map(({ internal_name, type }) => [internal_name, type]));
  await tx.deleteFrom('contacts').where('company_id', '=', companyId).where('id', '=', otherId).execute();
  await writeValues(tx, { companyId, contactId: keptId, values: after, customFields, now });
  const before: KeptBefore = { kept: pair.kept, absorbed: pair.other, after, fields, types, lists, imports };
  await tx
    .insertInto('contact_merges')
    .values({
      company_id: companyId,
      id,
      business_unit_id: businessUnitId,
      contact_id: keptId,
      absorbed_id: otherId,
      merged_at: now,
      merged_by: userId,
      merged_by_name: userName,
      dropped_external_id: droppedId(pair, after),
      before: JSON.stringify(before),
      moved: JSON.stringify(moved),
    })
    .execute();
  return id;
}

/** The external id that one of both had and the merged contact has not. */
function droppedId({ kept, other }: Pair, after: Readonly<Record<string, unknown>>): string | null {
  const ids = [other, kept].map((row) => row['external_id'] as string | null);
  return ids.find((id) => id !== null && id !== after['external_id']) ?? null;
}

export const markColumns = ['last_sent_at', 'last_answered_at', 'last_score', 'last_metric'] as const;

/** When either was written to and answered last. */
function laterMarks({ kept, other }: Pair): Readonly<Record<string, unknown>> {
  const at = (row: KeptRow, column: string) => Date.parse((row[column] as string | null) ?? '0001-01-01');
  const sent = at(other, 'last_sent_at') > at(kept, 'last_sent_at') ? other : kept;
  const answered = at(other, 'last_answered_at') > at(kept, 'last_answered_at') ? other : kept;
  return {
    last_sent_at: sent['last_sent_at'],
    last_answered_at: answered['last_answered_at'],
    last_score: answered['last_score'],
    last_metric: answered['last_metric'],
  };
}

/** Writes columns of a contact by their names; the other ones stay. */
export async function writeValues(
  tx: Transaction,
  {
    companyId,
    contactId,
    values,
    customFields,
    now,
  }: {
    companyId: CompanyId;
    contactId: ContactId;
    values: Readonly<Record<string, unknown>>;
    customFields: readonly CustomField[];
    now: Date;
  },
): Promise<void> {
  const written = [...mergedColumns, 'custom_fields', ...markColumns].filter((column) => column in values);
  const searched =
    'custom_fields' in values
      ? sql`, custom_search_text = ${customSearchText(customFields, sql.ref('held.custom_fields'))}`
      : sql``;
  await sql`
    UPDATE contacts
    SET ${sql.join(written.map((column) => sql`${sql.ref(column)} = held.${sql.ref(column)}`))} ${searched}, updated_at = ${now}
    FROM jsonb_populate_record(NULL::contacts, ${JSON.stringify(values)}::jsonb) AS held
    WHERE contacts.company_id = ${companyId} AND contacts.id = ${contactId}
  `.execute(tx);
}

async function joinLists(
  tx: Transaction,
  companyId: CompanyId,
  { keptId, otherId }: { keptId: ContactId; otherId: ContactId },
): Promise<KeptBefore['lists']> {
  const left = await sql<{ id: SegmentId }>`
    DELETE FROM segment_members WHERE company_id = ${companyId} AND contact_id = ${otherId} RETURNING segment_id AS id
  `.execute(tx);
  const absorbed = left.rows.map(({ id }) => id);
  const joined = await sql<{ id: SegmentId }>`
    INSERT INTO segment_members (company_id, segment_id, contact_id)
    SELECT ${companyId}::uuid, list, ${keptId}::uuid FROM unnest(${absorbed}::uuid[]) AS list
    ON CONFLICT DO NOTHING
    RETURNING segment_id AS id
  `.execute(tx);
  return { absorbed, added: joined.rows.map(({ id }) => id) };
}

import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId, ContactId, SegmentId } from '@escuta/contract/ids';
import type { SegmentDefinition, SegmentUser } from '@escuta/contract/segments';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { customFieldsIn, segmentsIn } from './segment.ts';

export interface SegmentUnit {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
}

export type SegmentRow = Awaited<ReturnType<typeof listSegmentRows>>[number];

/** The segments and lists of a unit, by name. */
export async function listSegmentRows(tx: Transaction, { companyId, businessUnitId }: SegmentUnit) {
  const rows = await tx
    .selectFrom('segments')
    .select(['id', 'name', 'kind', 'definition', 'counted', 'counted_at', 'created_at', 'updated_at'])
    .where('company_id', '=', companyId)
    .where('business_unit_id', '=', businessUnitId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, definition: row.definition as SegmentDefinition | null }));
}

/** The same, held until the end of the transaction: whoever adds, changes or deletes one waits for the others. */
export async function lockSegments(tx: Transaction, unit: SegmentUnit): Promise<SegmentRow[]> {
  await tx
    .selectFrom('segments')
    .select('id')
    .where('company_id', '=', unit.companyId)
    .where('business_unit_id', '=', unit.businessUnitId)
    .orderBy('id')
    .forUpdate()
    .execute();
  // What was changed by whoever held them before is seen by a statement of its own.
  return listSegmentRows(tx, unit);
}

/** Whether a segment or list of the unit is there. */
export async function hasSegment(tx: Transaction, named: NamedSegment): Promise<boolean> {
  return (await segmentNamed(tx, named).executeTakeFirst()) !== undefined;
}

/** The same, and it stays until the transaction ends. */
export async function holdSegment(tx: Transaction, named: NamedSegment): Promise<boolean> {
  return (await segmentNamed(tx, named).forKeyShare().executeTakeFirst()) !== undefined;
}

interface NamedSegment extends SegmentUnit {
  readonly segmentId: SegmentId;
}

function segmentNamed(tx: Transaction, { companyId, businessUnitId, segmentId }: NamedSegment) {
  return tx
    .selectFrom('segments')
    .select('id')
    .where('company_id', '=', companyId)
    .where('business_unit_id', '=', businessUnitId)
    .where('id', '=', segmentId);
}

/** The name of a list, held until the transaction ends: who adds to it or deletes it meanwhile waits. Refuses NOT_FOUND. */
export async function holdList(
  tx: Transaction,
  { companyId, businessUnitId, segmentId }: SegmentUnit & { readonly segmentId: SegmentId },
): Promise<string> {
  const held = await tx
    .selectFrom('segments')
    .select('name')
    .where('company_id', '=', companyId)
    .where('business_unit_id', '=', businessUnitId)
    .where('id', '=', segmentId)
    .where('kind', '=', 'list')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!held) throw refuse('NOT_FOUND');
  return held.name;
}

/** How many members each list of the unit has. */
export async function countMembers(
  tx: Transaction,
  { companyId, businessUnitId }: SegmentUnit,
): Promise<ReadonlyMap<SegmentId, number>> {
  const rows = await memberships(tx, companyId)
    .select(['segments.id', sql<number>`count(*)::int`.as('count')])
    .where('segments.business_unit_id', '=', businessUnitId)
    .groupBy('segments.id')
    .execute();
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** The names of the lists that a contact is on. */
export async function listsWith(
  tx: Transaction,
  { companyId, contactId }: { companyId: CompanyId; contactId: ContactId },
): Promise<string[]> {
  const rows = await memberships(tx, companyId)
    .select('segments.name')
    .where('segment_members.contact_id', '=', contactId)
    .orderBy('segments.name')
    .execute();
  return rows.map(({ name }) => name);
}

/** The lists of a company, each once for every contact on it. */
function memberships(tx: Transaction, companyId: CompanyId) {
  return tx
    .selectFrom('segments')
    .innerJoin('segment_members', (join) =>
      join
        .onRef('segment_members.company_id', '=', 'segments.company_id')
        .onRef('segment_members.segment_id', '=', 'segments.id'),
    )
    .where('segments.company_id', '=', companyId);
}

const usersMax = 100;

/** What uses a segment: segments whose conditions name it, and sends to it that may still plan by it. */
export async function findUsers(
  tx: Transaction,
  unit: SegmentUnit,
  { id, rows }: { readonly id: SegmentId; readonly rows: readonly SegmentRow[] },
): Promise<SegmentUser[]> {
  const segments = rows
    .filter(({ definition }) => definition && segmentsIn(definition).includes(id))
    .map((row): SegmentUser => ({ type: 'segment', _id: row.id, name: row.name }));
  const sends = await sendsToSegments(tx, unit)
    .select(['id', 'survey_title'])
    .where(audienceSegment, '=', id)
    .orderBy('id')
    .limit(usersMax)
    .execute();
  const ofSends = sends.map((send): SegmentUser => ({ type: 'send', _id: send.id, name: send.survey_title }));
  return [...segments, ...ofSends].slice(0, usersMax);
}

/** The names of the segments of a company, in all of its units, that ask for a custom field. */
export async function segmentsAsking(tx: Transaction, companyId: CompanyId, field: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('segments')
    .select(['name', 'definition'])
    .where('company_id', '=', companyId)
    .where('definition', 'is not', null)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
  return rows
    .filter(({ definition }) => customFieldsIn(definition as SegmentDefinition).includes(field))
    .map(({ name }) => name);
}

/** How many use each of the segments that are used, as `findUsers` finds them. */
export async function countUsers(
  tx: Transaction,
  unit: SegmentUnit,
  rows: readonly SegmentRow[],
): Promise<ReadonlyMap<SegmentId, number>> {
  const sends = await sendsToSegments(tx, unit)
    .select([audienceSegment.as('segmentId'), sql<number>`count(*)::int`.as('count')])
    .where(audienceSegment, 'is not', null)
    .groupBy(audienceSegment)
    .execute();
  const counts = new Map(sends.map(({ segmentId, count }) => [segmentId, count]));
  for (const { definition } of rows) {
    for (const id of new Set(definition ? segmentsIn(definition) : [])) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

const audienceSegment = sql<SegmentId>`(audience ->> 'segmentId')`;

/** The sends of a unit that may still plan whom they go to. */
function sendsToSegments(tx: Transaction, { companyId, businessUnitId }: SegmentUnit) {
  return (
    tx
      .selectFrom('sends')
      .where('company_id', '=', companyId)
      .where('business_unit_id', '=', businessUnitId)
      // The index of the unit's sends by their end: those without one are few.
      .where('finished_at', 'is', null)
      .where('status', 'not in', ['done', 'cancelled'])
  );
}

/**
 * Puts `taken` in place of the values by which segments of a unit look for a person; each finds everybody else as before. `pattern` is a
 * regular expression that names the person, as JavaScript and PostgreSQL read it. Returns how many segments were changed.
 */
export async function forgetInSegments(
  tx: Transaction,
  { companyId, businessUnitId, pattern, taken }: SegmentUnit & { readonly pattern: string; readonly taken: string },
): Promise<number> {
  const { rows } = await sql<{ id: SegmentId; definition: SegmentDefinition }>`
    SELECT id, definition FROM segments
    WHERE company_id = ${companyId} AND business_unit_id = ${businessUnitId} AND EXISTS (
      SELECT FROM jsonb_path_query(definition, '$.**.test.value') AS value WHERE value #>> '{}' ~ ${pattern}
    )
    ORDER BY id
    FOR NO KEY UPDATE
  `.execute(tx);
  const named = new RegExp(pattern);
  for (const { id, definition } of rows) {
    const left = JSON.stringify(definition, (key, value: unknown) =>
      key === 'value' && typeof value === 'string' && named.test(value) ? taken : value,
    );
    await tx
      .updateTable('segments')
      .set({ definition: left })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute();
  }
  return rows.length;
}

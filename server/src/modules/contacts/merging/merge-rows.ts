import { sql } from 'kysely';
import type { CustomFieldType } from '@escuta/contract/custom-field-values';
import type { BusinessUnitId, CompanyId, ContactId, CustomFieldId, MergeId, SegmentId } from '@escuta/contract/ids';
import { reversibleDays } from '@escuta/contract/merges';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Transaction } from '#platform/db/database.ts';
import { eachApart } from '#platform/jobs/each-apart.ts';
import type { JoinedImports } from '../contact-imports.ts';
import type { KeptRow } from './merged-values.ts';

interface Unit {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
}

/** How long a merge can be reversed, in milliseconds. */
export const reversibleMs = reversibleDays * 86_400_000;

/** A contact as a merge keeps it: without what is made of other columns. */
export const asKeptRow = sql`to_jsonb(contacts) - '{search_text,custom_search_text,email_hash,tel_hash}'::text[]`;

/** What a merge keeps to be reversed: both contacts as they were, and what it made of the one who stays. */
export interface KeptBefore {
  readonly kept: KeptRow;
  readonly absorbed: KeptRow;
  readonly after: Readonly<Record<string, unknown>>;
  /** The custom fields of that day by their names: a value of another field of the name does not come back. */
  readonly fields: Readonly<Record<string, CustomFieldId>>;
  /** Their types; merges of before have none. */
  readonly types?: Readonly<Record<string, CustomFieldType>>;
  readonly lists: {
    readonly absorbed: readonly SegmentId[];
    /** Those that the one who stays came to. */
    readonly added: readonly SegmentId[];
  };
  readonly imports: JoinedImports;
}

/** A merge with what it moved, as whoever moved it wants it back. */
export interface MergeRow<Moved = unknown> {
  readonly id: MergeId;
  readonly contact_id: ContactId;
  readonly absorbed_id: ContactId;
  readonly merged_at: Date;
  readonly merged_by_name: string | null;
  readonly undone_at: Date | null;
  readonly before: KeptBefore | null;
  readonly moved: Moved | null;
}

const columns = [
  'id',
  'contact_id',
  'absorbed_id',
  'merged_at',
  'merged_by_name',
  'undone_at',
  'before',
  'moved',
] as const;

/** One merge of the unit, or undefined. */
export async function findMerge<Moved>(
  tx: Transaction,
  { companyId, businessUnitId, id }: Unit & { readonly id: MergeId },
): Promise<MergeRow<Moved> | undefined> {
  const row = await tx
    .selectFrom('contact_merges')
    .select(columns)
    .where('company_id', '=', companyId)
    .where('business_unit_id', '=', businessUnitId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row as MergeRow<Moved> | undefined;
}

/** The merges into a contact that somebody could still reverse, the last one first. */
export async function listOpenMerges(
  tx: Transaction,
  { companyId, contactId }: { companyId: CompanyId; contactId: ContactId },
): Promise<MergeRow[]> {
  const rows = await tx
    .selectFrom('contact_merges')
    .select(columns)
    .where('company_id', '=', companyId)
    .where('contact_id', '=', contactId)
    .where('undone_at', 'is', null)
    .where('before', 'is not', null)
    .orderBy('merged_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows as MergeRow[];
}

/**
 * Under which ids a contact is known: its own, first, and those of whoever was merged into it, and into these before, whose audit
 * and consents are the contact's. Of these at most a hundred.
 */
export async function findIdentities(
  tx: Transaction,
  { companyId, contactId }: { companyId: CompanyId; contactId: ContactId },
): Promise<ContactId[]> {
  const { rows } = await sql<{ id: ContactId }>`
    WITH RECURSIVE absorbed (id) AS (
      SELECT absorbed_id FROM contact_merges WHERE company_id = ${companyId} AND contact_id = ${contactId} AND undone_at IS NULL
      UNION
      SELECT m.absorbed_id FROM absorbed
      JOIN contact_merges m ON m.company_id = ${companyId} AND m.contact_id = absorbed.id AND m.undone_at IS NULL
    )
    SELECT id FROM absorbed LIMIT 100
  `.execute(tx);
  return [contactId, ...rows.map(({ id }) => id)];
}

/** The contact of the unit that one who is gone became one with, also by way of others; null for one who is not gone so. */
export async function findMergedInto(
  tx: Transaction,
  { companyId, businessUnitId }: { companyId: CompanyId; businessUnitId: BusinessUnitId },
  contactId: ContactId,
): Promise<ContactId | null> {
  const { rows } = await sql<{ id: ContactId }>`
    WITH RECURSIVE kept (id) AS (
      SELECT contact_id FROM contact_merges WHERE company_id = ${companyId} AND absorbed_id = ${contactId} AND undone_at IS NULL
      UNION
      SELECT m.contact_id
      FROM kept JOIN contact_merges AS m ON m.company_id = ${companyId} AND m.absorbed_id = kept.id AND m.undone_at IS NULL
    )
    SELECT c.id
    FROM kept JOIN contacts AS c ON c.company_id = ${companyId} AND c.id = kept.id
    WHERE c.business_unit_id = ${businessUnitId}
  `.execute(tx);
  return rows[0]?.id ?? null;
}

/**
 * What is kept of a contact and of those who were merged into it (`findIdentities`), whose ids these are: names, addresses and whatever
 * else they held.
 */
export async function keptOfMerged(
  tx: Transaction,
  { companyId, contactIds }: { companyId: CompanyId; contactIds: readonly ContactId[] },
): Promise<readonly { readonly merged_at: Date; readonly person: KeptRow }[]> {
  const rows = (await tx
    .selectFrom('contact_merges')
    .select(['merged_at', 'before'])
    .where('company_id', '=', companyId)
    .where('contact_id', 'in', contactIds)
    .where('before', 'is not', null)
    .orderBy('merged_at')
    .execute()) as { merged_at: Date; before: KeptBefore }[];
  return rows.flatMap(({ merged_at, before }) => [
    { merged_at, person: before.kept },
    { merged_at, person: before.absorbed },
  ]);
}

/**
 * Forgets what people were before they were merged into a contact, whose id and theirs these are: nobody reverses it any more. Their
 * own entries of consent, of which the contact has copies, lose what identifies. @returns how many merges there were.
 */
export async function forgetMergesOf(
  tx: Transaction,
  { companyId, contactIds }: { companyId: CompanyId; contactIds: readonly ContactId[] },
): Promise<number> {
  const { rows } = await sql`
    UPDATE contact_merges SET dropped_external_id = NULL, before = NULL, moved = NULL
    WHERE company_id = ${companyId} AND contact_id = ANY(${contactIds}::uuid[])
      AND (before IS NOT NULL OR dropped_external_id IS NOT NULL)
    RETURNING id
  `.execute(tx);
  await sql`
    UPDATE contact_consents SET ip = NULL, text_version = NULL
    WHERE company_id = ${companyId} AND contact_id = ANY(${contactIds}::uuid[]) AND (ip IS NOT NULL OR text_version IS NOT NULL)
  `.execute(tx);
  return rows.length;
}

/** Forgets what contacts were before merges of long ago: nobody can reverse these any more. */
export async function forgetOldMerges(
  { database, log }: Pick<AppContext, 'database' | 'log'>,
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - reversibleMs);
  const { rows } = await database.withSystem((tx) =>
    sql<{ companyId: CompanyId }>`
      SELECT DISTINCT company_id AS "companyId" FROM contact_merges WHERE merged_at <= ${before} AND before IS NOT NULL
    `.execute(tx),
  );
  await eachApart(log, rows, async ({ companyId }) => {
    await database.withCompany(companyId, (tx) =>
      sql`
        UPDATE contact_merges SET before = NULL, moved = NULL
        WHERE company_id = ${companyId} AND merged_at <= ${before} AND before IS NOT NULL
      `.execute(tx),
    );
  });
}

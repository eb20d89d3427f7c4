import { sql } from 'kysely';
import { fieldValues } from '@escuta/contract/field-variables';
import type { FieldValues } from '@escuta/contract/field-variables';
import type { CompanyId, ContactId, ItemId, SendId } from '@escuta/contract/ids';
import { findAddressees } from '#modules/contacts/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import { byAddress, once } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Claimed } from '#platform/dispatch/work.ts';
import { dayIn } from '#platform/time/clock.ts';
import { channelNamed } from '../channels/channels.ts';
import { itemByKey, sameItem } from './item-by-key.ts';
import { itemState } from '../item-state.ts';
import { spreadOut } from './spread-out.ts';
import type { SendContext } from './send-context.ts';

/** How long a worker may hold items without a sign of life. */
export const leaseMs = 60_000;
/** About as many items lie on one page of the table, in the order in which they are claimed. */
const rowsPerPage = 20;

/** An item that this worker has claimed, with the person it is for. */
export interface ClaimedItem extends Claimed {
  readonly itemId: ItemId;
  readonly send: SendContext;
  /** Where its row lay when it was handed over: a hint, it may have moved since. Null before. */
  row: string | null;
  readonly contactId: ContactId | null;
  /** Attempts before this one. */
  readonly attempt: number;
  /** Every write of a result must show it: a worker that lost its lease changes nothing. */
  readonly leaseToken: string;
  readonly name: string;
  /** Null when the contact was deleted or lost its address since the plan. */
  readonly address: string | null;
  readonly addressHash: Buffer | null;
  /** The contact's address is not the one that was planned for. */
  readonly isReaddressed: boolean;
  /** Also since the plan: a birthday was corrected, or a guardian's consent withdrawn. */
  readonly isChildWithoutConsent: boolean;
  /** The values of the custom fields that the messages name. */
  readonly fields: FieldValues;
}

/** Takes up to `count` items of a send that are due; what another worker is taking is left to it. */
export async function claimItems(
  tx: Transaction,
  { send, count, now }: { send: SendContext; count: number; now: Date },
): Promise<ClaimedItem[]> {
  const leaseToken = newId();
  // By the rows' own addresses within the one partition: by their keys the database may read a company's every item.
  const { rows } = await sql<{
    id: ItemId;
    contact_id: ContactId | null;
    attempt: number;
    address_hash: Buffer | null;
  }>`
    WITH due AS (
      SELECT ctid AS row FROM send_items
      WHERE company_id = ${send.companyId} AND items_month = ${send.itemsMonth}::date AND send_id = ${send.sendId}
        AND state IN (${sql.lit(itemState.ready)}, ${sql.lit(itemState.deferred)}) AND not_before <= ${now}
      ORDER BY not_before, id
      LIMIT ${count}
      FOR UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE send_items i
      SET state = ${itemState.claimed}, lease_token = ${leaseToken}, lease_until = ${leaseEnd(now)}, not_before = NULL
      FROM due
      WHERE i.company_id = ${send.companyId} AND i.items_month = ${send.itemsMonth}::date AND ${byAddress('i', 'due')}
      RETURNING i.id, i.contact_id, i.attempt, i.address_hash
    )
    SELECT id, contact_id, attempt, address_hash FROM claimed
  `.execute(tx);
  if (rows.length === 0) return [];
  await tx
    .insertInto('send_leases')
    .values({
      company_id: send.companyId,
      lease_token: leaseToken,
      send_id: send.sendId,
      item_ids: rows.map((row) => row.id),
    })
    .execute();
  const contactIds = rows.flatMap((row) => row.contact_id ?? []);
  const { companyId, businessUnitId, channel, fields } = send;
  const isWithFields = fields.length > 0;
  const asked = { companyId, businessUnitId, channel, isWithFields, today: dayIn(send.timezone, now) };
  const { column } = channelNamed(channel).addressing;
  const found = await findAddressees(tx, { ...asked, contactIds, column });
  const people = new Map(found.map((person) => [person.id, person]));
  return spreadOut(rows, rowsPerPage).map((row) => {
    const person = row.contact_id === null ? undefined : people.get(row.contact_id);
    return {
      send,
      companyId: send.companyId,
      queueId: send.sendId,
      itemId: row.id,
      row: null,
      contactId: row.contact_id,
      attempt: row.attempt,
      leaseToken,
      name: person?.name ?? '',
      address: person?.address ?? null,
      addressHash: person?.addressHash ?? null,
      isReaddressed: !person?.addressHash || !row.address_hash?.equals(person.addressHash),
      isChildWithoutConsent: person?.isChildWithoutConsent ?? false,
      fields: fieldValues(fields, person?.customFields ?? {}, send.language),
    };
  });
}

/** What a worker holds of one send, by the tokens of its claims. */
export interface Leases {
  readonly companyId: CompanyId;
  readonly sendId: SendId;
  readonly itemsMonth: string;
  readonly leaseTokens: readonly string[];
}

/** What holding these items means in tokens: one entry per send. */
export function leasesOf(items: readonly ClaimedItem[]): Leases[] {
  return [...Map.groupBy(items, (item) => item.send.sendId).values()].flatMap((held) => {
    const [first] = held;
    if (!first) return [];
    const { companyId, sendId, itemsMonth } = first.send;
    return [{ companyId, sendId, itemsMonth, leaseTokens: [...new Set(held.map((item) => item.leaseToken))] }];
  });
}

/** Keeps the claims of a living worker that is slower than its leases. */
export async function renewLeases(tx: Transaction, leases: Leases, now: Date): Promise<void> {
  await sql`
    ${heldUnder(leases)}
    UPDATE send_items i SET lease_until = ${leaseEnd(now)}
    FROM asked
    WHERE ${stillClaimed(leases)}
  `.execute(tx);
}

/** Gives back what a stopping worker has not handed over: another one may take it at once. */
export async function giveBack(tx: Transaction, leases: Leases): Promise<void> {
  await sql`
    ${heldUnder(leases)}
    UPDATE send_items i SET state = ${itemState.ready}, not_before = '-infinity', lease_token = NULL, lease_until = NULL
    FROM asked
    WHERE ${stillClaimed(leases)}
  `.execute(tx);
}

/** When a lease that is taken or renewed now ends. */
export function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + leaseMs);
}

/** A batch `asked`: the items that were claimed under some tokens. */
function heldUnder({ companyId, sendId, itemsMonth, leaseTokens }: Leases) {
  return sql`
    WITH asked AS ${once} (
      SELECT asked.lease_token, item.row, item.partition FROM (
        SELECT lease_token, unnest(item_ids) AS id, ${itemsMonth}::date AS items_month FROM send_leases
        WHERE company_id = ${companyId} AND send_id = ${sendId} AND lease_token = ANY(${leaseTokens}::uuid[])
      ) AS asked
      CROSS JOIN LATERAL ${itemByKey(companyId, [itemsMonth])}
    )`;
}

function stillClaimed({ companyId, itemsMonth }: Leases) {
  return sql`${sameItem(companyId, [itemsMonth])} AND i.state = ${sql.lit(itemState.claimed)} AND i.lease_token = asked.lease_token`;
}

import { sql } from 'kysely';
import { events } from '@escuta/contract/events';
import type { EventName, EventPayload, Fact } from '@escuta/contract/events';
import type { CompanyId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { writeOf } from '#platform/db/writes.ts';
import type { Write } from '#platform/db/writes.ts';

/** A fact as the relay finds it. */
export interface StoredEvent extends Fact {
  readonly id: string;
  readonly name: EventName;
}

/** Writes a fact beside the rows that it speaks of: both are committed, or neither. */
export async function emit<Name extends EventName>(
  tx: Transaction,
  companyId: CompanyId,
  name: Name,
  payload: EventPayload<Name>,
): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({ company_id: companyId, id: newId(), name, payload: JSON.stringify(events[name].parse(payload)) })
    .execute();
}

/** Writes many facts of one name, in the order given. */
export function emitAll<Name extends EventName>(
  companyId: CompanyId,
  name: Name,
  payloads: readonly EventPayload<Name>[],
): Write | null {
  const facts = payloads.map((payload) => ({ id: newId(), payload: events[name].parse(payload) }));
  return writeOf(facts, (json) => sql`emit_events(${companyId}::uuid, ${name}, ${json})`);
}

/** The oldest committed facts of all companies, at most `limit`. */
export function readOutbox(database: Database, limit: number): Promise<StoredEvent[]> {
  return database.withSystem(async (tx) => {
    const rows = await tx
      .selectFrom('outbox')
      .select(['company_id', 'id', 'name', 'created_at', 'payload'])
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      companyId: row.company_id,
      id: row.id,
      name: row.name as EventName,
      occurredAt: row.created_at.toISOString(),
      payload: row.payload,
    }));
  });
}

/** How many committed facts wait to be handed on, and for how many seconds the oldest does. */
export function readOutboxLag(database: Database, now: Date): Promise<{ facts: number; oldestSeconds: number }> {
  return database.withSystem(async (tx) => {
    const { facts, oldest } = await tx
      .selectFrom('outbox')
      .select(({ fn }) => [fn.countAll<number>().as('facts'), fn.min('created_at').as('oldest')])
      .executeTakeFirstOrThrow();
    return { facts, oldestSeconds: oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1000) : 0 };
  });
}

/** Forgets facts that have been handed on. */
export function forgetEvents(database: Database, handed: readonly StoredEvent[]): Promise<void> {
  return database.withSystem(async (tx) => {
    await tx
      .deleteFrom('outbox')
      .where(
        'id',
        'in',
        handed.map((event) => event.id),
      )
      .where('company_id', 'in', [...new Set(handed.map((event) => event.companyId))])
      .execute();
  });
}

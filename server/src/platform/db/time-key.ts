import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Where a walk through rows stands, newest first: `2026-11-21T19:33:00.123456Z_<id>`. Compares as text as the rows do. */
export type TimeKey = string;

/** A query's text for the key of a row. */
export function timeKey(at: string, id: string): RawBuilder<TimeKey> {
  return sql<TimeKey>`to_char(${sql.ref(at)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || ${sql.ref(id)}::text`;
}

/** The condition that leaves the rows behind a key; all of them without one. */
export function isBehind(key: TimeKey | undefined, at: string, id: string): RawBuilder<boolean> {
  if (key === undefined) return sql<boolean>`true`;
  const [instant, row] = key.split('_');
  return sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) < (${instant}::timestamptz, ${row}::uuid)`;
}

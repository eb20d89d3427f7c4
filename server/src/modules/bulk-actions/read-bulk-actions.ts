import type { BulkAction } from '@escuta/contract/bulk-actions';
import type { BulkActionId, UserId } from '@escuta/contract/ids';
import { namesOfUsers } from '#modules/access/index.ts';
import type { Database } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { findBulkAction, listBulkActionRows } from './queries.ts';
import type { BulkActionRow, Unit } from './queries.ts';

/** The newest actions of the unit, newest first. */
export async function readBulkActions(database: Database, unit: Unit): Promise<BulkAction[]> {
  const rows = await database.withCompany(unit.companyId, (tx) => listBulkActionRows(tx, unit));
  return presented(database, rows);
}

/** One action of the unit. Refuses NOT_FOUND. */
export async function readBulkAction(database: Database, unit: Unit, id: BulkActionId): Promise<BulkAction> {
  const row = await database.withCompany(unit.companyId, (tx) => findBulkAction(tx, unit, id));
  const [shown] = await presented(database, row ? [row] : []);
  if (!shown) throw refuse('NOT_FOUND');
  return shown;
}

/** Users belong to no company alone: their names are asked for across companies. */
async function presented(database: Database, rows: readonly BulkActionRow[]): Promise<BulkAction[]> {
  const userIds = [...new Set(rows.flatMap(({ created_by }) => created_by ?? []))];
  const names = await database.withSystem((tx) => namesOfUsers(tx, userIds));
  return rows.map((row) => ({
    _id: row.id,
    kind: row.kind,
    tags: row.tags,
    status: row.status,
    total: row.total,
    done: row.done,
    skipped: row.skipped,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    _user: personOf(row.created_by, names),
  }));
}

function personOf(id: UserId | null, names: ReadonlyMap<string, string>): BulkAction['_user'] {
  const nome = id === null ? undefined : names.get(id);
  return id !== null && nome !== undefined ? { _id: id, nome } : null;
}

import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { CompanyId, ExportFileId } from '@escuta/contract/ids';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Named } from './queries.ts';
import type { ExportRun } from './take-export.ts';

type Deps = Pick<AppContext, 'database' | 'files'>;

/** Where a piece of an export, or its file, lies in the storage. */
export function partKey(companyId: CompanyId, id: string): string {
  return `exports/${companyId}/${id}`;
}

/**
 * Stores something for an export under a random id, which is noted first: whatever happens, its row leads to it. (Random as a
 * whole, unlike our other ids: that of the file is its link.)
 */
export async function storePart(
  { database, files }: Deps,
  { companyId, exportId }: Named,
  content: Readable,
): Promise<ExportFileId> {
  const id = randomUUID() as string as ExportFileId;
  await database.withCompany(companyId, (tx) =>
    tx.insertInto('export_parts').values({ company_id: companyId, id, export_id: exportId }).execute(),
  );
  await files.write(partKey(companyId, id), content);
  return id;
}

/** The pieces of an export, in their order, each read when it is asked for. */
export async function* readParts({ database, files }: Deps, { companyId, exportId }: Named): AsyncGenerator<Readable> {
  const parts = await database.withCompany(companyId, (tx) =>
    tx
      .selectFrom('export_parts')
      .select('id')
      .where('company_id', '=', companyId)
      .where('export_id', '=', exportId)
      .where('part_no', 'is not', null)
      .where('is_dropped', '=', false)
      .orderBy('part_no')
      .execute(),
  );
  for (const { id } of parts) yield await files.read(partKey(companyId, id));
}

/**
 * Locks the export and says whether this worker still holds its checkpoint: a job may have been given to two of them, the export
 * may have been cancelled, or begun again.
 */
export async function holdsCheckpoint(
  tx: Transaction,
  { companyId, exportId, generation, parts }: ExportRun,
): Promise<boolean> {
  const current = await tx
    .selectFrom('exports')
    .select(['status', 'generation', 'parts'])
    .where('company_id', '=', companyId)
    .where('id', '=', exportId)
    .forUpdate()
    .executeTakeFirst();
  return current?.status === 'running' && current.generation === generation && current.parts === parts;
}

/** Moves the checkpoint behind a piece that is stored, and gives the export as it is then; null where it is somebody else's. */
export async function keepPart(
  tx: Transaction,
  run: ExportRun,
  part: { id: string; count: number; last: unknown; isEnd: boolean; now: Date },
): Promise<ExportRun | null> {
  if (!(await holdsCheckpoint(tx, run))) return null;
  const { companyId, exportId } = run;
  const moved = {
    parts: run.parts + 1,
    readKey: part.last,
    isRead: part.isEnd,
    doneRows: run.doneRows + part.count,
  };
  await tx
    .updateTable('exports')
    .set({
      parts: moved.parts,
      read_key: JSON.stringify(moved.readKey),
      is_read: moved.isRead,
      done_rows: moved.doneRows,
      moved_at: part.now,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', exportId)
    .execute();
  await tx
    .updateTable('export_parts')
    .set({ part_no: moved.parts })
    .where('company_id', '=', companyId)
    .where('id', '=', part.id)
    .execute();
  return { ...run, ...moved };
}

/** Removes what lies in the storage under these ids, then what says so. */
export async function removeParts(
  { database, files }: Deps,
  companyId: CompanyId,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) await files.remove(partKey(companyId, id));
  if (ids.length === 0) return;
  await database.withCompany(companyId, (tx) =>
    tx
      .deleteFrom('export_parts')
      .where('company_id', '=', companyId)
      .where('id', 'in', [...ids])
      .execute(),
  );
}

/** Removes what is dropped of an export. */
export async function removeDropped(deps: Deps, { companyId, exportId }: Named): Promise<void> {
  const dropped = await deps.database.withCompany(companyId, (tx) =>
    tx
      .selectFrom('export_parts')
      .select('id')
      .where('company_id', '=', companyId)
      .where('export_id', '=', exportId)
      .where('is_dropped', '=', true)
      .execute(),
  );
  await removeParts(
    deps,
    companyId,
    dropped.map(({ id }) => id),
  );
}

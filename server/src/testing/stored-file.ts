import { Readable } from 'node:stream';
import { readTable, tableStart } from '#platform/tabular/read-table.ts';
import type { TableLayout } from '#platform/tabular/read-table.ts';
import type { Checkpoint, TableFile, TableRow } from '#platform/tabular/table.ts';

/** A file that lies in the storage, given in pieces of a few bytes or many. */
export function storedFile(bytes: Buffer, pieceBytes = 4_096): TableFile {
  return {
    sizeBytes: bytes.length,
    read(fromByte) {
      const pieces: Buffer[] = [];
      for (let at = fromByte; at < bytes.length; at += pieceBytes) pieces.push(bytes.subarray(at, at + pieceBytes));
      return Promise.resolve(Readable.from(pieces, { objectMode: false }));
    },
  };
}

/** The rows that a table of bytes is read as. */
export async function storedRows(
  bytes: Buffer,
  layout: TableLayout,
  from: Checkpoint = tableStart,
): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const batch of readTable(storedFile(bytes), layout, from)) rows.push(...batch);
  return rows;
}

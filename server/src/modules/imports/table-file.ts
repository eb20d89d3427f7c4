import type { Files } from '#platform/storage/files.ts';
import type { TableFile } from '#platform/tabular/table.ts';

/** A stored file as the readers of tables take it. */
export function tableFile(files: Files, key: string, sizeBytes: number): TableFile {
  return { sizeBytes, read: (fromByte) => files.read(key, fromByte) };
}

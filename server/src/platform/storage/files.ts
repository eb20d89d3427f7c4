import type { Readable } from 'node:stream';
import type { Config } from '#platform/config/config.ts';
import { localFiles } from '#platform/storage/local-files.ts';

/** Where files live. Keys are `/`-separated, made by us, without the names that people gave. */
export interface Files {
  /** Stores a stream whole or not at all. Throws when the source fails. */
  write(key: string, source: Readable): Promise<void>;
  /** Opens a file from a byte offset. Throws when it is not there. */
  read(key: string, fromByte?: number): Promise<Readable>;
  /** Size in bytes, or null when it is not there. */
  size(key: string): Promise<number | null>;
  /** Removes a file; nothing happens when it is not there. */
  remove(key: string): Promise<void>;
}

/** Files in `DATA_DIR/files`, or in an S3-compatible bucket when FILES_URL is set. */
export async function openFiles(config: Config): Promise<Files> {
  if (!config.filesUrl) return localFiles(config.dataDir);
  // The client of S3 is large: only who uses it loads it.
  const { s3Files } = await import('#platform/storage/s3-files.ts');
  return s3Files(config.filesUrl);
}

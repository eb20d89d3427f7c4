import type { Config } from '#platform/config/config.ts';
import type { Files } from '#platform/storage/files.ts';
import { localFiles } from '#platform/storage/local-files.ts';

/** Files in `DATA_DIR/files`, or in an S3-compatible bucket when FILES_URL is set. */
export async function openFiles(config: Config): Promise<Files> {
  if (!config.filesUrl) return localFiles(config.dataDir);
  // The client of S3 is large: only who uses it loads it.
  const { s3Files } = await import('#platform/storage/s3-files.ts');
  return s3Files(config.filesUrl);
}

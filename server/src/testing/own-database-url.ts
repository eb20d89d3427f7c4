import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrls: readonly string[];
  }
}

/** The database of this worker of the test run: its files follow each other on it, those of other workers do not see it. */
export function ownDatabaseUrl(): string {
  const worker = Number(process.env['VITEST_POOL_ID']);
  const url = inject('databaseUrls')[worker - 1];
  if (!url) throw new Error(`The test run has no database for worker ${worker}`);
  return url;
}

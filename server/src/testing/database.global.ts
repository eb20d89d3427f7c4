import type {} from 'vitest';
import type { TestProject } from 'vitest/node';
import { migrate } from '../platform/db/migrate.ts';
import { createEmptyDatabase } from './empty-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
  }
}

/**
 * One migrated database for the whole `api` project: a fresh one on the PostgreSQL of TEST_DATABASE_URL, or an
 * embedded one in a temporary folder. Tests read its address with `inject('databaseUrl')`.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = await createEmptyDatabase(process.env['TEST_DATABASE_URL']);
  try {
    await migrate(database.url);
  } catch (error) {
    await database.remove();
    throw error;
  }
  project.provide('databaseUrl', database.url);
  return () => database.remove();
}

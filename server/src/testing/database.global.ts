import type { TestProject } from 'vitest/node';
import { createMigratedDatabases } from './migrated-databases.ts';

/**
 * A migrated database for each worker of the `api` project, whose files run side by side: on the PostgreSQL of
 * TEST_DATABASE_URL, or embedded ones in a temporary folder. `ownDatabaseUrl` is the one of the worker that asks.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const databases = await createMigratedDatabases(project.config.maxWorkers, {
    serverUrl: process.env['TEST_DATABASE_URL'],
    directUrl: process.env['TEST_DATABASE_DIRECT_URL'],
  });
  project.provide('databaseUrls', databases.urls);
  return () => databases.remove();
}

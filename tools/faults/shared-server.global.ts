import type { TestProject } from 'vitest/node';
import { createTemplate } from '../../server/src/testing/migrated-databases.ts';
import { startCluster } from '../test/cluster.ts';
import { findPostgresBinaries } from '../test/postgresql.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of the tests that kill no database, and the migrated one to clone; null where it cannot be had. */
    sharedServer: { readonly url: string; readonly template: string } | null;
  }
}

/** One cluster for all tests that need a database and leave it alive: to make one for each would take longer than most. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const binaries = findPostgresBinaries();
  if (binaries === undefined) {
    project.provide('sharedServer', null);
    return async () => {};
  }
  const cluster = await startCluster(binaries, { settings: ['fsync=off'] });
  try {
    const template = await createTemplate(cluster.url);
    project.provide('sharedServer', { url: cluster.url, template: template.name });
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster.stop;
}

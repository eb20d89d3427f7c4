import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../platform/db/migrate.ts';
import { startEmbeddedDatabase } from '../platform/embedded-database/start-embedded-database.ts';
import { cloneDatabase, createEmptyDatabase } from './empty-database.ts';
import type { TestDatabase } from './empty-database.ts';

export interface MigratedDatabases {
  readonly urls: readonly string[];
  remove(): Promise<void>;
}

interface Servers {
  /** The PostgreSQL to make them on, or a pooler in front of it; embedded ones in a temporary folder without. */
  readonly serverUrl?: string | undefined;
  /** The PostgreSQL itself: what a pooler keeps open cannot be cloned. */
  readonly directUrl?: string | undefined;
}

/** `count` databases of this release: clones of one that was migrated, which costs much more than a clone. */
export function createMigratedDatabases(count: number, { serverUrl, directUrl }: Servers): Promise<MigratedDatabases> {
  return serverUrl ? cloneOnServer(count, serverUrl, directUrl ?? serverUrl) : cloneEmbedded(count);
}

async function cloneOnServer(count: number, serverUrl: string, directUrl: string): Promise<MigratedDatabases> {
  const clones: TestDatabase[] = [];
  const remove = async () => {
    for (const clone of clones) await clone.remove();
  };
  const template = await createTemplate(directUrl);
  try {
    while (clones.length < count) clones.push(await cloneDatabase(directUrl, template.name));
  } catch (error) {
    await remove();
    throw error;
  } finally {
    await template.remove();
  }
  return {
    urls: clones.map(({ url }) => Object.assign(new URL(serverUrl), { pathname: new URL(url).pathname }).href),
    remove,
  };
}

/** A database of this release on the PostgreSQL of `serverUrl`, to be cloned (`cloneDatabase`) as long as nobody uses it. */
export async function createTemplate(serverUrl: string): Promise<{ name: string; remove(): Promise<void> }> {
  const database = await createEmptyDatabase(serverUrl);
  try {
    await migrate(database.url);
  } catch (error) {
    await database.remove();
    throw error;
  }
  return { name: new URL(database.url).pathname.slice(1), remove: database.remove };
}

async function cloneEmbedded(count: number): Promise<MigratedDatabases> {
  const parent = mkdtempSync(join(tmpdir(), 'escuta-test-'));
  const template = join(parent, 'template');
  const migrated = await startEmbeddedDatabase({ dataDir: template });
  try {
    await migrate(migrated.url);
  } finally {
    await migrated.stop();
  }
  const folders = Array.from({ length: count }, (_, number) => join(parent, `clone-${number + 1}`));
  for (const folder of folders) cpSync(template, folder, { recursive: true });
  const clones = await Promise.all(folders.map((dataDir) => startEmbeddedDatabase({ dataDir })));
  return {
    urls: clones.map(({ url }) => url),
    remove: async () => {
      await Promise.all(clones.map((clone) => clone.stop()));
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

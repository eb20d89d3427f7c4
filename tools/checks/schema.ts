#!/usr/bin/env node
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../server/src/platform/db/migrate.ts';
import { createPool } from '../../server/src/platform/db/pool.ts';
import { startEmbeddedDatabase } from '../../server/src/platform/embedded-database/start-embedded-database.ts';
import { compareGenerated } from './kit/generated.ts';
import { report } from './kit/report.ts';
import { listFiles, readFiles } from './kit/tree.ts';
import { readCatalogue, type Catalogue } from './schema/catalogue.ts';
import { dumpSchema } from './schema/dump.ts';
import { checkFunctionTexts } from './schema/function-texts.ts';
import { tableTypes } from './schema/table-types.ts';

const command = 'node tools/checks/schema.ts --write';

// SCHEMA_DATABASE_URL names an empty database to migrate and read instead: the answer has to be the same there.
const given = process.env['SCHEMA_DATABASE_URL'];
const catalogue = given === undefined ? await readEmbedded() : await migrateAndRead(given);
const problems = [
  ...checkFunctionTexts(readFiles(listFiles('db/migrations/*.sql', 'db/functions/*.sql')), catalogue.functions),
  ...compareGenerated('db/schema.sql', dumpSchema(catalogue), command),
  ...compareGenerated('server/src/platform/db/tables.ts', tableTypes(catalogue), command),
];

report('schema', problems, `db/schema.sql and the table types tell of ${catalogue.tables.length} tables as they are`);

async function readEmbedded(): Promise<Catalogue> {
  const folder = mkdtempSync(join(tmpdir(), 'escuta-schema-'));
  const database = await startEmbeddedDatabase({ dataDir: join(folder, 'database') });
  try {
    return await migrateAndRead(database.url);
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function migrateAndRead(databaseUrl: string): Promise<Catalogue> {
  await migrate(databaseUrl);
  const pool = createPool(databaseUrl, 1);
  try {
    return await readCatalogue(pool);
  } finally {
    await pool.end();
  }
}

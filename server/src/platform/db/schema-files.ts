import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { formerChecksums } from './former-checksums.ts';

const schemaFolder = join(import.meta.dirname, '../../../../db');

/** A file of SQL of this release. */
export interface SchemaFile {
  /** The file's name without its folder. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text, in hexadecimal. */
  readonly checksum: string;
}

export interface Migration extends SchemaFile {
  /** The names of the files of functions that have to be there before it runs. */
  readonly functionsFirst: readonly string[];
  /** What the file may have been when it ran: as it is, or as it was before a change that changes nothing. */
  readonly acceptedChecksums: readonly string[];
}

/** The migrations of this release, in the order of their numbers. */
export function listMigrations(): Migration[] {
  return readFolder('migrations', /^\d{4}_[a-z_]+\.sql$/).map((file) => ({
    ...file,
    functionsFirst: /^-- Functions first: (.+)$/m.exec(file.sql)?.[1]?.split(', ') ?? [],
    acceptedChecksums: [file.checksum, ...(formerChecksums[file.name] ?? [])],
  }));
}

/** The functions of this release, one file for each noun. Each may be run again at any time, after every migration. */
export function listFunctionFiles(): SchemaFile[] {
  return readFolder('functions', /^[a-z_]+\.sql$/);
}

function readFolder(folder: string, pattern: RegExp): SchemaFile[] {
  return readdirSync(join(schemaFolder, folder))
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(schemaFolder, folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

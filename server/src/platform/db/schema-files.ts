import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { formerChecksums } from './former-checksums.ts';
import { roleChecks } from './role-checks.ts';

const schemaFolder = join(import.meta.dirname, '../../../../db');

/** A file of SQL of this release. */
export interface SchemaFile {
  /** The file's name without its folder, or what it is written from. */
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

/**
 * What is run again whenever its text changes, after every migration: the functions of this release, one file for each noun,
 * and the constraints that follow from the access policy.
 */
export function listRepeatableFiles(): SchemaFile[] {
  return [...readFolder('functions', /^[a-z_]+\.sql$/), schemaFile('access-policy', roleChecks())];
}

function readFolder(folder: string, pattern: RegExp): SchemaFile[] {
  return readdirSync(join(schemaFolder, folder))
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => schemaFile(name, readFileSync(join(schemaFolder, folder, name), 'utf8')));
}

function schemaFile(name: string, sql: string): SchemaFile {
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

import { writtenMediaTypes } from '@escuta/contract/file-formats';
import type { WrittenFormat } from '@escuta/contract/file-formats';
import type { Language } from '@escuta/contract/primitives';
import type { Transaction } from '#platform/db/database.ts';
import { localTime } from '#platform/time/local-time.ts';
import { writeTable } from './write-table.ts';
import type { Column, WrittenTable } from './written-table.ts';

/** A table in a file, ready to be handed over. */
export interface WrittenFile {
  /** The name under which people save it. */
  readonly name: string;
  readonly mediaType: string;
  readonly content: AsyncIterable<Uint8Array>;
  /** Of one that lies in the storage; left out where it is made while it is read. */
  readonly sizeBytes?: number;
}

/**
 * What a file is called, without its ending: a word of its language, and the day that an instant falls on in the zone of the unit
 * that it is of, or of the company where it is of no unit.
 */
export function datedName(word: string, timezone: string, instant: Date): string {
  return `${word}-${localTime(timezone, instant).day}`;
}

/** A table as a file to hand over, made while it is read. `name` is without its ending. */
export function tableFile<Row>(
  table: WrittenTable<Row>,
  { name, format, language }: { name: string; format: WrittenFormat; language: Language },
): WrittenFile {
  return {
    name: `${name}.${format}`,
    mediaType: writtenMediaTypes[format],
    content: writeTable(table, format, language),
  };
}

/** Rows of a list, and the key of the last one, behind which the next page begins; null where there is none. */
export interface WalkedPage<Row, Key> {
  readonly rows: readonly Row[];
  readonly last: Key | null;
}

/** What a list finds, as a table that is read by key, in whatever file and pace. */
export interface WalkedTable<Row, Key> {
  /** What its sheet is called. */
  readonly title: string;
  readonly columns: readonly Column<Row>[];
  readonly ragged?: WrittenTable<Row>['ragged'];
  readonly read: (
    tx: Transaction,
    page: { readonly after: Key | null; readonly limit: number },
  ) => Promise<WalkedPage<Row, Key>>;
}

const rowsPerPage = 1_000;

/**
 * All rows of a list that is read by key. Each page is read when the one before it is written, in a transaction of its own
 * (`read` opens it): whoever reads a file slowly holds none open.
 */
export async function* walkPages<Row, Key>(
  read: (page: { after: Key | null; limit: number }) => Promise<WalkedPage<Row, Key>>,
): AsyncGenerator<readonly Row[]> {
  let after: Key | null = null;
  for (;;) {
    const { rows, last }: WalkedPage<Row, Key> = await read({ after, limit: rowsPerPage });
    yield rows;
    if (rows.length < rowsPerPage) return;
    after = last;
  }
}

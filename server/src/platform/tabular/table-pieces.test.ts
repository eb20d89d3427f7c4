import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writtenFormats } from '@escuta/contract/file-formats';
import { tablePieces } from './table-pieces.ts';
import { writeTable } from './write-table.ts';
import type { Column, WrittenCell } from './written-table.ts';

type Cells = readonly WrittenCell[];

const headings = [
  { name: 'Nota; "de" 0 a 10', type: 'number' },
  { name: 'Comentário', type: 'text' },
] as const;
const columns = headings.map((heading, at) => ({ ...heading, cell: (cells: Cells) => cells[at]?.value ?? null }));

const number = fc.integer({ min: -10, max: 10 }).map((value) => ({ type: 'number' as const, value: value / 2 }));
const text = fc
  .array(fc.constantFrom('a', 'ç', '"', ';', ',', '\n', '\r\n', '\u2028', '=', '-', '😀', ' '))
  .map((parts) => ({ type: 'text' as const, value: parts.join('') }));
const cuts = fc.array(fc.array(fc.tuple(fc.option(number), fc.option(text)), { maxLength: 4 }), { maxLength: 4 });

async function* each<Piece>(pieces: readonly Piece[]): AsyncGenerator<Piece> {
  yield* pieces;
}

test.each(writtenFormats)(
  '%s: pieces make the file that the rows make at once, however they are cut',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(cuts, async (pieces) => {
        const { pack, join } = tablePieces(format, 'pt');
        const table = { title: 'Respostas', columns: columns as Column<Cells>[] };
        const stored = pieces.map((rows) => Readable.from([pack(table, rows)]));
        const joined = await buffer(join({ title: 'Respostas', headings }, each(stored)));
        expect(joined).toEqual(await buffer(writeTable({ ...table, rows: each([pieces.flat()]) }, format, 'pt')));
      }),
      { numRuns: 50 },
    );
  },
);

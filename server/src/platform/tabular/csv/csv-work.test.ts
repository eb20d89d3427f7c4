import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineBytesMax } from './csv-lines.ts';
import { readRecords, workPerBatch } from './csv-records.ts';
import { workPerLine } from './csv-record.ts';
import type { CsvLayout } from './csv-record.ts';
import { RowsBroken } from './record-maker.ts';

/** What files cost to read that were made to cost much: counted, not timed. */

const layout: CsvLayout = { encoding: 'utf-8', delimiter: ';', lineBreak: '\n', firstByte: 0 };
const pieceBytes = 65_536;
const header = 'nome;e-mail\n';
/** Now and then a good row, or the file would be given up before it costs anything. */
const good = 'Ana;ana@x.com\n';

function repeated(line: string, count: number): string {
  return Array.from({ length: count }, (_, at) => (at % 250 === 249 ? good + line : line)).join('');
}

async function costOf(text: string) {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) pieces.push(bytes.subarray(at, at + pieceBytes));
  const work = { done: 0 };
  let before = 0;
  let mostAtOnce = 0;
  let rows = 0;
  let batches = 0;
  for await (const records of readRecords(Readable.from(pieces), layout, { byte: 0, rows: 0 }, work)) {
    rows += records.length;
    batches += 1;
    mostAtOnce = Math.max(mostAtOnce, work.done - before);
    before = work.done;
  }
  const lines = text.split('\n').length;
  return { done: work.done, mostAtOnce, rows, batches, plain: bytes.length + lines * workPerLine };
}

const families: readonly [string, (size: number) => string][] = [
  ['line feeds', (size) => header + '\n'.repeat(size * 600)],
  ['blank cells', (size) => header + ';\n'.repeat(size * 200)],
  ['quotes that nobody closes', (size) => header + repeated('"Ana;ana@x.com\n', size * 20)],
  ['quotes that never settle', (size) => header + repeated(`z";"${'c'.repeat(645)}\n`, size)],
  ['short lines whose quotes never settle', (size) => header + repeated('a";"\n', size * 100)],
  ['an open quote over blank lines', (size) => header + repeated(`"a${'\n'.repeat(150)}`, size * 2)],
  [
    'open quotes before a long line that breaks them all',
    (size) => header + repeated(`${'"a\n'.repeat(50)}${'b'.repeat(30_000)}"c\n`, Math.ceil(size / 40)),
  ],
  ['doubled quotes', (size) => header + repeated(`"${'""'.repeat(300)}\n`, size)],
  ['carriage returns', (size) => header + '\r'.repeat(size * 600)],
];

describe.each(families)('a file of %s', (_, fileOf) => {
  test('costs twice as much when it is twice as long, and a few looks at each byte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 50, max: 150 }), async (size) => {
        const [one, two] = [await costOf(fileOf(size)), await costOf(fileOf(size * 2))];
        expect(two.done).toBeLessThanOrEqual(2.2 * one.done);
        expect(one.done).toBeLessThanOrEqual(4 * one.plain);
      }),
      { numRuns: 3 },
    );
  });

  test('is read in small pieces, between which others get their turn', async () => {
    const { done, mostAtOnce, batches } = await costOf(fileOf(500));
    // What makes a piece full may be a row over a hundred lines that fails, or one long line.
    expect(mostAtOnce).toBeLessThanOrEqual(2 * workPerBatch);
    expect(batches).toBeGreaterThanOrEqual(Math.floor(done / (2 * workPerBatch)));
  });
});

test('a line that comes in many pieces is put together once', async () => {
  const { done, plain, rows } = await costOf(`${header}${'a'.repeat(lineBytesMax - 1)}\n${good}`);
  expect(rows).toBe(3);
  expect(done).toBeLessThanOrEqual(4 * plain);
});

test('three hundred broken rows in a row are borne, one more gives the file up; a good row between them starts the count anew', async () => {
  const broken = '"Ana" Lima;ana@x.com\n';
  expect((await costOf(header + broken.repeat(300) + good + broken.repeat(300))).rows).toBe(602);
  await expect(costOf(header + broken.repeat(301))).rejects.toThrow(RowsBroken);
});

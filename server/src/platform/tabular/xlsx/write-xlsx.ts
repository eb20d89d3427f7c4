import { Readable } from 'node:stream';
import type { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { cellsOf, headingsOf } from '../written-table.ts';
import type { WrittenTable } from '../written-table.ts';
import { openRowFeed } from './row-feed.ts';
import type { RowFeed } from './row-feed.ts';
import { columnsMax, columnWidths, rowXml } from './sheet-xml.ts';
import { closingParts, fixedParts, sheetFrame, sheetName, sheetPart, styles } from './workbook-parts.ts';

/** How much one sheet holds. */
export interface SheetLimits {
  /** With the heading. */
  readonly rows: number;
  /** Of XML: less than 4 GB, which a zip counts in 32 bits, and less than our own reader unpacks. */
  readonly bytes: number;
}

const sheetLimits: SheetLimits = { rows: 1_048_576, bytes: 1_000_000_000 };
const pieceLetters = 65_536;
/** Of the parts: with the hour in it, the same table would never make the same bytes. */
const mtime = new Date('2000-01-01T00:00:00Z');

/**
 * A table as XLSX (ECMA-376): texts are typed as such, the heading stays in view, and rows that one sheet cannot hold go on in
 * another under the same heading. An appendix comes last.
 */
export async function* writeXlsx<Row>(
  table: WrittenTable<Row>,
  limits: SheetLimits = sheetLimits,
): AsyncGenerator<Buffer> {
  const width = headingsOf(table).length;
  if (width > columnsMax) throw new RangeError(`a sheet has no ${width} columns`);
  const zip = new ZipFile();
  const bytes = zip.outputStream as PassThrough;
  const sheets = [openSheets(table), ...(table.appendix ? [openSheets(table.appendix)] : [])];
  const packing = new AbortController();
  const packed = packSheets(zip, sheets, { limits, signal: packing.signal }).catch((error: Error) =>
    bytes.destroy(error),
  );
  try {
    yield* bytes as AsyncIterable<Buffer>;
  } finally {
    // Whoever reads may leave early: what waits to be read then waits no longer.
    packing.abort();
    await packed;
    for (const { close } of sheets) await close();
  }
}

/** A table on its way into as many sheets as it takes. */
interface OpenSheets {
  readonly title: string;
  /** Of the next sheet. */
  readonly xml: (limits: SheetLimits) => AsyncGenerator<Buffer>;
  readonly hasMore: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

function openSheets<Row>(table: WrittenTable<Row>): OpenSheets {
  const feed = openRowFeed(table.rows);
  return {
    title: table.title,
    xml: (limits) => sheetXml(table, feed, limits),
    hasMore: () => feed.hasMore(),
    close: () => feed.close(),
  };
}

async function packSheets(
  zip: ZipFile,
  tables: readonly OpenSheets[],
  { limits, signal }: { limits: SheetLimits; signal: AbortSignal },
): Promise<void> {
  const names: string[] = [];
  addParts(zip, fixedParts());
  for (const { title, xml, hasMore } of tables) {
    let sheetNo = 0;
    do {
      names.push(sheetName(title, (sheetNo += 1)));
      const sheet = Readable.from(xml(limits), { objectMode: false, signal });
      zip.addReadStream(sheet, sheetPart(names.length), { mtime });
      await finished(sheet);
    } while (await hasMore());
  }
  addParts(zip, closingParts(names));
  zip.end();
}

function addParts(zip: ZipFile, parts: Readonly<Record<string, string>>): void {
  for (const [name, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(xml), name, { mtime });
}

async function* sheetXml<Row>(
  table: WrittenTable<Row>,
  feed: RowFeed<Row>,
  limits: SheetLimits,
): AsyncGenerator<Buffer> {
  const headings = headingsOf(table);
  const { head, tail } = sheetFrame(headings.map((_, at) => columnWidths[table.columns[at]?.type ?? 'text']));
  let piece = head + rowXml(1, headings, styles.heading);
  let rowNo = 1;
  let written = 0;
  while (rowNo < limits.rows && written < limits.bytes && (await feed.hasMore())) {
    while (rowNo < limits.rows && piece.length < pieceLetters && feed.isReady())
      piece += rowXml((rowNo += 1), cellsOf(table, feed.take()));
    if (piece.length < pieceLetters) continue;
    const bytes = Buffer.from(piece);
    written += bytes.length;
    yield bytes;
    piece = '';
  }
  yield Buffer.from(piece + tail);
}

import type { Readable } from 'node:stream';
import type { CsvLayout, CsvRecord, Work } from './csv-record.ts';
import { lineCutter } from './csv-lines.ts';
import { recordMaker, RowsBroken } from './record-maker.ts';

// Small enough that whatever else the process does waits a millisecond, not ten: some ten thousand empty lines, or a
// hundred honest rows.
export const workPerBatch = 131_072;
const recordsPerBatch = 100;

/**
 * Reads the rows of a CSV file in flat memory, and looks at each byte a few times at most, whatever the file holds. A batch
 * is a piece of work, to wait after: it may hold no row, where the file has only blank lines for long.
 * @param from where the stream begins: the byte, and how many rows come before it. Throws LineTooLong and RowsBroken.
 */
export async function* readRecords(
  source: Readable,
  layout: CsvLayout,
  from: { byte: number; rows: number },
  work: Work = { done: 0 },
): AsyncGenerator<CsvRecord[]> {
  const lines = lineCutter(layout.lineBreak, from.byte);
  const maker = recordMaker(layout, from.rows, work);
  let batchFrom = work.done;
  const isFull = () => maker.made() >= recordsPerBatch || work.done - batchFrom >= workPerBatch;
  try {
    for await (const chunk of source) {
      lines.add((chunk as Buffer).toString('latin1'));
      for (let line = lines.next(); line; line = lines.next()) {
        maker.add(line);
        // A file may have millions of them, between any two rows.
        if (!maker.isWaiting()) maker.skip(lines.skipEmpty());
        if (!isFull()) continue;
        yield maker.take();
        batchFrom = work.done;
      }
    }
    const last = lines.last();
    if (last) maker.add(last);
    while (maker.isWaiting()) {
      maker.end(recordsPerBatch);
      yield maker.take();
    }
  } catch (error) {
    if (error instanceof RowsBroken) yield maker.take();
    throw error;
  }
  yield maker.take();
}

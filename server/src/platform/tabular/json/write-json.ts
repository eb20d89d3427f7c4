import { cellsOf, headingsOf } from '../written-table.ts';
import type { WrittenCell, WrittenTable } from '../written-table.ts';

const pieceLetters = 65_536;

/**
 * A table as JSON (RFC 8259): an array with an object for each row, by the headings. Blank cells are null, numbers are numbers,
 * and days and times are texts as ISO 8601 has them. Of two headings that are the same the second has a number behind it.
 */
export async function* writeJson<Row>(table: WrittenTable<Row>): AsyncGenerator<Buffer> {
  const names = distinct(headingsOf(table).map((cell) => String(valueOf(cell))));
  let piece = '[';
  let isFirst = true;
  for await (const rows of table.rows) {
    for (const row of rows) {
      const cells = cellsOf(table, row);
      const named = Object.fromEntries(names.map((name, at) => [name, valueOf(cells[at] ?? null)]));
      piece += `${isFirst ? '' : ','}\n${JSON.stringify(named)}`;
      isFirst = false;
      if (piece.length < pieceLetters) continue;
      yield Buffer.from(piece);
      piece = '';
    }
  }
  yield Buffer.from(`${piece}\n]\n`);
}

function valueOf(cell: WrittenCell): string | number | null {
  if (cell === null) return null;
  if (cell.type !== 'date') return cell.value;
  const { day, time } = cell.value;
  return time === null ? day : `${day}T${time}`;
}

function distinct(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let no = 2; taken.has(free); no += 1) free = `${name} ${no}`;
    taken.add(free);
    return free;
  });
}

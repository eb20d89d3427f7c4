import { TableBroken } from '../table.ts';
import { readXml } from './xml-events.ts';
import { cellTextMax, escapedTextMax, unescapedText } from './xml-text.ts';

/** The texts of a workbook, which its cells name by number. */
export interface SharedStrings {
  /** Throws TableBroken for a number that there is none of. */
  get(at: number): string;
}

const pageBytes = 1_048_576;
/** Every cell of a million rows with four columns of their own. Kept outside of the heap of objects, as bytes. */
const bytesMax = 100 * pageBytes;
const stringsMax = 8_000_000;
const blockStrings = 65_536;

/** Reads the table of texts, in a tenth of the memory that strings would take. Throws TableBroken. */
export async function readSharedStrings(part: AsyncIterable<Buffer>): Promise<SharedStrings> {
  const kept = keepStrings();
  const rich = richText();
  const pieces = readXml(part, {
    open: (name) => rich.open(name),
    text: (text) => rich.text(text),
    close(name) {
      rich.close(name);
      if (name === 'si') kept.add(rich.take());
    },
  });
  for await (const _piece of pieces) continue;
  return kept;
}

/** Gathers the text of a cell: all its runs, without the phonetic ones above them (ECMA-376-1 §18.4.8). */
export function richText() {
  let text = '';
  let isText = false;
  let isPhonetic = false;
  return {
    open(name: string): void {
      if (name === 't') isText = true;
      else if (name === 'rPh') isPhonetic = true;
    },
    text(piece: string): void {
      if (isText && !isPhonetic && text.length < escapedTextMax) text += piece;
    },
    close(name: string): void {
      if (name === 't') isText = false;
      else if (name === 'rPh') isPhonetic = false;
    },
    take(): string {
      const taken = text;
      text = '';
      return unescapedText(taken.slice(0, escapedTextMax)).slice(0, cellTextMax);
    },
  };
}

function keepStrings() {
  const pages: Buffer[] = [];
  let used = pageBytes;
  /** Where each begins, in bytes of all pages, and its length: in blocks, so that nothing is copied as they grow. */
  const blocks: Uint32Array[] = [];
  let count = 0;

  function pageFor(bytes: number): Buffer | undefined {
    if (used + bytes > pageBytes) {
      if ((pages.length + 1) * pageBytes > bytesMax) throw new TableBroken('too_large');
      pages.push(Buffer.allocUnsafeSlow(pageBytes));
      used = 0;
    }
    return pages.at(-1);
  }

  return {
    add(text: string): void {
      const bytes = Buffer.byteLength(text);
      const page = pageFor(bytes);
      if (count === blocks.length * blockStrings) {
        if (count >= stringsMax) throw new TableBroken('too_large');
        blocks.push(new Uint32Array(2 * blockStrings));
      }
      blocks.at(-1)?.set([(pages.length - 1) * pageBytes + used, bytes], 2 * (count % blockStrings));
      page?.write(text, used);
      used += bytes;
      count += 1;
    },
    get(at: number): string {
      const place = 2 * (at % blockStrings);
      const [from, bytes] = blocks[Math.floor(at / blockStrings)]?.subarray(place, place + 2) ?? [];
      if (!(at >= 0 && at < count) || from === undefined || bytes === undefined) throw new TableBroken('not_readable');
      const start = from % pageBytes;
      return pages[Math.floor(from / pageBytes)]?.toString('utf8', start, start + bytes) ?? '';
    },
  };
}

import type { CsvLayout } from './csv-record.ts';

/** What the bytes of a whole file say before anybody knows its delimiter. */
export interface FileScan {
  /** What ends its lines: a carriage return where more of these stand outside of quotes than line feeds. */
  readonly lineBreak: CsvLayout['lineBreak'];
  /** Bytes of its longest line. */
  readonly longestLine: number;
  /** Its rows that are not blank, the header among them: as the import will count them, but for broken quotes. */
  readonly rows: number;
}

const [tab, feed, carriageReturn, endOfText, space, quote] = [9, 10, 13, 26, 32, 34];
/** Behind what a cell begins: `,` `;` `|` and tab. */
const cellEnds = new Set([44, 59, 124, tab]);
/** As the reader of rows does: a quote that nobody closed ends after so many lines. */
const quotedLinesMax = 100;

/** Looks at each byte of a file once, in pieces as they come. */
export function scanFile(): { see(bytes: ArrayLike<number>): void; result(): FileScan } {
  const breaks = countBreaks();
  const rows = countRows();
  let isInside = false;
  return {
    see(bytes) {
      for (let at = 0; at < bytes.length; at += 1) {
        const byte = bytes[at] ?? 0;
        breaks.see(byte, isInside);
        isInside = rows.see(byte);
      }
    },
    result: () => ({ ...breaks.result(), rows: rows.result() }),
  };
}

function countBreaks() {
  let at = 0;
  let previous = 0;
  let feeds = 0;
  let returns = 0;
  const lineFrom = { feed: 0, return: 0 };
  const longest = { feed: 0, return: 0 };
  return {
    see(byte: number, isInside: boolean): void {
      if (byte === feed) {
        longest.feed = Math.max(longest.feed, at - lineFrom.feed);
        lineFrom.feed = at + 1;
        if (!isInside) feeds += 1;
        // Both together are one break, which the line feed stands for.
        if (!isInside && previous === carriageReturn) returns -= 1;
      } else if (byte === carriageReturn) {
        longest.return = Math.max(longest.return, at - lineFrom.return);
        lineFrom.return = at + 1;
        if (!isInside) returns += 1;
      }
      previous = byte;
      at += 1;
    },
    result(): Pick<FileScan, 'lineBreak' | 'longestLine'> {
      const name = returns > feeds ? 'return' : 'feed';
      const longestLine = Math.max(longest[name], at - lineFrom[name]);
      return { lineBreak: name === 'return' ? '\r' : '\n', longestLine };
    },
  };
}

function countRows() {
  let rows = 0;
  let holdsText = false;
  let isCellStart = true;
  let quotes: 'outside' | 'inside' | 'closing' = 'outside';
  /** Lines that a quoted cell goes over so far. */
  let quotedLines = 0;
  let previous = 0;

  function endQuotes(isBroken: boolean): void {
    // The lines behind a quote that stands wrong are rows of their own.
    if (isBroken) rows += quotedLines;
    quotedLines = 0;
    quotes = 'outside';
  }

  function seeInside(byte: number): void {
    const isBreak = byte === feed || byte === carriageReturn;
    holdsText = !isBreak;
    if (byte === quote) quotes = 'closing';
    // Both together are one break.
    else if (isBreak && !(byte === feed && previous === carriageReturn)) quotedLines += 1;
    if (quotedLines < quotedLinesMax) return;
    endQuotes(true);
    isCellStart = true;
  }

  function seeOutside(byte: number): void {
    if (byte === feed || byte === carriageReturn) {
      if (holdsText) rows += 1;
      holdsText = false;
      isCellStart = true;
    } else if (cellEnds.has(byte)) isCellStart = true;
    else {
      if (byte === quote && isCellStart) quotes = 'inside';
      // A quote behind blanks opens a cell too.
      if (byte === space) return;
      isCellStart = false;
      // DOS ends a text with it.
      if (byte !== endOfText) holdsText = true;
    }
  }

  return {
    /** Answers whether the next byte stands inside of quotes. */
    see(byte: number): boolean {
      if (quotes === 'inside') seeInside(byte);
      else if (quotes === 'closing' && byte === quote) quotes = 'inside';
      else {
        const endsCell = cellEnds.has(byte) || byte === feed || byte === carriageReturn || byte === space;
        if (quotes === 'closing') endQuotes(!endsCell);
        seeOutside(byte);
      }
      previous = byte;
      return quotes === 'inside';
    },
    result(): number {
      if (quotes === 'inside') endQuotes(true);
      return holdsText ? rows + 1 : rows;
    },
  };
}

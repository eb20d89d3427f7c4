/** How a line leaves the quotes: outside, still inside a quoted cell, or with a quote where none may stand. */
export type Quotes = 'closed' | 'open' | 'wrong';

const quote = '"';
const quoteCode = 0x22;

/** Walks over a line once, from the start of a row or, when `isInside`, from the inside of a quoted cell. */
export function quotesAfter(text: string, delimiter: string, isInside: boolean): Quotes {
  let at = 0;
  let inside = isInside;
  for (;;) {
    if (inside) {
      const end = endOfQuoted(text, at);
      if (end === -1) return 'open';
      at = afterBlanks(text, end + 1, delimiter);
      if (at === text.length) return 'closed';
      if (text[at] !== delimiter) return 'wrong';
      at += 1;
    }
    const opening = openingQuote(text, at, delimiter);
    inside = opening !== -1;
    if (inside) {
      at = opening + 1;
      continue;
    }
    const next = text.indexOf(delimiter, at);
    if (next === -1) return 'closed';
    at = next + 1;
  }
}

/** The cells of a row whose quotes are known to close, and whether a line break stands outside of them. */
export function cellsOf(text: string, delimiter: string): { cells: string[]; hasStrayBreak: boolean } {
  if (!text.includes(quote)) {
    const cells = text.split(delimiter);
    return { cells, hasStrayBreak: /[\r\n]/.test(text) && cells.some(holdsBreak) };
  }
  const cells: string[] = [];
  let hasStrayBreak = false;
  let at = 0;
  for (;;) {
    let end: number;
    const opening = openingQuote(text, at, delimiter);
    if (opening !== -1) {
      const close = endOfQuoted(text, opening + 1);
      cells.push(text.slice(opening + 1, close).replaceAll('""', quote));
      end = afterBlanks(text, close + 1, delimiter);
    } else {
      const next = text.indexOf(delimiter, at);
      end = next === -1 ? text.length : next;
      const cell = text.slice(at, end);
      hasStrayBreak ||= holdsBreak(cell);
      cells.push(cell);
    }
    if (end >= text.length) return { cells, hasStrayBreak };
    at = end + 1;
  }
}

/** Where the quote stands that opens a cell which begins here; -1 for a plain cell. Who writes `a, "b"` means the quotes. */
function openingQuote(text: string, at: number, delimiter: string): number {
  const from = isBlank(text.charCodeAt(at)) ? afterBlanks(text, at, delimiter) : at;
  return text.charCodeAt(from) === quoteCode ? from : -1;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/** Where the quote stands that closes a cell; -1 when none does. Two quotes stand for one. */
function endOfQuoted(text: string, from: number): number {
  for (let at = text.indexOf(quote, from); ; at = text.indexOf(quote, at + 2)) {
    if (at === -1 || text.charCodeAt(at + 1) !== quoteCode) return at;
  }
}

/** Where something else than blanks follows: some programs write them around quotes. */
function afterBlanks(text: string, from: number, delimiter: string): number {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text[at] ?? '') && text[at] !== delimiter) at += 1;
  return at;
}

/** Line breaks around a cell are only untidy; one in the middle joins two rows of which nobody knows. */
function holdsBreak(cell: string): boolean {
  return /[\r\n]/.test(cell.trim());
}

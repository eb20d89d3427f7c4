import type { Readable } from 'node:stream';

/**
 * A line of the file with a character per byte, so that lengths are sizes and positions are exact whatever the encoding:
 * line ends, quotes and delimiters are the same single bytes in UTF-8 and Windows-1252.
 */
export interface Line {
  readonly text: string;
  /** What ended it: empty for the last line of a file without a final line break. */
  readonly ending: string;
  /** Where the next line begins, in bytes from the start of the file. */
  readonly nextByte: number;
}

/** No honest row of contacts is longer; one that is would fill the memory. */
export const lineBytesMax = 1_048_576;

/** A line is longer than `lineBytesMax`: the rest of the file cannot be trusted either. */
export class LineTooLong extends Error {}

/** Reads the lines of a stream that begins at the byte `fromByte` of its file. Throws LineTooLong. */
export async function* readLines(source: Readable, lineBreak: '\n' | '\r', fromByte: number): AsyncGenerator<Line[]> {
  let rest = '';
  let at = fromByte;
  for await (const chunk of source) {
    const split = splitLines(rest + (chunk as Buffer).toString('latin1'), lineBreak, at);
    rest = split.rest;
    if (rest.length > lineBytesMax || split.lines.some(({ text }) => text.length > lineBytesMax))
      throw new LineTooLong();
    at = split.lines.at(-1)?.nextByte ?? at;
    yield split.lines;
  }
  if (rest !== '') yield [{ text: rest, ending: '', nextByte: at + rest.length }];
}

/** Splits a text of bytes into its complete lines and the beginning of the next. `at` is the byte where it begins. */
export function splitLines(text: string, lineBreak: '\n' | '\r', at: number): { lines: Line[]; rest: string } {
  const lines: Line[] = [];
  let start = 0;
  for (let end = text.indexOf(lineBreak); end !== -1; end = text.indexOf(lineBreak, start)) {
    const isWindows = lineBreak === '\n' && end > start && text.charCodeAt(end - 1) === 13;
    lines.push({
      text: text.slice(start, isWindows ? end - 1 : end),
      ending: isWindows ? '\r\n' : lineBreak,
      nextByte: at + end + 1,
    });
    start = end + 1;
  }
  return { lines, rest: text.slice(start) };
}

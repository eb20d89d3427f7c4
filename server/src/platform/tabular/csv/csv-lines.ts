import { TableBroken } from '../table.ts';

/**
 * A line of the file with a character per byte, so that lengths are sizes and positions are exact whatever the encoding:
 * line ends, quotes and delimiters are the same single bytes in every encoding that we read.
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
export class LineTooLong extends TableBroken {
  constructor() {
    super('line_too_long');
  }
}

/** Cuts a text of bytes, which comes piece by piece, into lines. */
export interface LineCutter {
  /** Takes the next piece, once `next` has answered null. */
  add(piece: string): void;
  /** The next whole line; null when its end has not come yet. Throws LineTooLong. */
  next(): Line | null;
  /** Passes over the empty lines that come next, and answers how many there were. */
  skipEmpty(): number;
  /** What stands behind the last line break, once there is no more to come. */
  last(): Line | null;
}

/** Looks at each byte once, however the pieces are cut. `fromByte` is where the text begins in its file. */
export function lineCutter(lineBreak: '\n' | '\r', fromByte: number): LineCutter {
  /** Of the line that has begun: joined only when its end is there, or a long one would be copied with every piece. */
  let begun: string[] = [];
  let begunBytes = 0;
  let piece = '';
  let at = 0;
  let byte = fromByte;
  const breakCode = lineBreak.charCodeAt(0);

  function keepRest(): null {
    if (at < piece.length) begun.push(piece.slice(at));
    begunBytes += piece.length - at;
    at = piece.length;
    if (begunBytes > lineBytesMax) throw new LineTooLong();
    return null;
  }

  function finish(whole: string, lineEnd: string): Line {
    const isWindows = lineEnd === '\n' && whole.endsWith('\r');
    if (whole.length > lineBytesMax) throw new LineTooLong();
    byte += whole.length + lineEnd.length;
    begun = [];
    begunBytes = 0;
    return isWindows
      ? { text: whole.slice(0, -1), ending: '\r\n', nextByte: byte }
      : { text: whole, ending: lineEnd, nextByte: byte };
  }

  return {
    add(next) {
      piece = next;
      at = 0;
    },
    next() {
      const end = piece.indexOf(lineBreak, at);
      if (end === -1) return keepRest();
      const rest = piece.slice(at, end);
      at = end + 1;
      return finish(begun.length === 0 ? rest : begun.join('') + rest, lineBreak);
    },
    skipEmpty() {
      if (begunBytes > 0) return 0;
      let count = 0;
      for (; piece.charCodeAt(at) === breakCode; at += 1) count += 1;
      byte += count;
      return count;
    },
    last: () => (begunBytes === 0 ? null : finish(begun.join(''), '')),
  };
}

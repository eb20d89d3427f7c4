import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { CsvLayout } from './csv-records.ts';
import { lineBytesMax } from './csv-lines.ts';

const headBytesMax = 262_144;

/** What was seen of a file while it passed by. */
export interface Inspection {
  readonly sizeBytes: number;
  readonly sha256: Buffer;
  /** Windows-1252 when some byte of the file, wherever it stands, is not valid UTF-8. */
  readonly encoding: CsvLayout['encoding'];
  readonly hasLongLine: boolean;
  /** The first bytes, at most 256 kB. */
  readonly head: Buffer;
}

/**
 * Looks at a file while it is stored: `pass` hands every byte on, `result` tells what was seen once all have passed.
 * The whole file is judged, because the first letter with an accent may stand in its last row.
 */
export function inspectWhilePassing(): { pass(source: Readable): AsyncGenerator<Buffer>; result(): Inspection } {
  const hash = createHash('sha256');
  const head: Buffer[] = [];
  const line = longestLine();
  const utf8 = utf8Check();
  let sizeBytes = 0;
  return {
    async *pass(source) {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        hash.update(chunk);
        if (sizeBytes < headBytesMax) head.push(chunk.subarray(0, headBytesMax - sizeBytes));
        sizeBytes += chunk.length;
        line.see(chunk);
        utf8.see(chunk);
        yield chunk;
      }
    },
    result: () => ({
      sizeBytes,
      sha256: hash.digest(),
      encoding: utf8.isValid() ? 'utf-8' : 'windows-1252',
      hasLongLine: line.isTooLong(),
      head: Buffer.concat(head),
    }),
  };
}

function longestLine(): { see(chunk: Buffer): void; isTooLong(): boolean } {
  let run = 0;
  let longest = 0;
  return {
    see(chunk) {
      let start = 0;
      for (let end = nextBreak(chunk, 0); end !== -1; end = nextBreak(chunk, start)) {
        longest = Math.max(longest, run + end - start);
        run = 0;
        start = end + 1;
      }
      run += chunk.length - start;
    },
    isTooLong: () => Math.max(longest, run) > lineBytesMax,
  };
}

function nextBreak(chunk: Buffer, from: number): number {
  const feed = chunk.indexOf(10, from);
  // A file without line feeds has its lines ended by carriage returns.
  return feed === -1 ? chunk.indexOf(13, from) : feed;
}

function utf8Check(): { see(chunk: Buffer): void; isValid(): boolean } {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isValid = true;
  function decode(chunk?: Buffer): void {
    if (!isValid) return;
    try {
      if (chunk) decoder.decode(chunk, { stream: true });
      else decoder.decode();
    } catch {
      isValid = false;
    }
  }
  return {
    see: decode,
    isValid() {
      decode();
      return isValid;
    },
  };
}

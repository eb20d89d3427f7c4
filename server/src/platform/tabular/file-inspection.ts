import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { CsvLayout } from './csv/csv-record.ts';
import { weighEncodings } from './csv/encodings.ts';
import { scanFile } from './csv/file-scan.ts';
import type { FileScan } from './csv/file-scan.ts';
import { isZip } from './file-kind.ts';

/** How much of a file is judged for its columns. */
export const headBytesMax = 262_144;

/** What was seen of a file while it passed by. */
export interface Inspection extends FileScan {
  readonly sizeBytes: number;
  readonly sha256: Buffer;
  /**
   * One of those with a byte for each letter when bytes of the file, wherever they stand, are not valid UTF-8, unless most
   * letters with accents are.
   */
  readonly encoding: CsvLayout['encoding'];
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
  const scan = scanFile();
  const utf8 = utf8Count();
  const encodings = weighEncodings();
  let sizeBytes = 0;
  /** Of a zip, lines and letters say nothing. */
  let isPacked = false;
  function seeText(chunk: Buffer): void {
    scan.see(chunk);
    utf8.see(chunk);
    encodings.see(chunk);
  }
  return {
    async *pass(source) {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        hash.update(chunk);
        if (sizeBytes === 0) isPacked = isZip(chunk);
        if (sizeBytes < headBytesMax) head.push(chunk.subarray(0, headBytesMax - sizeBytes));
        sizeBytes += chunk.length;
        if (!isPacked) seeText(chunk);
        yield chunk;
      }
    },
    result: () => ({
      sizeBytes,
      sha256: hash.digest(),
      encoding: utf8.isLikely() ? 'utf-8' : encodings.likeliest(),
      ...scan.result(),
      head: Buffer.concat(head),
    }),
  };
}

/** What a decoder puts where bytes are no UTF-8. */
const replacement = 0xfffd;
const asciiMax = 0x7f;

/**
 * Counts what reads as UTF-8 beyond ASCII and what does not. In a file of Windows-1252 hardly two letters with accents stand
 * side by side so as to look like one of UTF-8; a UTF-8 file into which somebody pasted a few others stays one, and only
 * their rows are refused.
 */
function utf8Count(): { see(chunk: Buffer): void; isLikely(): boolean } {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let read = 0;
  let strange = 0;
  function count(text: string): void {
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === replacement) strange += 1;
      else if (code > asciiMax) read += 1;
    }
  }
  return {
    see: (chunk) => count(decoder.decode(chunk, { stream: true })),
    isLikely() {
      count(decoder.decode());
      return strange === 0 || read > strange;
    },
  };
}

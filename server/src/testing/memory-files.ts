import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Files } from '#platform/storage/files.ts';

/** A storage of a test that keeps its files in memory, and hands them out in small pieces. */
export function memoryFiles(): Files {
  const files = new Map<string, Buffer>();
  return {
    async write(key, source) {
      files.set(key, await buffer(source));
    },
    read(key, fromByte = 0) {
      const bytes = files.get(key);
      if (!bytes) return Promise.reject(new Error('there is no such file'));
      return Promise.resolve(Readable.from(pieces(bytes, fromByte), { objectMode: false }));
    },
    size: (key) => Promise.resolve(files.get(key)?.length ?? null),
    remove(key) {
      files.delete(key);
      return Promise.resolve();
    },
  };
}

const pieceBytes = 16_384;

function* pieces(bytes: Buffer, fromByte: number): Generator<Buffer> {
  for (let at = fromByte; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

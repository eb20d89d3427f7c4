import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { TableBroken } from '../table.ts';
import type { TableFile } from '../table.ts';

/** The parts of an Office document by their names, without the leading `/`; upper and lower case are the same (ECMA-376-2 §6.2). */
export interface ZipPackage {
  has(name: string): boolean;
  /** In lower case. */
  readonly names: readonly string[];
  /** The bytes of a part, unpacked, in pieces. Throws TableBroken, also where there is no such part or it is larger. */
  read(name: string, bytesMax?: number): AsyncGenerator<Buffer>;
}

const partsMax = 10_000;
/** A sheet of a million rows with twenty columns has some 600 MB. */
const partBytesMax = 1_073_741_824;
/** Rows that differ in their numbers alone are packed to a thirtieth; what is packed much closer was made to fill a memory. */
const ratioMax = 120;
const bytesBeforeRatio = 10_485_760;
const pieceBytes = 65_536;
const [stored, deflated] = [0, 8];

/** Opens a zip and reads its directory. Throws TableBroken for what is no zip, has too many parts, or asks for a password. */
export async function openZip(file: TableFile): Promise<ZipPackage> {
  const reader = new FileReader(file);
  try {
    const options = { autoClose: false, lazyEntries: true };
    const zip = await fromRandomAccessReaderPromise(reader, file.sizeBytes, options);
    const entries = await entriesOf(zip);
    const entryOf = (name: string) => entries.get(name.toLowerCase());
    return {
      has: (name) => entryOf(name) !== undefined,
      names: [...entries.keys()],
      async *read(name, bytesMax = partBytesMax) {
        const entry = entryOf(name);
        if (!entry) throw new TableBroken('not_readable');
        if (entry.uncompressedSize > bytesMax) throw new TableBroken('too_large');
        yield* unpack(file, entry, await firstByteOf(zip, entry, reader));
      },
    };
  } catch (error) {
    throw faultOf(error, reader);
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > partsMax) throw new TableBroken('too_large');
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
  return entries;
}

async function firstByteOf(zip: ZipFile, entry: Entry, reader: FileReader): Promise<number> {
  if (entry.isEncrypted()) throw new TableBroken('encrypted');
  const { uncompressedSize: bytes, compressedSize } = entry;
  if (bytes > bytesBeforeRatio && bytes > compressedSize * ratioMax) throw new TableBroken('too_large');
  try {
    return (await zip.readLocalFileHeaderPromise(entry, { minimal: true })).fileDataStart;
  } catch (error) {
    throw faultOf(error, reader);
  }
}

/** Holds a part to the size and the check sum that the directory promises: a bomb may lie about them. */
async function* unpack(file: TableFile, entry: Entry, firstByte: number): AsyncGenerator<Buffer> {
  const { compressionMethod, compressedSize, uncompressedSize } = entry;
  if (compressionMethod !== stored && compressionMethod !== deflated) throw new TableBroken('not_readable');
  const packed = await file.read(firstByte);
  let storageFailure: unknown;
  packed.once('error', (error: unknown) => (storageFailure = error));
  const source = Readable.from(firstBytes(packed, compressedSize), { objectMode: false });
  const pieces =
    compressionMethod === deflated
      ? pipeline(source, createInflateRaw({ chunkSize: pieceBytes }), () => undefined)
      : source;
  let bytes = 0;
  let sum = 0;
  try {
    for await (const piece of pieces as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > uncompressedSize) throw new TableBroken('not_readable');
      sum = crc32(piece, sum);
      yield piece;
    }
  } catch (error) {
    throw storageFailure ?? (isOfZlib(error) ? new TableBroken('not_readable', { cause: error }) : error);
  } finally {
    source.destroy();
    packed.destroy();
  }
  if (bytes !== uncompressedSize || sum !== entry.crc32) throw new TableBroken('not_readable');
}

function isOfZlib(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

async function* firstBytes(source: Readable, count: number): AsyncGenerator<Buffer> {
  let left = count;
  if (left === 0) return;
  for await (const piece of source as AsyncIterable<Buffer>) {
    yield piece.subarray(0, left);
    left -= piece.length;
    if (left <= 0) return;
  }
}

/** What a zip library finds wrong is the file's fault; a storage that is away is not. */
function faultOf(error: unknown, { failure }: FileReader): unknown {
  return failure ?? (error instanceof TableBroken ? error : new TableBroken('not_readable', { cause: error }));
}

/** Reads a stored file at any place, a block at a time: the entries of a directory are read one by one. */
class FileReader extends RandomAccessReader {
  readonly #file: TableFile;
  #block = Buffer.alloc(0);
  #blockFrom = 0;
  /** Why the storage could not be read. */
  failure: unknown;

  constructor(file: TableFile) {
    super();
    this.#file = file;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#load(position, length).then(
      () => {
        const from = position - this.#blockFrom;
        const isThere = from + length <= this.#block.length;
        if (isThere) this.#block.copy(buffer, offset, from, from + length);
        callback(isThere ? null : new Error('the file ends early'));
      },
      (error: unknown) => {
        this.failure = error;
        callback(error instanceof Error ? error : new Error(String(error)));
      },
    );
  }

  async #load(position: number, length: number): Promise<void> {
    if (position >= this.#blockFrom && position + length <= this.#blockFrom + this.#block.length) return;
    const source = await this.#file.read(position);
    const pieces: Buffer[] = [];
    for await (const piece of firstBytes(source, Math.max(length, pieceBytes))) pieces.push(piece);
    source.destroy();
    this.#block = Buffer.concat(pieces);
    this.#blockFrom = position;
  }
}

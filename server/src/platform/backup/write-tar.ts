import { createWriteStream } from 'node:fs';
import { open, opendir, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const blockBytes = 512;
/** Eleven octal digits. */
const fileBytesMax = 8 ** 11 - 1;

/**
 * Writes the files below `folder` into one archive, each below `name/`: POSIX.1-2017, pax, “ustar Interchange Format”, which
 * every tar reads. Files for their user alone, without owner. What is being written (`*.partial`) is left out, and so is what is
 * removed meanwhile: files of ours are there whole, never change, and may go at any time. A folder that is not there is empty.
 * @returns how many files are in it.
 * @throws when one cannot be read or has no place in the format (8 GiB, a path of 255 bytes), or `signal` ends it.
 */
export async function writeTar(
  folder: string,
  { path, name, signal }: { path: string; name: string; signal: AbortSignal },
): Promise<number> {
  const counted = { files: 0 };
  await pipeline(Readable.from(tarOf(folder, name, counted)), createWriteStream(path, { mode: 0o600, flush: true }), {
    signal,
  });
  return counted.files;
}

async function* tarOf(folder: string, name: string, counted: { files: number }): AsyncGenerator<Buffer> {
  yield* folderEntry(folder, name, counted);
  yield Buffer.alloc(2 * blockBytes);
}

async function* folderEntry(folder: string, name: string, counted: { files: number }): AsyncGenerator<Buffer> {
  yield headerOf(`${name}/`, { bytes: 0, modified: new Date(0), isFolder: true });
  for await (const { name: entry } of await unlessGone(opendir(folder), [])) {
    if (entry.endsWith('.partial')) continue;
    const path = join(folder, entry);
    // Follows links, as who reads the files does.
    const found = await unlessGone(stat(path), null);
    if (found?.isDirectory()) yield* folderEntry(path, `${name}/${entry}`, counted);
    if (found?.isFile()) yield* fileEntry(path, `${name}/${entry}`, counted);
  }
}

async function* fileEntry(path: string, name: string, counted: { files: number }): AsyncGenerator<Buffer> {
  const handle = await unlessGone(open(path), null);
  if (handle === null) return;
  try {
    yield* contentOf(handle, name);
    counted.files += 1;
  } finally {
    await handle.close();
  }
}

async function* contentOf(handle: FileHandle, name: string): AsyncGenerator<Buffer> {
  const { size: bytes, mtime: modified } = await handle.stat();
  yield headerOf(name, { bytes, modified, isFolder: false });
  if (bytes === 0) return;
  let left = bytes;
  for await (const chunk of handle.createReadStream({ end: bytes - 1, autoClose: false })) {
    left -= (chunk as Buffer).length;
    yield chunk as Buffer;
  }
  if (left > 0) throw new Error(`a file became ${left} bytes shorter while it was read`);
  yield Buffer.alloc((blockBytes - (bytes % blockBytes)) % blockBytes);
}

/** The fields at their places; numbers are octal, and the sum is taken with blanks where it will stand. */
function headerOf(
  name: string,
  { bytes, modified, isFolder }: { bytes: number; modified: Date; isFolder: boolean },
): Buffer {
  if (bytes > fileBytesMax) throw new Error('a file is too large for the archive: 8 GiB are the most');
  const header = Buffer.alloc(blockBytes);
  const octal = (value: number, at: number, digits: number) =>
    header.write(value.toString(8).padStart(digits, '0'), at, 'latin1');
  const { prefix, rest } = splitName(name);
  header.write(rest, 0);
  octal(isFolder ? 0o700 : 0o600, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(bytes, 124, 11);
  octal(Math.floor(modified.getTime() / 1_000), 136, 11);
  header.write(' '.repeat(8), 148);
  header.write(isFolder ? '5' : '0', 156);
  header.write('ustar\0' + '00', 257);
  header.write(prefix, 345);
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  );
  header.write('\0 ', 154);
  return header;
}

/** A name of up to 100 bytes, or two parts around a slash: up to 155 before it and 100 behind it. */
function splitName(name: string): { prefix: string; rest: string } {
  const bytesOf = (text: string) => Buffer.byteLength(text);
  if (bytesOf(name) <= 100) return { prefix: '', rest: name };
  for (let at = name.indexOf('/'); at > 0; at = name.indexOf('/', at + 1)) {
    const [prefix, rest] = [name.slice(0, at), name.slice(at + 1)];
    if (rest !== '' && bytesOf(prefix) <= 155 && bytesOf(rest) <= 100) return { prefix, rest };
  }
  throw new Error('a path is too long for the archive');
}

/** What was listed a moment ago may have been removed. */
async function unlessGone<Found, Otherwise>(work: Promise<Found>, otherwise: Otherwise): Promise<Found | Otherwise> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise;
    throw error;
  }
}

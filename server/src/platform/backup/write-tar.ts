import { createWriteStream } from 'node:fs';
import { open, opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Pack, pack } from 'tar-stream';
import { partialSuffix } from '#platform/storage/local-files.ts';
import { unlessGone } from '#platform/storage/unless-gone.ts';

/** For their user alone, whatever the umask says where they are unpacked. */
const folderMode = 0o700;
const fileMode = 0o600;

/**
 * Writes the files below `folder` into one archive, each below `name/`, for their user alone. What is being written
 * (`*.partial`) is left out, and so is what is removed meanwhile: files of ours are there whole, never change, and may go at any
 * time. A folder that is not there is empty.
 * @returns how many files are in it.
 * @throws when one cannot be read or becomes shorter meanwhile, or `signal` ends it.
 */
export async function writeTar(
  folder: string,
  { path, name, signal }: { path: string; name: string; signal: AbortSignal },
): Promise<number> {
  signal.throwIfAborted();
  const archive = pack();
  const written = pipeline(archive, createWriteStream(path, { mode: fileMode, flush: true }), { signal });
  const [ends, adds] = await Promise.allSettled([written, fill(archive, folder, name)]);
  if (ends.status === 'rejected') throw ends.reason;
  if (adds.status === 'rejected') throw adds.reason;
  return adds.value;
}

async function fill(archive: Pack, folder: string, name: string): Promise<number> {
  try {
    const files = await addFolder(archive, folder, name);
    archive.finalize();
    return files;
  } catch (error) {
    archive.destroy(error as Error);
    throw error;
  }
}

async function addFolder(archive: Pack, folder: string, name: string): Promise<number> {
  const entry = { name: `${name}/`, type: 'directory', mode: folderMode, mtime: new Date(0) } as const;
  await added((done) => archive.entry(entry, done).on('error', done));
  let files = 0;
  for await (const { name: found } of await unlessGone(opendir(folder), [])) {
    if (found.endsWith(partialSuffix)) continue;
    const [path, below] = [join(folder, found), `${name}/${found}`];
    // Follows links, as who reads the files does.
    const kind = await unlessGone(stat(path), null);
    if (kind?.isDirectory()) files += await addFolder(archive, path, below);
    if (kind?.isFile()) files += await addFile(archive, path, below);
  }
  return files;
}

/** Answers how many files were added: one, or none where it has gone. */
async function addFile(archive: Pack, path: string, name: string): Promise<number> {
  const handle = await unlessGone(open(path), null);
  if (handle === null) return 0;
  try {
    const { size, mtime } = await handle.stat();
    // What is appended meanwhile is left out: the archive has said how long the file is.
    const content = size > 0 ? handle.createReadStream({ end: size - 1, autoClose: false }) : Readable.from([]);
    await added(
      (done) => void pipeline(content, archive.entry({ name, size, mtime, mode: fileMode }, done)).catch(done),
    );
    return 1;
  } finally {
    await handle.close();
  }
}

function added(add: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => add((error) => (error ? reject(error) : resolve())));
}

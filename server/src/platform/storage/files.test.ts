import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Files } from './files.ts';
import { localFiles } from './local-files.ts';
import { s3Files } from './s3-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'escuta-files-'));
const bucket = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(folder, 's3'),
  configureBuckets: [{ name: 'escuta', configs: [] }],
});
const places: Record<string, Files> = { 'a folder': localFiles(folder) };

beforeAll(async () => {
  const { port } = await bucket.run();
  places['an S3-compatible bucket'] = s3Files(`s3://S3RVER:S3RVER@127.0.0.1:${port}/escuta?tls=false&prefix=files/`);
});
afterAll(async () => {
  await bucket.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(['a folder', 'an S3-compatible bucket'])('files in %s', (place) => {
  const files = () => places[place]!;

  test('come back whole, and from any byte on', async () => {
    await files().write('imports/one.csv', Readable.from(['nome;', 'Ana\n']));
    expect(await text(await files().read('imports/one.csv'))).toBe('nome;Ana\n');
    expect(await text(await files().read('imports/one.csv', 5))).toBe('Ana\n');
    expect(await files().size('imports/one.csv')).toBe(9);
  });

  test('are gone after removal, and removing twice is no error', async () => {
    await files().write('imports/two.csv', Readable.from(['x']));
    await files().remove('imports/two.csv');
    await files().remove('imports/two.csv');
    expect(await files().size('imports/two.csv')).toBeNull();
    await expect(files().read('imports/two.csv')).rejects.toThrow(Error);
  });

  test('do not appear when their source breaks in the middle', async () => {
    const broken = Readable.from(
      (async function* () {
        yield 'half';
        throw new Error('the sender went away');
      })(),
    );
    await expect(files().write('imports/three.csv', broken)).rejects.toThrow('the sender went away');
    expect(await files().size('imports/three.csv')).toBeNull();
  });
});

test('a broken write leaves no part behind in the folder', async () => {
  const broken = new Readable({
    read() {
      this.destroy(new Error('broken'));
    },
  });
  await expect(localFiles(folder).write('parts/x.csv', broken)).rejects.toThrow('broken');
  expect(readdirSync(join(folder, 'files/parts'))).toEqual([]);
});

test.each(['../outside', '/absolute', 'a//b', 'a/../b', 'ä', ''])('the key %j is refused', async (key) => {
  await expect(async () => localFiles(folder).size(key)).rejects.toThrow('not allowed');
});

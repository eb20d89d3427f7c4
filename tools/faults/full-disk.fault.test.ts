import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createBigSend } from '../../server/src/testing/big-send.ts';
import { signedIn } from '../../server/src/testing/factories.ts';
import { endProcesses, startProcess } from '../../server/src/testing/own-process.ts';
import { canMountDisk, openSmallDisk } from '../../server/src/testing/small-disk.ts';
import type { SmallDisk } from '../../server/src/testing/small-disk.ts';
import { openTestContext, testSecretKey } from '../../server/src/testing/test-context.ts';
import { openCleanDatabase, ownDatabases } from './own-database.ts';
import type { CleanDatabase } from './own-database.ts';

/** A disk without room: files, the mailbox of development and both databases on disks small enough to fill. */

const closings: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  await endProcesses();
  for (const close of closings.splice(0).reverse()) await close();
});

function smallDisk(megabytes: number): SmallDisk {
  const disk = openSmallDisk(megabytes);
  closings.push(disk.remove);
  return disk;
}

let database: CleanDatabase;
beforeAll(async () => {
  database = await openCleanDatabase();
});
afterAll(() => database.stop());

async function openPlace(dataDir: string) {
  const context = await openTestContext({ databaseUrl: database.url, dataDir });
  closings.push(context.close);
  const environment = { DATABASE_URL: database.url, DATA_DIR: dataDir, SECRET_KEY: testSecretKey };
  return { context, environment };
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Uploads a file of about so many bytes as a browser does, over the wire. */
async function uploadOver(address: string, headers: Record<string, string>, bytes: number) {
  const line = 'Ana Maria da Silva;ana@example.com\n';
  const form = new FormData();
  form.append('file', new Blob([`nome;e-mail\n${line.repeat(bytes / line.length)}`]), 'contatos.csv');
  const answer = await fetch(`${address}/api/imports/uploads`, { method: 'POST', headers, body: form });
  return { status: answer.status, code: ((await answer.json()) as { code?: string }).code };
}

const isFull = { status: 507, code: 'STORAGE_FULL' };
const isTaken = { status: 201, code: undefined };

test.skipIf(!canMountDisk)(
  'an upload without room is refused in words, leaves nothing behind, and works once there is room',
  async () => {
    const disk = smallDisk(8);
    const { context, environment } = await openPlace(join(disk.folder, 'data'));
    const { headers } = await signedIn(context);
    const api = await startProcess('api', environment);
    const send = (bytes: number) => uploadOver(api.address(), headers, bytes);
    // One larger than the disk fails in the middle, a small one on a full disk at the start.
    expect(await send(20_000_000)).toEqual(isFull);
    disk.fill();
    expect(await send(50_000)).toEqual(isFull);
    expect(filesIn(join(disk.folder, 'data/files'))).toEqual([]);
    expect((await fetch(`${api.address()}/api/imports`, { headers })).status).toBe(200);

    disk.free();
    expect(await send(4_000_000)).toEqual(isTaken);
    expect(filesIn(join(disk.folder, 'data/files'))).toHaveLength(1);
    expect(api.isRunning()).toBe(true);
  },
);

test('an upload beyond what the system lets the process write is refused in words, a smaller one is taken', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'escuta-quota-'));
  const { context, environment } = await openPlace(folder);
  const { headers } = await signedIn(context);
  const api = await startProcess('api', environment, { fileKilobytesMax: 1_024 });
  expect(await uploadOver(api.address(), headers, 3_000_000)).toEqual(isFull);
  expect(filesIn(join(folder, 'files'))).toEqual([]);
  expect(await uploadOver(api.address(), headers, 500_000)).toEqual(isTaken);
});

test.skipIf(!canMountDisk)('the refused rows of an import can be downloaded while the disk is full', async () => {
  const disk = smallDisk(8);
  const { context, environment } = await openPlace(join(disk.folder, 'data'));
  const { headers } = await signedIn(context);
  const [api] = await Promise.all([startProcess('api', environment), startProcess('worker', environment)]);
  const form = new FormData();
  form.append('file', new Blob(['nome;e-mail\nAna;ana@x.com\nBia;bia@\n']), 'contatos.csv');
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${api.address()}/api${path}`, { ...init, headers: { ...headers, ...init.headers } });
  const { uploadId, hasHeader, mapping } = (await (
    await ask('/imports/uploads', { method: 'POST', body: form })
  ).json()) as Record<string, unknown>;
  const body = JSON.stringify({ uploadId, hasHeader, mapping });
  disk.fill();
  const started = await ask('/imports', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { _id: id } = (await started.json()) as { _id: string };
  await vi.waitFor(
    async () => expect(await (await ask(`/imports/${id}`)).json()).toMatchObject({ status: 'finished' }),
    { timeout: 30_000, interval: 100 },
  );
  expect(await (await ask(`/imports/${id}/errors`)).text()).toContain('3;E-mail inválido (e-mail).;Bia;bia@');
});

test.skipIf(!canMountDisk)(
  'messages that the mailbox has no room for are tried again later, and none is lost or kept by halves',
  async () => {
    const disk = smallDisk(8);
    const { context, environment } = await openPlace(join(disk.folder, 'data'));
    const worker = await startProcess('worker', environment);
    disk.fill();
    const send = await createBigSend(context, 20);
    await vi.waitFor(async () => {
      const items = await send.items();
      expect(items.filter(({ detail }) => detail?.includes('could not be kept'))).toHaveLength(20);
    }, waiting);
    expect(filesIn(join(disk.folder, 'data/dev-mailbox'))).toEqual([]);

    disk.free();
    await send.letRetriesCome();
    await vi.waitFor(async () => expect((await send.entry()).status).toBe('finished'), waiting);
    const kept = filesIn(join(disk.folder, 'data/dev-mailbox'));
    expect(kept).toHaveLength(20);
    expect(kept.every((name) => name.endsWith('.eml'))).toBe(true);
    const { processing } = await send.entry();
    expect(processing).toEqual({ accepted: 20, heldBack: 0, failed: 0, unknown: 0, pending: 0 });
    expect(worker.isRunning()).toBe(true);
  },
);

describe.each(ownDatabases)('on $name', ({ isMissing, open }) => {
  test.skipIf(isMissing || !canMountDisk)(
    'a database without room refuses in words, loses nothing, and takes writes again once there is room',
    async () => {
      const disk = smallDisk(150);
      const small = await open(disk.folder);
      closings.push(small.stop);
      const context = await openTestContext({ databaseUrl: small.url });
      closings.push(context.close);
      const { headers } = await signedIn(context);
      const create = (number: number) =>
        context.app.inject({
          method: 'POST',
          url: '/api/contacts',
          headers,
          payload: { name: `Pessoa ${number} ${'longa '.repeat(20)}`, email: `pessoa${number}@x.com`, tel: null },
        });
      expect((await create(0)).statusCode).toBe(201);
      disk.fill();
      let stored = 1;
      let refused = await create(stored);
      for (; refused.statusCode === 201 && stored < 2_000; refused = await create(stored)) stored += 1;
      expect([refused.statusCode, refused.json().code]).toEqual([503, 'UNAVAILABLE']);
      expect((await context.app.inject({ url: '/api/contacts', headers })).json().total).toBe(stored);

      disk.free();
      await vi.waitFor(async () => expect((await create(stored)).statusCode).toBe(201), waiting);
      expect((await context.app.inject({ url: '/api/contacts', headers })).json().total).toBe(stored + 1);
    },
  );
});

const waiting = { timeout: 30_000, interval: 100 };

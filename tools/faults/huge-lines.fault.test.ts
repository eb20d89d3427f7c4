import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signedIn } from '../../server/src/testing/factories.ts';
import { upload } from '../../server/src/testing/import-steps.ts';
import { endProcesses, startProcess } from '../../server/src/testing/own-process.ts';
import type { OwnProcess } from '../../server/src/testing/own-process.ts';
import { openTestContext } from '../../server/src/testing/test-context.ts';
import type { TestContext } from '../../server/src/testing/test-context.ts';
import { openCleanDatabase } from './own-database.ts';
import type { CleanDatabase } from './own-database.ts';

/** Files whose lines would fill the memory of the process that reads them, if it let them. */

const growthMbMax = 150;
/** Where each row is as long as a row may be; before rows had a bound it was more than 1,100 MB. */
const longRowsGrowthMbMax = 250;
const megabyte = 1_000_000;

let database: CleanDatabase;
let context: TestContext;
beforeAll(async () => {
  database = await openCleanDatabase();
  context = await openTestContext({ databaseUrl: database.url });
});
afterEach(endProcesses);
afterAll(async () => {
  await context.close();
  await database.stop();
});

/** Does the work and answers its result, and by how much the process has grown at most meanwhile, in MB. */
async function growthOf<T>(program: OwnProcess, work: () => Promise<T>): Promise<{ result: T; grownMb: number }> {
  const before = program.memoryMb();
  let most = before;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, program.memoryMb());
      await sleep(20);
    }
  })();
  try {
    return { result: await work(), grownMb: most - before };
  } finally {
    isOver = true;
    await watching;
  }
}

function environment() {
  const { databaseUrl, dataDir } = context.config;
  return { DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
}

/** A form with one file of `bytes` times the same letter pattern, made while it is sent. */
async function* form(boundary: string, bytes: number): AsyncGenerator<Buffer> {
  yield Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`);
  for (let sent = 0; sent < bytes; sent += megabyte) yield Buffer.alloc(megabyte, 'Ana Maria;');
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

describe('the api', () => {
  test.each([
    [210, 413, 'TOO_LARGE'],
    [150, 422, 'LINE_TOO_LONG'],
  ])('refuses a file that is one line of %i MB, and stays small', async (megabytes, status, code) => {
    const { headers } = await signedIn(context);
    const api = await startProcess('api', environment());
    const { result, grownMb } = await growthOf(api, async () => {
      const answer = await fetch(`${api.address()}/api/imports/uploads`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
        body: Readable.toWeb(Readable.from(form('x', megabytes * megabyte))) as ReadableStream,
        duplex: 'half',
      } as RequestInit);
      return { status: answer.status, code: ((await answer.json()) as { code: string }).code };
    });
    expect(result).toEqual({ status, code });
    expect(grownMb).toBeLessThan(growthMbMax);
  });
});

async function startImport(headers: Record<string, string>) {
  const { uploadId, hasHeader, mapping } = (await upload(context, { headers }, 'nome;e-mail\nAna;ana@x.com\n')).json();
  const payload = { uploadId, hasHeader, mapping };
  const started = await context.app.inject({ method: 'POST', url: '/api/imports', headers, payload });
  return { uploadId: uploadId as string, id: started.json()._id as string };
}

/** A file that was not seen by the upload's own check: what the worker reads must bind by itself. */
function* lines(count: number, lineBytes: number, fill: string): Generator<Buffer> {
  yield Buffer.from('nome;e-mail\n');
  for (let line = 0; line < count; line += 1) {
    for (let bytes = 0; bytes < lineBytes; bytes += megabyte) yield Buffer.alloc(Math.min(megabyte, lineBytes), fill);
    yield Buffer.from('\n');
  }
  yield Buffer.from('Ana;ana@x.com\n');
}

describe('the worker', () => {
  test.each([
    ['one line of 100 MB', 1, 100 * megabyte, 'a', { status: 'error', error: 'LINE_TOO_LONG' }],
    ['45 lines of a million cells', 45, megabyte, 'x;', { status: 'finished', counts: { rejected: 45, created: 1 } }],
    ['45 lines of a million quotes', 45, megabyte, '"', { status: 'finished', counts: { rejected: 45, created: 1 } }],
    ['700 lines of 32,000 cells', 700, 64_000, 'x;', { status: 'finished', counts: { rejected: 700, created: 1 } }],
  ])('reads %s and stays small', async (_, count, lineBytes, fill, expected) => {
    const { headers, companyId } = await signedIn(context);
    const { uploadId, id } = await startImport(headers);
    await context.files.write(`imports/${companyId}/${uploadId}`, Readable.from(lines(count, lineBytes, fill)));
    const worker = await startProcess('worker', environment());
    const { result, grownMb } = await growthOf(worker, async () => {
      for (;;) {
        const now = (await context.app.inject({ url: `/api/imports/${id}`, headers })).json();
        if (now.status === 'finished' || now.status === 'error') return now;
        await sleep(50);
      }
    });
    expect(result).toMatchObject(expected);
    expect(grownMb).toBeLessThan(count === 1 ? growthMbMax : longRowsGrowthMbMax);
  });
});

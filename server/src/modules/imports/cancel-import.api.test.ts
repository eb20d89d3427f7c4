import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import type { CompanyId, ImportId } from '@escuta/contract/ids';
import type { Import } from '@escuta/contract/imports';
import { otherUnitOf, signedIn, unitOf } from '../../testing/factories.ts';
import { runImportNow, upload } from '../../testing/import-steps.ts';
import { testContext } from '../../testing/test-context.ts';
import { runImport } from './run-import.ts';

const context = testContext();

interface User {
  readonly companyId: CompanyId;
  readonly headers: Record<string, string>;
}

const rows = 4_500;
const people = Array.from({ length: rows }, (_, at) => `Pessoa ${at};pessoa${at}@x.com;Loja ${at % 7}`);
const file = ['nome;e-mail;empresa', ...people].join('\n');

async function start({ headers }: User): Promise<ImportId> {
  const { uploadId, hasHeader, mapping } = (await upload(context, { headers }, file)).json();
  const payload = { uploadId, hasHeader, mapping };
  return (await context.app.inject({ method: 'POST', url: '/api/imports', headers, payload })).json()._id;
}

function cancel({ headers }: Pick<User, 'headers'>, id: ImportId) {
  return context.app.inject({ method: 'POST', url: `/api/imports/${id}/cancellation`, headers });
}

const contactsOf = async ({ headers }: User): Promise<number> =>
  (await context.app.inject({ url: '/api/contacts?limit=1', headers })).json().total;
const seen = async ({ headers }: User, id: ImportId): Promise<Import> =>
  (await context.app.inject({ url: `/api/imports/${id}`, headers })).json();

/** Files whose second reading, the one that imports, stops after some rows until the gate is opened. */
function gatedFiles() {
  const gate = Promise.withResolvers<void>();
  let readings = 0;
  const read: typeof context.files.read = async (key, from = 0) => {
    readings += 1;
    if (readings === 1) return context.files.read(key, from);
    const bytes = Buffer.from(file);
    const half = bytes.indexOf('pessoa2000@');
    return Readable.from(
      (async function* () {
        yield bytes.subarray(from, half);
        await gate.promise;
        yield bytes.subarray(half);
      })(),
    );
  };
  const files: typeof context.files = Object.create(context.files, { read: { value: read } });
  return { files, open: gate.resolve };
}

test('[CIMPORT-18] [CIMPORT-19] a running import stops behind whole rows, and what came in before stays and is counted', async () => {
  const user = await signedIn(context);
  const id = await start(user);
  const { files, open } = gatedFiles();
  const running = runImport(
    { ...context, files },
    { companyId: user.companyId, importId: id },
    AbortSignal.timeout(60_000),
  );
  await vi.waitUntil(async () => (await seen(user, id)).counts.created > 0, { timeout: 30_000 });
  const answer = await cancel(user, id);
  expect([answer.statusCode, answer.json().status]).toEqual([200, 'cancelled']);
  open();
  await running;

  const { status, counts, progress, ended_at: endedAt } = await seen(user, id);
  expect({ status, endedAt }).toEqual({ status: 'cancelled', endedAt: expect.any(String) });
  expect(counts.created).toBeGreaterThan(0);
  expect(counts.created).toBeLessThan(rows);
  expect(progress).toBeLessThan(1);
  const whole = await context.database.withCompany(user.companyId, (tx) =>
    tx
      .selectFrom('contacts')
      .select('id')
      .where('company_id', '=', user.companyId)
      .where('name', 'like', 'Pessoa %')
      .where('email', 'is not', null)
      .where('contact_company_id', 'is not', null)
      .execute(),
  );
  expect([whole.length, await contactsOf(user)]).toEqual([counts.created, counts.created]);
  // No worker goes on with it.
  await runImportNow(context, user.companyId, id);
  expect(await contactsOf(user)).toBe(counts.created);
});

test('one that no worker has begun brings nothing', async () => {
  const user = await signedIn(context);
  const id = await start(user);
  expect((await cancel(user, id)).json()).toMatchObject({ status: 'cancelled', counts: { created: 0 } });
  await runImportNow(context, user.companyId, id);
  expect(await contactsOf(user)).toBe(0);
});

test('what has ended cannot be cancelled, and another unit, company or colleague who may only import finds nothing to cancel', async () => {
  const user = await signedIn(context);
  const unit = await unitOf(context, user.companyId);
  const id = await start(user);
  const { companyId } = user;
  const sister = { ...user.headers, 'x-business-id': await otherUnitOf(context, companyId) };
  expect((await cancel({ headers: sister }, id)).statusCode).toBe(404);
  expect((await cancel(await signedIn(context), id)).statusCode).toBe(404);
  expect((await cancel(await signedIn(context, { companyId, role: 'pdv', units: [unit] }), id)).statusCode).toBe(403);
  expect((await cancel(await signedIn(context, { companyId, role: 'readonly' }), id)).statusCode).toBe(403);
  expect((await seen(user, id)).status).toBe('pending');

  await runImportNow(context, companyId, id);
  expect((await cancel(user, id)).json()).toMatchObject({ code: 'IMPORT_ENDED' });
  expect(await seen(user, id)).toMatchObject({ status: 'finished', counts: { created: rows } });
});

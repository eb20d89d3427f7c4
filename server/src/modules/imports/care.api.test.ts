import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { ImportId, UploadId } from '@escuta/contract/ids';
import { signedIn, unitOf } from '../../testing/factories.ts';
import { runImportNow, upload } from '../../testing/import-steps.ts';
import { testContext } from '../../testing/test-context.ts';
import { uploadKey } from './incoming-upload.ts';
import { importsSchedules } from './jobs.ts';
import { beginRehearsal } from './rehearsal/rehearsal-rows.ts';
import { takeUpload } from './take-upload.ts';

/** What is done for imports by the clock. */

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const context = testContext();

async function run(job: string): Promise<void> {
  await importsSchedules(context)
    .find((schedule) => schedule.job === job)
    ?.run();
}

type User = Awaited<ReturnType<typeof signedIn>>;

async function uploadFile(user: User, rows = 3) {
  const lines = Array.from({ length: rows }, (_, at) => `Pessoa ${at};pessoa${at}@x.com`);
  return (await upload(context, user, ['nome;e-mail', ...lines].join('\n'))).json();
}

async function start(user: User, preview: { uploadId: UploadId; hasHeader: boolean; mapping: string[] }) {
  const { uploadId, hasHeader, mapping } = preview;
  const payload = { uploadId, hasHeader, mapping };
  return context.app.inject({ method: 'POST', url: '/api/imports', headers: user.headers, payload });
}

/** A session ends within the days that these tests take. */
function anew({ companyId }: User): Promise<User> {
  return signedIn(context, { companyId });
}

async function shown(user: User, id: string) {
  const { headers } = await anew(user);
  return (await context.app.inject({ url: `/api/imports/${id}`, headers })).json();
}

/** Takes the facts of a company that wait for a worker, as a job does that then gives up. */
async function takeFacts({ companyId }: User): Promise<unknown[]> {
  const facts = await context.database.withSystem((tx) =>
    tx.deleteFrom('outbox').where('company_id', '=', companyId).returning(['name', 'payload']).execute(),
  );
  return facts.map(({ name, payload }) => ({ name, payload }));
}

test('an import whose job gave up gets a new one after a quarter of an hour, and goes on from where it stood', async () => {
  const user = await signedIn(context);
  const id = (await start(user, await uploadFile(user))).json()._id;
  await takeFacts(user);
  await run('imports.revive');
  context.clock.advance(14 * minuteMs);
  await run('imports.revive');
  expect(await takeFacts(user)).toEqual([]);
  context.clock.advance(2 * minuteMs);
  await run('imports.revive');
  expect(await takeFacts(user)).toEqual([{ name: 'import.started', payload: { importId: id } }]);

  // Once per quarter of an hour, not with each look.
  context.clock.advance(5 * minuteMs);
  await run('imports.revive');
  expect(await takeFacts(user)).toEqual([]);
  context.clock.advance(11 * minuteMs);
  await run('imports.revive');
  expect(await takeFacts(user)).toHaveLength(1);

  await runImportNow(context, user.companyId, id);
  expect(await shown(user, id)).toMatchObject({ status: 'finished', counts: { created: 3 } });
  // It has told its end, and begins no more.
  expect(await takeFacts(user)).toEqual([{ name: 'import.ended', payload: { importId: id } }]);
  context.clock.advance(dayMs);
  await run('imports.revive');
  expect(await takeFacts(user)).toEqual([]);
});

test('an import that moves is left alone', async () => {
  const user = await signedIn(context);
  const id = (await start(user, await uploadFile(user))).json()._id;
  await takeFacts(user);
  for (let bytes = 0; bytes < 5; bytes += 1) {
    await context.database.withCompany(user.companyId, (tx) =>
      tx
        .updateTable('imports')
        .set({ status: 'running', read_bytes: bytes })
        .where('company_id', '=', user.companyId)
        .where('id', '=', id)
        .execute(),
    );
    context.clock.advance(16 * minuteMs);
    await run('imports.revive');
  }
  expect(await takeFacts(user)).toEqual([]);
});

test('an import that stands still for a day ends with a code instead of running for ever', async () => {
  const user = await signedIn(context);
  const id = (await start(user, await uploadFile(user))).json()._id;
  await run('imports.revive');
  context.clock.advance(dayMs + minuteMs);
  await run('imports.revive');
  expect(await shown(user, id)).toMatchObject({ status: 'error', error: 'IMPORT_FAILED' });
});

test('a rehearsal whose job gave up gets a new one after a quarter of an hour, and ends with a code after a day', async () => {
  const user = await signedIn(context);
  const { uploadId, hasHeader, mapping } = await uploadFile(user);
  const url = `/api/imports/uploads/${uploadId}/rehearsal`;
  const payload = { hasHeader, mapping };
  const asked = await context.app.inject({ method: 'PUT', url, headers: user.headers, payload });
  const named = { uploadId, rehearsalId: asked.json()._id };
  const again = { name: 'import.rehearsed', payload: named };
  expect(await takeFacts(user)).toEqual([again]);
  const told = async () => {
    const { headers } = await anew(user);
    return (await context.app.inject({ url, headers })).json();
  };
  context.clock.advance(14 * minuteMs);
  await run('imports.revive-rehearsals');
  expect(await takeFacts(user)).toEqual([]);
  context.clock.advance(2 * minuteMs);
  await run('imports.revive-rehearsals');
  await run('imports.revive-rehearsals');
  expect(await takeFacts(user)).toEqual([again]);

  // One that has begun and is heard of no more.
  const begun = { companyId: user.companyId, ...named };
  await context.database.withCompany(user.companyId, (tx) => beginRehearsal(tx, begun, 3, context.clock.now()));
  context.clock.advance(14 * minuteMs);
  await run('imports.revive-rehearsals');
  expect(await takeFacts(user)).toEqual([]);
  context.clock.advance(2 * minuteMs);
  await run('imports.revive-rehearsals');
  expect(await takeFacts(user)).toEqual([again]);
  expect(await told()).toMatchObject({ status: 'running' });

  context.clock.advance(dayMs);
  await run('imports.revive-rehearsals');
  expect(await told()).toMatchObject({ status: 'error', error: 'IMPORT_FAILED' });
  expect(await takeFacts(user)).toEqual([]);
});

test('the file of an import goes within the hour in which it ended, and what came of it stays', async () => {
  const [user, other] = [await signedIn(context), await signedIn(context)];
  const uploads = [await uploadFile(user), await uploadFile(user), await uploadFile(user)] as const;
  const [finished, cancelled, waiting] = uploads;
  const unstarted = await uploadFile(user);
  const theirs = await uploadFile(other);
  const ids: ImportId[] = [];
  for (const each of uploads) ids.push((await start(user, each)).json()._id);
  await start(other, theirs);
  await runImportNow(context, user.companyId, ids[0]!);
  const { headers } = user;
  await context.app.inject({ method: 'POST', url: `/api/imports/${ids[1]}/cancellation`, headers });
  const sizes = async () => {
    const size = (of: User, { uploadId }: { uploadId: UploadId }) =>
      context.files.size(`imports/${of.companyId}/${uploadId}`);
    return [...(await Promise.all([...uploads, unstarted].map((each) => size(user, each)))), await size(other, theirs)];
  };
  const { sizeBytes } = finished;
  expect(await sizes()).toEqual([sizeBytes, cancelled.sizeBytes, sizeBytes, sizeBytes, sizeBytes]);
  for (let round = 0; round < 2; round += 1) await run('imports.remove-imported-files');
  expect(await sizes()).toEqual([null, null, waiting.sizeBytes, sizeBytes, sizeBytes]);
  expect(await shown(user, ids[0]!)).toMatchObject({ status: 'finished', counts: { created: 3 } });
  await runImportNow(context, user.companyId, ids[2]!);
  expect(await shown(user, ids[2]!)).toMatchObject({ status: 'finished' });
});

test('a file that nobody imported is removed after a day, one that somebody did stays', async () => {
  const user = await signedIn(context);
  const [forgotten, imported] = [await uploadFile(user), await uploadFile(user)];
  const id = (await start(user, imported)).json()._id;
  const size = ({ uploadId }: { uploadId: UploadId }) => context.files.size(`imports/${user.companyId}/${uploadId}`);
  context.clock.advance(dayMs - minuteMs);
  await run('imports.forget-uploads');
  expect(await size(forgotten)).toBeGreaterThan(0);

  const recent = await uploadFile(await anew(user));
  context.clock.advance(2 * minuteMs);
  await run('imports.forget-uploads');
  expect([await size(forgotten), await size(imported), await size(recent)]).toEqual([
    null,
    imported.sizeBytes,
    recent.sizeBytes,
  ]);
  expect((await start(await anew(user), forgotten)).statusCode).toBe(404);
  expect((await start(await anew(user), recent)).statusCode).toBe(202);
  await runImportNow(context, user.companyId, id);
  expect(await shown(user, id)).toMatchObject({ status: 'finished' });
});

test('a file whose process was killed before it was recorded is removed after a day, one that was recorded stays', async () => {
  const user = await signedIn(context);
  const businessUnitId = await unitOf(context, user.companyId);
  const recorded = await uploadFile(user);
  const incoming = () =>
    context.database.withCompany(user.companyId, (tx) =>
      tx.selectFrom('incoming_uploads').select('id').where('company_id', '=', user.companyId).execute(),
    );
  expect(await incoming()).toEqual([]);
  // Its process has stored the file, and does nothing any more.
  await new Promise<void>((killed) => {
    const content = Readable.from([Buffer.from('nome;e-mail\nAna;ana@x.com')], { objectMode: false });
    void takeUpload(
      context,
      { companyId: user.companyId, businessUnitId, userId: user.userId },
      {
        type: 'import_contacts',
        surveyId: null,
        file: { name: 'contatos.csv', content, isCut: () => false },
        inCompany: () => new Promise(() => killed()),
      },
    );
  });
  const [lost] = await incoming();
  const size = (uploadId: UploadId) => context.files.size(uploadKey({ companyId: user.companyId, uploadId }));
  context.clock.advance(dayMs - minuteMs);
  await run('imports.remove-unrecorded');
  expect(await size(lost!.id)).toBeGreaterThan(0);
  context.clock.advance(2 * minuteMs);
  await run('imports.remove-unrecorded');
  expect([await size(lost!.id), await size(recorded.uploadId)]).toEqual([null, recorded.sizeBytes]);
  expect(await incoming()).toEqual([]);
});

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ImportId, UploadId } from '@escuta/contract/ids';
import { signedIn } from '../../testing/factories.ts';
import { runImportNow, runImportUntilKilled, upload } from '../../testing/import-steps.ts';
import { factsOf } from '../../testing/facts-of.ts';
import { testContext } from '../../testing/test-context.ts';
import { forgetUploads } from './forget-uploads.ts';

/** An import chunk by chunk: what each of its transactions leaves behind, and what is left of it at its end. */

const context = testContext();

type Unit = Awaited<ReturnType<typeof signedIn>>;

/** Three chunks: two of a thousand rows, the last of five hundred. Each hundredth row has no address. */
const rows = Array.from({ length: 2_500 }, (_, at) => `Pessoa ${at};${at % 100 === 7 ? '' : `pessoa${at}@x.com`}`);
const file = `Nome;E-mail\n${rows.join('\n\n')}\n`;

async function start({ headers }: Unit) {
  const { uploadId, hasHeader, mapping } = (await upload(context, { headers }, file)).json();
  const payload = { uploadId, hasHeader, mapping };
  const answer = await context.app.inject({ method: 'POST', url: '/api/imports', headers, payload });
  return { uploadId: uploadId as UploadId, id: answer.json()._id as ImportId };
}

async function shown({ headers }: Unit, id: ImportId) {
  return (await context.app.inject({ url: `/api/imports/${id}`, headers })).json();
}

/** What stands in the database of an import, and how many contacts its company has. */
function standing({ companyId }: Unit, id: ImportId) {
  return context.database.withCompany(companyId, async (tx) => {
    const run = await tx
      .selectFrom('imports')
      .innerJoin('import_uploads', (join) =>
        join
          .onRef('import_uploads.company_id', '=', 'imports.company_id')
          .onRef('import_uploads.id', '=', 'imports.upload_id'),
      )
      .selectAll('imports')
      .select('import_uploads.sha256')
      .where('imports.company_id', '=', companyId)
      .where('imports.id', '=', id)
      .executeTakeFirstOrThrow();
    const contacts = await tx.selectFrom('contacts').select('id').where('company_id', '=', companyId).execute();
    return { ...run, contacts: contacts.length };
  });
}

test('[FILES-03] rows come in a thousand at a time, each thousand with its checkpoint or not at all', async () => {
  const unit = await signedIn(context);
  const { id } = await start(unit);
  await runImportUntilKilled(context, unit.companyId, id);
  // The first chunk whole, of the second nothing: the header, a thousand rows and the blank ones between them.
  const left = { read_rows: 2_000, done_rows: 1_000, created_rows: 990, rejected_rows: 10, contacts: 990 };
  const atLeft = await standing(unit, id);
  expect(atLeft).toMatchObject({ ...left, status: 'running' });
  expect(atLeft.read_bytes).toBe(Buffer.byteLength(`Nome;E-mail\n${rows.slice(0, 1_000).join('\n\n')}\n`));

  await runImportNow(context, unit.companyId, id);
  expect(await standing(unit, id)).toMatchObject({
    status: 'finished',
    done_rows: 2_500,
    created_rows: 2_475,
    updated_rows: 0,
    unchanged_rows: 0,
    rejected_rows: 25,
    contacts: 2_475,
  });
});

test('what is begun once more goes to a new job as soon as it has moved', async () => {
  const unit = await signedIn(context);
  const { id } = await start(unit);
  expect(await factsOf(context, unit.companyId, 'import.started')).toBe(1);
  await runImportNow(context, unit.companyId, id, { isRetry: true });
  expect(await standing(unit, id)).toMatchObject({ status: 'running', done_rows: 1_000 });
  expect(await factsOf(context, unit.companyId, 'import.started')).toBe(2);
  await runImportNow(context, unit.companyId, id);
  expect(await standing(unit, id)).toMatchObject({ status: 'finished', done_rows: 2_500, contacts: 2_475 });
  expect(await factsOf(context, unit.companyId, 'import.started')).toBe(2);
});

test('[FILES-05] progress is the rows that are done, refused ones too, of those that were counted first', async () => {
  const unit = await signedIn(context);
  const { id } = await start(unit);
  expect(await shown(unit, id)).toMatchObject({ status: 'pending', totalData: 0, progress: 0 });
  const seen: unknown[] = [];
  await runImportUntilKilled(context, unit.companyId, id, async () => {
    const { status, totalData, progress } = await shown(unit, id);
    seen.push({ status, totalData, progress });
  });
  // Neither the header nor the blank rows count.
  expect(seen).toEqual([{ status: 'running', totalData: 2_500, progress: 0.4 }]);
  await runImportNow(context, unit.companyId, id);
  expect(await shown(unit, id)).toMatchObject({ status: 'finished', totalData: 2_500, progress: 1 });
});

test('[CIMPORT-21] an import keeps the hash of its file, its mapping, who started it and its counts', async () => {
  const unit = await signedIn(context);
  const other = await signedIn(context, { companyId: unit.companyId });
  const { id } = await start(other);
  await runImportNow(context, unit.companyId, id);
  // Also when files that nobody imported are forgotten.
  context.clock.advance(40 * 24 * 3_600_000);
  await forgetUploads(context);
  const kept = await standing(unit, id);
  expect(kept.sha256.toString('hex')).toBe(createHash('sha256').update(file).digest('hex'));
  expect(kept).toMatchObject({
    mapping: ['name', 'email'],
    created_by: other.userId,
    created_rows: 2_475,
    updated_rows: 0,
    unchanged_rows: 0,
    rejected_rows: 25,
    warned_rows: 0,
  });
  // A session of before has ended.
  const late = await signedIn(context, { companyId: unit.companyId });
  expect(await shown(late, id)).toMatchObject({
    user: { _id: other.userId },
    counts: { created: 2_475, updated: 0, unchanged: 0, rejected: 25, warned: 0 },
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ContactId, SurveyId } from '@escuta/contract/ids';
import type { Import } from '@escuta/contract/imports';
import { forgetOldMerges } from '#modules/contacts/index.ts';
import { otherUnitOf } from '../../testing/factories.ts';
import { rehearse, runImportNow, upload } from '../../testing/import-steps.ts';
import { mergeWorkplace } from '../../testing/merge-steps.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();

/** Two contacts of another system, the first of whom has refused e-mails, and what that system sends of them. */
async function workplace() {
  const here = await mergeWorkplace(context);
  const { call, create } = here;
  const one = await create({ name: 'Val', email: 'val1@test.example', tel: null, external_id: 'V-1' });
  const two = await create({ name: 'Val Dias', email: 'val2@test.example', tel: null, external_id: 'V-2' });
  const refused = { channel: 'email', status: 'withdrawn', basis: 'consent', text_version: null };
  await call('POST', `/contacts/${one}/consents`, refused);
  const send = async (contact: object, headers = here.headers) =>
    (await call('POST', '/contacts/upserts', { contacts: [contact] }, headers)).body.results[0];
  const stopped = async (id: ContactId) =>
    (await call('GET', `/contacts/${id}/consents`)).body.stopped.email?.reason ?? null;
  const bring = async (file: string, settings: object = {}, answersTo?: SurveyId) => {
    const { headers, companyId } = here;
    const asked = { headers, ...(answersTo && { answersTo }) };
    const { uploadId, hasHeader, mapping } = (await upload(context, asked, file)).json();
    const payload = { uploadId, hasHeader, mapping, ...settings };
    const { _id } = (
      await context.app.inject({ method: 'POST', url: '/api/imports', headers, payload })
    ).json<Import>();
    await runImportNow(context, companyId, _id);
    return (await context.app.inject({ url: `/api/imports/${_id}`, headers })).json<Import>();
  };
  return { ...here, one, two, send, stopped, bring };
}
const merged = { outcome: 'rejected', _id: null, problems: [{ field: null, reason: 'contact_merged' }] };

test('[CONSENT-07, CIMPORT-07] no row by the external id that a merge dropped makes anybody anew, who would be written to', async () => {
  const { one, two, merged: merge, send, stopped, bring, call, headers, companyId } = await workplace();
  await merge(two, one);
  expect(await send({ external_id: 'V-1', email: 'nova@test.example' })).toEqual(merged);
  expect(await send({ external_id: 'V-1', email: 'val2@test.example', name: 'Outra' })).toEqual(merged);
  expect(await send({ external_id: 'V-2', email: 'nova@test.example' })).toMatchObject({
    outcome: 'updated',
    _id: two,
  });
  expect(await stopped(two)).toBe('manual');
  // Upper and lower case are two ids, and what another unit calls its own is its own.
  expect(await send({ external_id: 'v-1', email: 'outra@test.example' })).toMatchObject({ outcome: 'created' });
  const elsewhere = { ...headers, 'x-business-id': await otherUnitOf(context, companyId) };
  expect(await send({ external_id: 'V-1', email: 'la@test.example' }, elsewhere)).toMatchObject({ outcome: 'created' });

  const file = 'nome;e-mail;Código externo\nVal;mais1@test.example;V-1\nEva;eva@test.example;V-3\n';
  const { uploadId, hasHeader, mapping } = (await upload(context, { headers }, file)).json();
  const foretold = await rehearse(context, { headers, companyId }, uploadId, { hasHeader, mapping });
  expect(foretold.counts).toMatchObject({ created: 1, rejected: 1 });
  expect(await bring(file)).toMatchObject({ counts: { created: 1, rejected: 1 } });
  expect((await call('GET', '/contacts?search=mais1')).body.data).toEqual([]);
});

test('[MERGE-03] of a merge that is reversed each is found by their own id again; the id may have been that of the one who stayed', async () => {
  const { one, two, merged: merge, undo, send } = await workplace();
  const id = await merge(two, one, { external_id: 'other' });
  expect(await send({ external_id: 'V-2', email: 'nova@test.example' })).toEqual(merged);
  expect(await send({ external_id: 'V-1', name: 'Valéria' })).toMatchObject({ outcome: 'updated', _id: two });
  await undo(id);
  expect(await send({ external_id: 'V-1', name: 'Val Um' })).toMatchObject({ outcome: 'updated', _id: one });
  expect(await send({ external_id: 'V-2', name: 'Val Dois' })).toMatchObject({ outcome: 'updated', _id: two });
});

test('the id of who was merged into somebody merged is refused, also when nothing else of the merge is kept', async () => {
  const { one, two, create, companyId, merged: merge, send } = await workplace();
  const three = await create({ name: 'Val Reis', email: 'val3@test.example', tel: null });
  await merge(two, one);
  await merge(three, two);
  await context.database.withCompany(companyId, (tx) =>
    tx
      .updateTable('contact_merges')
      .set({ merged_at: new Date(0) })
      .where('company_id', '=', companyId)
      .execute(),
  );
  await forgetOldMerges(context, context.clock.now());
  expect(await send({ external_id: 'V-1', email: 'nova@test.example' })).toEqual(merged);
  expect(await send({ external_id: 'V-2', name: 'Val' })).toMatchObject({ outcome: 'updated', _id: three });
});

test('who is given the id by hand is found by it, and so is nobody once the merged contact is erased', async () => {
  const { one, two, call, create, merged: merge, send } = await workplace();
  await merge(two, one);
  const typed = await create({ name: 'Vítor', email: 'vitor@test.example', tel: null, external_id: 'V-1' });
  expect(await send({ external_id: 'V-1', name: 'Vítor Sá' })).toMatchObject({ outcome: 'updated', _id: typed });
  await call('PUT', `/contacts/${typed}`, { external_id: null });
  expect(await send({ external_id: 'V-1', name: 'Vítor' })).toEqual(merged);
  await call('POST', `/contacts/${two}/anonymisation`, { comments: 'remove' });
  expect(await send({ external_id: 'V-1', email: 'nova@test.example' })).toMatchObject({ outcome: 'created' });
  const { rows } = await context.database.pool.query(
    'SELECT dropped_external_id AS id FROM contact_merges WHERE absorbed_id = $1',
    [one],
  );
  expect(rows).toEqual([{ id: null }]);
});

test('[AIMPORT-01] an answer by the external id that a merge dropped is the merged contact’s', async () => {
  const { one, two, survey, merged: merge, bring, kinds } = await workplace();
  await merge(two, one);
  const mapping = ['answered_at', 'question:score', 'external_id'];
  const file = 'data;nota;código\n04/03/2025;9;V-1\n05/03/2025;8;V-2\n';
  expect(await bring(file, { mapping, hasHeader: true }, survey.surveyId)).toMatchObject({
    counts: { created: 2, rejected: 0 },
  });
  expect((await kinds(two)).filter((kind) => kind === 'response')).toHaveLength(2);
});

test('what merges of before the column dropped, the migration says', async () => {
  const { one, two, merged: merge, companyId } = await workplace();
  await merge(two, one);
  const path = join(import.meta.dirname, '../../../../db/migrations/0593_dropped_external_ids.sql');
  const migration = readFileSync(path, 'utf8');
  const others = await workplace();
  await others.merged(others.two, others.one, { external_id: 'other' });
  await context.database.pool.query(
    `ALTER TABLE contact_merges DROP COLUMN dropped_external_id; BEGIN; ${migration}; COMMIT`,
  );
  const { rows } = await context.database.pool.query(
    'SELECT company_id, dropped_external_id FROM contact_merges WHERE company_id = ANY($1) ORDER BY dropped_external_id',
    [[companyId, others.companyId]],
  );
  expect(rows).toEqual([
    { company_id: companyId, dropped_external_id: 'V-1' },
    { company_id: others.companyId, dropped_external_id: 'V-2' },
  ]);
});

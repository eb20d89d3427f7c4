import { expect, test } from 'vitest';
import type { ImportId } from '@escuta/contract/ids';
import { otherUnitOf, signedIn, unitOf } from '../../testing/factories.ts';
import { rehearse, runImportNow, upload } from '../../testing/import-steps.ts';
import { testContext } from '../../testing/test-context.ts';

/** Whom a row of a file means: the contact with its external id, else with its e-mail, else with its phone. */

const context = testContext();

async function workplace(as: Parameters<typeof signedIn>[1] = {}) {
  const user = await signedIn(context, as);
  const unit = { 'x-business-id': await unitOf(context, user.companyId) };
  return { ...user, headers: { ...user.headers, ...unit } };
}
type Workplace = Awaited<ReturnType<typeof workplace>>;

const phone = (last: number) => `+551198765432${last}`;

/** Three people whom the unit knows: each in another way. */
async function known(unit: Workplace) {
  for (const contact of [
    { name: 'Ana', email: 'ana@x.com', tel: phone(1), external_id: 'CRM-1' },
    { name: 'Bia', email: 'bia@x.com', tel: phone(2) },
    { name: 'Caio', email: null, tel: phone(3) },
  ])
    await context.app.inject({ method: 'POST', url: '/api/contacts', headers: unit.headers, payload: contact });
}

async function importFile(unit: Workplace, content: string, more: object = {}) {
  const { headers, companyId } = unit;
  const { uploadId, hasHeader, mapping } = (await upload(context, unit, content)).json();
  const settings = { hasHeader, mapping, ...more };
  const foretold = await rehearse(context, unit, uploadId, settings);
  const payload = { uploadId, ...settings };
  const started = await context.app.inject({ method: 'POST', url: '/api/imports', headers, payload });
  const id: ImportId = started.json()._id;
  await runImportNow(context, companyId, id);
  const { status, counts } = (await context.app.inject({ url: `/api/imports/${id}`, headers })).json();
  expect(foretold.counts).toEqual(counts);
  const { body } = await context.app.inject({ url: `/api/imports/${id}/errors?language=pt`, headers });
  const reasons = body
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(';').slice(0, 2).join(' '));
  return { status, counts, mapping, reasons };
}

interface Shown {
  readonly name: string;
  readonly email: string | null;
  readonly tel: string | null;
  readonly external_id: string | null;
}

async function contactsOf({ headers }: Workplace) {
  const { data } = (await context.app.inject({ url: '/api/contacts?limit=100', headers })).json();
  return (data as Shown[]).map(({ name, email, tel, external_id: id }) => [name, email, tel, id].join(' ')).sort();
}

test('[PEOPLE-17, PEOPLE-18] a phone in a file becomes what the form makes of it', async () => {
  const [form, file] = [await workplace(), await workplace()];
  const typed = ['(11) 98765-4321', '0xx11 98765-4322', '+54 9 11 2345-6789', '(11) 3333-4444 ramal 12'];
  for (const [at, tel] of typed.entries()) {
    const payload = { name: 'Ana', email: `p${at}@x.com`, tel };
    await context.app.inject({ method: 'POST', url: '/api/contacts', headers: form.headers, payload });
  }
  const rows = typed.map((tel, at) => `Ana;p${at}@x.com;${tel}`);
  await importFile(file, ['nome;e-mail;telefone', ...rows].join('\n'));
  const kept = ['+5511987654321', '+5511987654322', '+5491123456789', '+551133334444'];
  expect(await contactsOf(form)).toEqual(kept.map((tel, at) => `Ana p${at}@x.com ${tel} `));
  expect(await contactsOf(file)).toEqual(await contactsOf(form));
});

test('[CIMPORT-07] the external id finds a contact before its e-mail does, and the e-mail before its phone', async () => {
  const unit = await workplace();
  const sister = { ...unit, headers: { ...unit.headers, 'x-business-id': await otherUnitOf(context, unit.companyId) } };
  await known(unit);
  await known(sister);
  const before = await contactsOf(sister);
  const rows = [
    'Código externo;Nome;E-mail;Telefone',
    // By the external id, although nobody has the e-mail and the phone.
    `CRM-1;Ana Lima;ana.lima@x.com;${phone(7)}`,
    // By the e-mail, which gives her an external id, although nobody has the phone.
    `CRM-2;Bia Souza;bia@x.com;${phone(8)}`,
    // By the phone, since nothing else is known of him.
    `CRM-3;Caio Reis;caio@x.com;${phone(3)}`,
    'CRM-4;Dora;dora@x.com;',
  ];
  const done = await importFile(unit, rows.join('\n'));
  expect(done).toMatchObject({
    status: 'finished',
    mapping: ['external_id', 'name', 'email', 'tel'],
    counts: { created: 1, updated: 3, unchanged: 0, rejected: 0, warned: 0 },
  });
  expect(await contactsOf(unit)).toEqual([
    `Ana Lima ana.lima@x.com ${phone(7)} CRM-1`,
    `Bia Souza bia@x.com ${phone(8)} CRM-2`,
    `Caio Reis caio@x.com ${phone(3)} CRM-3`,
    'Dora dora@x.com  CRM-4',
  ]);
  expect(await contactsOf(sister)).toEqual(before);
  expect((await importFile(unit, rows.join('\n'))).counts).toMatchObject({ created: 0, updated: 0, unchanged: 4 });
});

test('[CIMPORT-07] a row that means two contacts, or another external id than its contact has, is refused and told', async () => {
  const unit = await workplace();
  await known(unit);
  const before = await contactsOf(unit);
  const rows = [
    'ID externo;Nome;E-mail;Telefone',
    `CRM-1;Ana;bia@x.com;`,
    `CRM-1;Ana;;${phone(3)}`,
    'CRM-9;Ana;ana@x.com;',
    `;Bia;bia@x.com;${phone(3)}`,
  ];
  const { counts, reasons } = await importFile(unit, rows.join('\n'));
  const taken =
    'O código externo é de um contato e o e-mail ou telefone é de outro, ou o contato já tem outro código externo.';
  expect(reasons).toEqual([`2 ${taken}`, `3 ${taken}`, `4 ${taken}`, '5 O telefone já pertence a outro contato.']);
  expect(counts).toMatchObject({ created: 0, updated: 0, unchanged: 0, rejected: 4 });
  expect(await contactsOf(unit)).toEqual(before);
});

test('a contact is found by the external id alone; who is new needs an address, and each comes once', async () => {
  const unit = await workplace();
  await known(unit);
  const rows = ['External ID;Nome', 'CRM-1;Ana Lima', 'CRM-5;Eva', 'CRM-1;Ana de novo', `${'9'.repeat(201)};Flora`];
  const { counts, reasons } = await importFile(unit, rows.join('\n'));
  expect(reasons).toEqual([
    '3 Sem e-mail e sem telefone.',
    '4 E-mail, telefone ou código externo repetido no arquivo (External ID).',
    '5 Sem e-mail e sem telefone. Código externo com mais de 200 caracteres (External ID).',
  ]);
  expect(counts).toMatchObject({ created: 0, updated: 1, rejected: 3 });
  expect(await contactsOf(unit)).toContain(`Ana Lima ana@x.com ${phone(1)} CRM-1`);
});

test('a blank cell that clears an external id frees it for a row behind, and no cell takes the last address', async () => {
  const unit = await workplace();
  await known(unit);
  const rows = ['Código externo;Nome;E-mail;Telefone', `;Ana;ana@x.com;${phone(1)}`, `CRM-1;Bia;bia@x.com;${phone(2)}`];
  const clear = { blankCells: 'clear' };
  expect((await importFile(unit, rows.join('\n'), clear)).counts).toMatchObject({ updated: 2, rejected: 0 });
  const swapped = [`Ana ana@x.com ${phone(1)} `, `Bia bia@x.com ${phone(2)} CRM-1`];
  expect((await contactsOf(unit)).slice(0, 2)).toEqual(swapped);
  const blank = ['Código externo;Nome;E-mail;Telefone', 'CRM-1;Bia;;'];
  expect((await importFile(unit, blank.join('\n'), clear)).reasons).toEqual(['2 Sem e-mail e sem telefone.']);
  expect((await contactsOf(unit)).slice(0, 2)).toEqual(swapped);
});

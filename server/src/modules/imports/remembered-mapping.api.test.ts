import { expect, test } from 'vitest';
import type { ImportPreview } from '@escuta/contract/imports';
import { otherUnitOf, signedIn } from '../../testing/factories.ts';
import { upload } from '../../testing/import-steps.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();

type User = Pick<Awaited<ReturnType<typeof signedIn>>, 'headers' | 'companyId'>;

async function look(user: User, content: string, fileName?: string): Promise<ImportPreview> {
  return (await upload(context, user, content, fileName)).json();
}

async function start({ headers }: User, { uploadId, hasHeader }: ImportPreview, mapping: string[]) {
  const payload = { uploadId, hasHeader, mapping };
  expect((await context.app.inject({ method: 'POST', url: '/api/imports', headers, payload })).statusCode).toBe(202);
}

const file = 'Nome;E-mail;Loja\nAna;ana@x.com;Sul\n';

test('[CIMPORT-05] the mapping of a header is proposed again, in the whole company and in no other', async () => {
  const user = await signedIn(context);
  const first = await look(user, file);
  expect(first).toMatchObject({ mapping: ['name', 'email', 'company'], isMappingRemembered: false });
  await start(user, first, ['name', 'email', 'ignore']);

  // Other rows, another file, other spaces and letters: the same columns.
  const again = await look(user, ' nome;E-MAIL;loja \nRui;rui@x.com;Norte\n', 'outro.csv');
  expect(again).toMatchObject({ mapping: ['name', 'email', 'ignore'], isMappingRemembered: true });
  const sister = { ...user.headers, 'x-business-id': await otherUnitOf(context, user.companyId) };
  expect(await look({ ...user, headers: sister }, file)).toMatchObject({ isMappingRemembered: true });
  expect(await look(await signedIn(context), file)).toMatchObject({
    mapping: ['name', 'email', 'company'],
    isMappingRemembered: false,
  });
  // The last choice is the one that stays.
  await start(user, again, ['ignore', 'email', 'name']);
  expect((await look(user, file)).mapping).toEqual(['ignore', 'email', 'name']);
});

test('another header, or the same columns in another order, are guessed', async () => {
  const user = await signedIn(context);
  await start(user, await look(user, file), ['name', 'email', 'ignore']);
  expect((await look(user, 'E-mail;Nome;Loja\nana@x.com;Ana;Sul\n')).mapping).toEqual(['email', 'name', 'company']);
  expect((await look(user, 'Nome;E-mail;Loja;Fone\nAna;ana@x.com;Sul;\n')).isMappingRemembered).toBe(false);
});

test('a layout that brings the header back brings its mapping back', async () => {
  const user = await signedIn(context);
  await start(user, await look(user, file), ['name', 'email', 'ignore']);
  const { uploadId } = await look(user, file);
  const read = (delimiter: string) =>
    context.app.inject({
      method: 'PUT',
      url: `/api/imports/uploads/${uploadId}/layout`,
      headers: user.headers,
      payload: { encoding: 'utf-8', delimiter },
    });
  expect((await read(',')).json()).toMatchObject({ isMappingRemembered: false });
  expect((await read(';')).json()).toMatchObject({
    mapping: ['name', 'email', 'ignore'],
    isMappingRemembered: true,
  });
});

test('of a mapping that names a custom field of before that column alone is guessed anew, and ignored where another is the same', async () => {
  const user = await signedIn(context);
  const { headers } = user;
  const ask = (method: 'POST' | 'DELETE', url: string, payload?: object) =>
    context.app.inject({ method, url: `/api${url}`, headers, ...(payload ? { payload } : {}) });
  const flags = { type: 'text', options: [], required: false, sensitive: false, searchable: false };
  const field = (await ask('POST', '/custom-fields', { internal_name: 'loja', label: 'Ponto', ...flags })).json();
  const other = 'apelido;e-mail;loja;empresa\nAna;bia@x.com;Centro;Sol\n';
  await start(user, await look(user, file), ['ignore', 'email', 'custom:loja']);
  await start(user, await look(user, other), ['name', 'email', 'custom:loja', 'company']);
  expect((await look(user, file)).isMappingRemembered).toBe(true);
  expect((await ask('DELETE', `/custom-fields/${field._id}`)).statusCode).toBeLessThan(300);
  expect(await look(user, file)).toMatchObject({ mapping: ['ignore', 'email', 'company'], isMappingRemembered: true });
  const ofOther = { mapping: ['name', 'email', 'ignore', 'company'], isMappingRemembered: true };
  expect(await look(user, other)).toMatchObject(ofOther);
});

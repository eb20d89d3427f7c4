import { getMe } from '@escuta/contract/access';
import { SendId } from '@escuta/contract/ids';
import { deleteSegment, listSegments, updateSegment } from '@escuta/contract/segments';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showOnPhone } from '#web/testing/phone.ts';
import { openApp, signedInServer, testUser } from '#web/testing/render-app.tsx';
import { testSegment } from '#web/testing/segment-samples.ts';

const path = '/contatos/segmentos';
const loyal = testSegment(1, { name: 'Fiéis', used_by: 2 });
const guests = testSegment(2, {
  name: 'Hóspedes de março',
  kind: 'list',
  definition: null,
  contacts: 80,
  updated_at: '2026-11-21T15:00:00.000Z',
});
const both = () => ({ data: [loyal, guests] });
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('link')[0]?.textContent);

test('shows each with its kind, how many it holds, what uses it and when it was changed', async () => {
  signedInServer().on(listSegments)(both);
  openApp(path);
  const row = within((await screen.findByText('Fiéis')).closest('tr')!);
  expect(row.getByText('Segmento')).toBeVisible();
  expect(row.getByText('1.240')).toBeVisible();
  expect(screen.getByRole('columnheader', { name: 'Usado em' })).toBeVisible();
  expect(row.getByText('2 lugares')).toBeVisible();
  expect(row.getByText(/^20 nov\.? 2026, 12:00$/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Fiéis' })).toHaveAttribute('href', `${path}/${loyal._id}`);
  expect(screen.getByRole('link', { name: 'Hóspedes de março' })).toHaveAttribute(
    'href',
    `/contatos?segment=${guests._id}`,
  );
});

test('[PERMS-14, PERMS-18] who is narrowed to one value is shown no count, and offered to change nothing', async () => {
  const narrowed_to = { internal_name: 'loja', label: 'Loja', value: 'Centro' };
  signedInServer('pdv')
    .on(getMe)(() => ({ ...testUser('pdv'), narrowed_to }))
    .on(listSegments)(() => ({ data: [{ ...loyal, contacts: null, definition: null }] }));
  openApp(path);
  const row = within((await screen.findByText('Fiéis')).closest('tr')!);
  expect(row.getByText('—')).toBeVisible();
  expect(row.getByRole('link', { name: 'Fiéis' })).toHaveAttribute('href', `/contatos?segment=${loyal._id}`);
  expect(screen.queryByRole('button', { name: 'Ações de Fiéis' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Criar segmento' })).toBeNull();
});

test('is reached from the contacts, searched whatever accents, and ordered', async () => {
  signedInServer().on(listSegments)(both);
  const { user, router } = openApp(path);
  await screen.findByText('Fiéis');
  expect(names()).toEqual(['Fiéis', 'Hóspedes de março']);
  await user.click(screen.getByRole('button', { name: /^Alterado em/ }));
  await waitFor(() => expect(names()).toEqual(['Hóspedes de março', 'Fiéis']));
  await user.type(screen.getByLabelText('Buscar segmentos e listas'), 'HOSPEDES');
  await waitFor(() => expect(names()).toEqual(['Hóspedes de março']));
  expect(router.state.location.search).toEqual({ search: 'HOSPEDES', sort: 'updated_at' });
});

test('has one page for each twenty', async () => {
  const many = Array.from({ length: 25 }, (_each, at) =>
    testSegment(at, { name: `Segmento ${String(at).padStart(2, '0')}` }),
  );
  signedInServer().on(listSegments)(() => ({ data: many }));
  openApp(`${path}?page=2`);
  expect(await screen.findByText('21–25 de 25')).toBeVisible();
  expect(names()).toHaveLength(5);
});

test('says why it is empty, and what failed', async () => {
  const server = signedInServer();
  const { user } = openApp(path);
  expect(await screen.findByText('Nenhum segmento ainda')).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Criar segmento' }).at(-1)).toHaveAttribute('href', `${path}/novo`);
  server.refuse(listSegments, 'UNAVAILABLE');
  openApp(path);
  await user.click((await screen.findAllByRole('button', { name: 'Tentar de novo' }))[0]!);
  expect(
    await screen.findByText('A plataforma está fora do ar por um momento. Tente de novo em alguns segundos.'),
  ).toBeVisible();
});

test('offers no change to who may only read: each opens its contacts', async () => {
  signedInServer('readonly').on(listSegments)(() => ({ data: [{ ...loyal, definition: null }, guests] }));
  openApp(path);
  expect(await screen.findByRole('link', { name: 'Fiéis' })).toHaveAttribute('href', `/contatos?segment=${loyal._id}`);
  expect(screen.queryByRole('link', { name: 'Criar segmento' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Ações de Fiéis' })).toBeNull();
});

test('is cards on a phone', async () => {
  showOnPhone();
  signedInServer().on(listSegments)(both);
  openApp(path);
  const card = within((await screen.findByRole('link', { name: 'Fiéis' })).closest('li')!);
  expect(card.getByText(/1\.240/)).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
});

test('[SEGMENT-16] says what uses a segment that cannot be deleted, with the way there', async () => {
  const server = signedInServer().on(listSegments)(both);
  const sendId = SendId.parse('019a9f3e-0000-7000-8000-000000000801');
  server.refuse(deleteSegment, 'SEGMENT_IN_USE', {
    users: [
      { type: 'segment', _id: guests._id, name: 'Feito dele' },
      { type: 'send', _id: sendId, name: 'Estadia' },
    ],
  });
  const { user } = openApp(path);
  await user.click(await screen.findByRole('button', { name: 'Ações de Fiéis' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Excluir', hidden: true }));
  const asked = within(await screen.findByRole('dialog', { name: 'Excluir o segmento?' }));
  expect(asked.getByText(/^“Fiéis” deixa de existir/)).toBeVisible();
  await user.click(asked.getByRole('button', { name: 'Excluir' }));
  const refused = within(await screen.findByRole('dialog', { name: 'Ainda está em uso' }));
  expect(refused.getByRole('link', { name: 'Segmento: Feito dele' })).toHaveAttribute('href', `${path}/${guests._id}`);
  expect(refused.getByRole('link', { name: 'Envio: Estadia' })).toHaveAttribute('href', `/queues/${sendId}/detailed`);
  expect(refused.getByText(/^Retire “Fiéis” das condições/)).toBeVisible();
  await user.click(refused.getByRole('button', { name: 'Entendi' }));
  expect(screen.getByRole('link', { name: 'Fiéis' })).toBeVisible();
});

test('deletes one, and renames a list', async () => {
  let data = [loyal, guests];
  const server = signedInServer().on(listSegments)(() => ({ data }));
  server.on(deleteSegment)(() => {
    data = [guests];
    return { ok: true };
  });
  server.on(updateSegment)(({ body }) => {
    data = [{ ...guests, name: body.name }];
    return data[0]!;
  });
  const { user } = openApp(path);
  await user.click(await screen.findByRole('button', { name: 'Ações de Fiéis' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Excluir', hidden: true }));
  await user.click(await screen.findByRole('button', { name: 'Excluir' }));
  expect(await screen.findByText('Excluímos “Fiéis”.')).toBeVisible();
  await waitFor(() => expect(names()).toEqual(['Hóspedes de março']));

  await user.click(screen.getByRole('button', { name: 'Ações de Hóspedes de março' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Renomear', hidden: true }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Renomear' }));
  await user.clear(dialog.getByLabelText('Nome'));
  await user.click(dialog.getByRole('button', { name: 'Salvar' }));
  expect(await dialog.findByText('Dê um nome.')).toBeVisible();
  await user.type(dialog.getByLabelText('Nome'), 'Março');
  await user.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(names()).toEqual(['Março']));
  expect(server.asked(updateSegment)[0]).toMatchObject({ params: { id: guests._id }, body: { name: 'Março' } });
});

import type { Role } from '@escuta/contract/access-policy';
import { listConsents } from '@escuta/contract/consents';
import { getContact, listContacts, revealContactValue } from '@escuta/contract/contacts';
import { listCustomFields } from '@escuta/contract/custom-fields';
import type { CustomField } from '@escuta/contract/custom-fields';
import { ContactId, CustomFieldId, DuplicatePairId, MergeId } from '@escuta/contract/ids';
import {
  compareContacts,
  dismissDuplicate,
  listDuplicates,
  listMerges,
  mergeContacts,
  searchDuplicates,
  undismissDuplicate,
  undoMerge,
} from '@escuta/contract/merges';
import type { DuplicatePair, Merge } from '@escuta/contract/merges';
import { getTimeline, listContactScores } from '@escuta/contract/timeline';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aContact, edited } from '#web/testing/contact-samples.ts';
import { openApp, signedInServer, unitId } from '#web/testing/render-app.tsx';

const id = ContactId.parse('019a9f3e-0000-7000-8000-00000000000a');
const otherId = ContactId.parse('019a9f3e-0000-7000-8000-00000000000b');
const kept = aContact({
  _id: id,
  email: 'maria@exemplo.example',
  language: 'pt',
  custom_fields: { quarto: '101', segredo: '***' },
});
const other = aContact({
  _id: otherId,
  name: 'Maria S. Lima',
  email: 'maria.lima@exemplo.example',
  tel: null,
  language: 'pt',
  custom_fields: { quarto: '202', segredo: '***', placa: 'ABC1D23' },
});
const versions = { kept: 'a'.repeat(64), other: 'b'.repeat(64) };

function field(name: string, label: string, place: number): CustomField {
  return {
    _id: CustomFieldId.parse(`019a9f3e-0000-7000-8000-00000000030${place}`),
    internal_name: name,
    label,
    type: 'text',
    options: [],
    required: false,
    sensitive: name === 'segredo',
    searchable: false,
    place,
  };
}

const merge: Merge = {
  _id: MergeId.parse('019a9f3e-0000-7000-8000-000000000401'),
  _contact: id,
  absorbed: { _id: otherId, name: 'Maria S. Lima' },
  merged_at: '2026-11-20T15:00:00.000Z',
  by: 'Ana Dias',
  undo_until: '2026-12-20T15:00:00.000Z',
  can_undo: true,
};

function serverOf(role: Role = 'ana') {
  const server = signedInServer(role);
  server.on(getTimeline)(() => ({ data: [], next: null }));
  server.on(listContactScores)(() => ({ data: [], propensity: { received: 0, answered: 0 } }));
  server.on(listConsents)(() => ({ data: [], stopped: { email: null, sms: null } }));
  server.on(listCustomFields)(() => ({
    data: [field('quarto', 'Quarto', 1), field('segredo', 'Segredo', 2), field('placa', 'Placa', 3)],
  }));
  server.on(getContact)(() => edited(kept));
  server.on(listContacts)(() => ({ data: [kept, other], total: 2 }));
  server.on(listMerges)(() => ({ data: [merge] }));
  server.on(compareContacts)(() => ({
    kept: { contact: kept, version: versions.kept },
    other: { contact: other, version: versions.other },
    differing: ['name', 'email', 'custom_fields.quarto', 'custom_fields.segredo'],
    stopped: ['email'],
  }));
  return server;
}

const group = async (name: string) => within(await screen.findByRole('radiogroup', { name }));

test('[MERGE-01] shows both side by side with a choice for each field in which they differ, and merges by it', async () => {
  const user = userEvent.setup();
  const server = serverOf();
  const asked: unknown[] = [];
  server.on(mergeContacts)(({ body }) => {
    asked.push(body);
    return merge;
  });
  openApp(`/contatos/${id}/unir?with=${otherId}`);

  const name = await group('Nome');
  expect(name.getByRole('radio', { name: 'Maria da Silva' })).toBeChecked();
  expect(name.getByRole('radio', { name: 'Maria S. Lima' })).not.toBeChecked();
  // A value that one of both has is taken, unless somebody says otherwise; what both have is no choice.
  expect((await group('Telefone')).getByRole('radio', { name: 'Sem valor' })).not.toBeChecked();
  expect((await group('Placa')).getByRole('radio', { name: 'ABC1D23' })).toBeChecked();
  expect(screen.queryByRole('radiogroup', { name: 'Idioma' })).not.toBeInTheDocument();
  // Two masks may hide two values.
  expect((await group('Segredo')).getAllByRole('radio')).toHaveLength(2);
  expect(screen.getByText(/não quer receber mensagens \(e-mail\)/)).toBeVisible();

  await user.click(name.getByRole('radio', { name: 'Maria S. Lima' }));
  const room = await group('Quarto');
  room.getByRole('radio', { name: '101' }).focus();
  await user.keyboard('{ArrowRight}');
  expect(room.getByRole('radio', { name: '202' })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Unir contatos' }));

  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toEqual({
    other: otherId,
    versions,
    choices: {
      name: 'other',
      email: 'kept',
      tel: 'kept',
      language: 'kept',
      'custom_fields.quarto': 'other',
      'custom_fields.segredo': 'kept',
      'custom_fields.placa': 'other',
    },
  });
  expect(await screen.findByText(/Contatos unidos/)).toBeVisible();
});

test('[MERGE-01] merges nothing before the custom fields are there to choose from, and says why they are not', async () => {
  const user = userEvent.setup();
  const server = serverOf();
  server.refuse(listCustomFields, 'UNAVAILABLE');
  openApp(`/contatos/${id}/unir?with=${otherId}`);
  const again = await screen.findByRole('button', { name: 'Tentar de novo' });
  expect(screen.queryByRole('button', { name: 'Unir contatos' })).toBeNull();
  server.on(listCustomFields)(() => ({ data: [field('quarto', 'Quarto', 1)] }));
  await user.click(again);
  expect(await screen.findByRole('radiogroup', { name: 'Quarto' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Unir contatos' })).toBeVisible();
});

test('says that two hidden values differ, and shows them to who may see them, by the audited act', async () => {
  const user = userEvent.setup();
  const server = serverOf('own');
  server.on(revealContactValue)(({ params }) => ({ value: params['id'] === id ? 'azul' : 'verde' }));
  openApp(`/contatos/${id}/unir?with=${otherId}`);
  const secret = await group('Segredo');
  expect(secret.getByText(/Os valores são diferentes e estão ocultos/)).toBeVisible();
  expect(server.count(revealContactValue)).toBe(0);
  await user.click(secret.getByRole('button', { name: 'Mostrar valores de Segredo' }));
  expect(await secret.findByRole('radio', { name: 'azul' })).toBeChecked();
  expect(secret.getByRole('radio', { name: 'verde' })).not.toBeChecked();
  expect(server.asked(revealContactValue)).toMatchObject([
    { params: { id }, body: { custom_field: 'segredo' } },
    { params: { id: otherId }, body: { custom_field: 'segredo' } },
  ]);
  expect(secret.queryByText(/estão ocultos/)).toBeNull();
});

test('says of no hidden value that it differs from none', async () => {
  const server = serverOf('own');
  const without = { ...other, custom_fields: { quarto: '202' } };
  server.on(compareContacts)(() => ({
    kept: { contact: kept, version: versions.kept },
    other: { contact: without, version: versions.other },
    differing: [],
    stopped: [],
  }));
  openApp(`/contatos/${id}/unir?with=${otherId}`);
  const secret = await group('Segredo');
  expect(secret.getByRole('radio', { name: '***' })).toBeChecked();
  expect(secret.queryByText(/estão ocultos/)).toBeNull();
  expect(secret.queryByRole('button')).toBeNull();
});

test('says who was changed meanwhile, and loads both again', async () => {
  const user = userEvent.setup();
  const server = serverOf();
  let loaded = 0;
  server.on(compareContacts)(() => {
    loaded += 1;
    return {
      kept: { contact: loaded > 1 ? { ...kept, name: 'Maria Nova' } : kept, version: versions.kept },
      other: { contact: other, version: versions.other },
      differing: ['name'],
      stopped: [],
    };
  });
  server.refuse(mergeContacts, 'CONTACT_CHANGED', { side: 'kept' });
  openApp(`/contatos/${id}/unir?with=${otherId}`);
  await user.click(await screen.findByRole('button', { name: 'Unir contatos' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('foi alterado depois que você abriu a tela');
  await user.click(screen.getByRole('button', { name: 'Carregar os dados de novo' }));
  expect((await group('Nome')).getByRole('radio', { name: 'Maria Nova' })).toBeChecked();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('[MERGE-01] the contact page leads to the other contact, found by words, and to both side by side', async () => {
  const user = userEvent.setup();
  serverOf();
  const { router } = openApp(`/contatos/${id}`);
  await user.click(await screen.findByRole('link', { name: 'Unir com outro contato' }));
  await user.type(await screen.findByRole('textbox', { name: 'Buscar contato' }), 'maria');
  const found = await screen.findByRole('link', { name: 'Comparar com Maria S. Lima' });
  expect(screen.queryByRole('link', { name: 'Comparar com Maria da Silva' })).not.toBeInTheDocument();
  await user.click(found);
  expect(await group('Nome')).toBeDefined();
  expect(router.state.location.search).toEqual({ with: otherId });
});

test('a merge of the last thirty days stands on the contact page and is undone from there, telling what was edited', async () => {
  const user = userEvent.setup();
  const server = serverOf();
  const undone: string[] = [];
  server.on(undoMerge)(({ params }) => {
    undone.push(params['id'] ?? '');
    return { kept: id, restored: otherId, edited: ['email', 'custom_fields.quarto'] };
  });
  openApp(`/contatos/${id}`);
  const line = await screen.findByText(/Este contato foi unido com Maria S. Lima em .* por Ana Dias/);
  await waitFor(() => expect(line).toBeVisible());
  await user.click(screen.getByRole('button', { name: 'Desfazer a união com Maria S. Lima' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Desfazer a união?' }));
  await user.click(dialog.getByRole('button', { name: 'Desfazer' }));
  expect(await screen.findByText('União desfeita. Ficou como foi editado depois: E-mail, Quarto.')).toBeVisible();
  expect(undone).toEqual([merge._id]);
});

const pair: DuplicatePair = {
  _id: DuplicatePairId.parse('019a9f3e-0000-7000-8000-000000000501'),
  reasons: ['document', 'name'],
  contacts: [
    { contact: kept, business: { _id: unitId, nome: 'Aurora Centro' } },
    { contact: other, business: { _id: unitId, nome: 'Aurora Centro' } },
  ],
  can_merge: true,
};

test('duplicates are listed with their reasons, lead to the comparison, and are dismissed and taken back', async () => {
  const user = userEvent.setup();
  const server = signedInServer('ana');
  let isDismissed = false;
  server.on(listDuplicates)(() => ({
    data: isDismissed ? [] : [pair],
    total: isDismissed ? 0 : 1,
    searched_at: '2026-11-25T12:00:00.000Z',
    is_searching: false,
  }));
  server.on(dismissDuplicate)(() => {
    isDismissed = true;
    return { ok: true };
  });
  server.on(undismissDuplicate)(() => {
    isDismissed = false;
    return { ok: true };
  });
  openApp('/contatos/duplicados');
  expect(await screen.findByText('Mesmo documento · Nome parecido, mesma empresa')).toBeVisible();
  const phone = screen.getByText('+55 11 98765-4321');
  expect(phone).toHaveStyle({ whiteSpace: 'nowrap' });
  expect(phone.parentElement).toHaveTextContent('maria@exemplo.example · +55 11 98765-4321');
  const actions = { name: 'Ações de Maria da Silva e Maria S. Lima' };
  await user.click(screen.getByRole('button', actions));
  const compare = new URL(
    (await screen.findByRole('menuitem', { name: 'Comparar e unir', hidden: true })).getAttribute('href')!,
    'http://x',
  );
  expect([compare.pathname, compare.searchParams.get('with')]).toEqual([`/contatos/${id}/unir`, otherId]);
  await user.click(screen.getByRole('menuitem', { name: 'Não são a mesma pessoa', hidden: true }));
  expect(await screen.findByText('Nenhum duplicado')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
  expect(await screen.findByRole('button', actions)).toBeVisible();
});

test('whoever never looked for duplicates can do so', async () => {
  const user = userEvent.setup();
  const server = signedInServer('ana');
  let isSearching = false;
  server.on(listDuplicates)(() => ({ data: [], total: 0, searched_at: null, is_searching: isSearching }));
  server.on(searchDuplicates)(() => {
    isSearching = true;
    return { ok: true };
  });
  openApp('/contatos/duplicados');
  expect(await screen.findByText(/Procure contatos com o mesmo documento/)).toBeVisible();
  await user.click(screen.getAllByRole('button', { name: 'Procurar duplicados' })[0]!);
  expect((await screen.findAllByRole('button', { name: 'Procurando…' }))[0]).toBeDisabled();
});

test('who may not merge finds no way to it', async () => {
  const server = serverOf('pdv');
  server.refuse(listMerges, 'FORBIDDEN');
  const { router } = openApp('/contatos');
  expect(await screen.findByRole('link', { name: 'Segmentos' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Duplicados' })).not.toBeInTheDocument();
  await router.navigate({ to: '/contatos/$id', params: { id } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Maria da Silva' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Unir com outro contato' })).not.toBeInTheDocument();
});

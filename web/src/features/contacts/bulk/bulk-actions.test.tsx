import type { Role } from '@escuta/contract/access-policy';
import {
  cancelBulkAction,
  listBulkActions,
  previewErasure,
  startErasure,
  startTagging,
} from '@escuta/contract/bulk-actions';
import type { BulkAction } from '@escuta/contract/bulk-actions';
import { listContacts, listTags } from '@escuta/contract/contacts';
import { startContactsExport } from '@escuta/contract/exports';
import { BulkActionId, ContactId } from '@escuta/contract/ids';
import { addToContactList, createContactList, listSegments, removeFromContactList } from '@escuta/contract/segments';
import type { Segment } from '@escuta/contract/segments';
import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aContact } from '#web/testing/contact-samples.ts';
import { optionsOf } from '#web/testing/options-of.ts';
import { showOnPhone } from '#web/testing/phone.ts';
import { openApp, signedInServer, testUser } from '#web/testing/render-app.tsx';
import { testSegment } from '#web/testing/segment-samples.ts';

const ana = aContact({ _id: ContactId.parse('019a9f3e-0000-7000-8000-0000000000a1'), name: 'Ana Lima' });
const bia = aContact({ _id: ContactId.parse('019a9f3e-0000-7000-8000-0000000000a2'), name: 'Bia Prado' });

function anAction(changes: Partial<BulkAction> = {}): BulkAction {
  const { _id, nome } = testUser();
  return {
    _id: BulkActionId.parse('019a9f3e-0000-7000-8000-0000000000f1'),
    kind: 'tag',
    tags: ['VIP'],
    status: 'running',
    total: 1_200,
    done: 300,
    skipped: 0,
    created_at: '2026-11-25T12:00:00.000Z',
    ended_at: null,
    _user: { _id, nome },
    ...changes,
  };
}

async function openList({
  role = 'own',
  total = 2,
  path = '/contatos',
  segments = [],
}: { role?: Role; total?: number; path?: string; segments?: Segment[] } = {}) {
  const server = signedInServer(role).on(listContacts)(() => ({ data: [ana, bia], total }));
  server.on(listSegments)(() => ({ data: segments }));
  const { user } = openApp(path);
  await screen.findByText('Ana Lima');
  const bar = () => within(screen.getByRole('region', { name: 'Ações em massa' }));
  const pick = (name: string) => user.click(screen.getByRole('checkbox', { name }));
  const press = (name: string) => user.click(bar().getByRole('button', { name }));
  const bodyOf = (route: string) => server.calls.findLast((call) => call.route === route)?.body;
  return { server, user, bar, pick, press, bodyOf };
}

/** The question before all that the list finds are erased. */
async function askToErase(action: 'Excluir' | 'Anonimizar', total: number, left = total) {
  const { server, user, pick, press } = await openList({ total });
  server.on(previewErasure)(() => ({ total: left }));
  server.on(startErasure)(() => anAction({ kind: 'delete', tags: [] }));
  await pick('Selecionar todos desta página');
  await press(`Selecionar todos os ${total.toLocaleString('pt-BR')}`);
  await press(action);
  const dialog = within(await screen.findByRole('dialog', { name: `${action} contatos` }));
  const isSent = () => server.calls.some(({ route }) => route === 'POST /bulk-actions/erasures');
  return { server, user, dialog, isSent };
}

describe('picked contacts', () => {
  test('are tagged: those whose boxes are ticked', async () => {
    const { server, user, bar, pick, press, bodyOf } = await openList();
    expect(screen.queryByRole('region', { name: 'Ações em massa' })).toBeNull();
    await pick('Selecionar Ana Lima');
    await pick('Selecionar Bia Prado');
    await pick('Selecionar Ana Lima');
    expect(bar().getByText('1 contato selecionado')).toBeVisible();
    // The box is no way into the editor.
    expect(screen.queryByRole('dialog')).toBeNull();
    await press('Etiquetar');
    const dialog = within(await screen.findByRole('dialog', { name: 'Etiquetas dos contatos selecionados' }));
    await user.click(dialog.getByRole('button', { name: 'Adicionar' }));
    expect(dialog.getByText('Digite pelo menos uma etiqueta.')).toBeVisible();
    expect(dialog.getByRole('combobox', { name: 'Etiquetas' })).toHaveFocus();
    server.on(startTagging)(() => anAction());
    await user.type(dialog.getByRole('combobox', { name: 'Etiquetas' }), 'VIP{Enter} praia{Enter}');
    await user.click(dialog.getByRole('button', { name: 'Adicionar' }));
    await waitFor(() =>
      expect(bodyOf('POST /bulk-actions/tags')).toEqual({
        target: { contactIds: [bia._id] },
        kind: 'tag',
        tags: ['VIP', 'praia'],
      }),
    );
    await waitFor(() => expect(screen.queryByText('1 contato selecionado')).toBeNull());
  });

  test('are tagged with a tag that others have', async () => {
    const { server, user, pick, press, bodyOf } = await openList();
    server.on(listTags)(() => ({ data: ['Praia', 'VIP'] }));
    server.on(startTagging)(() => anAction());
    await pick('Selecionar Ana Lima');
    await press('Etiquetar');
    const dialog = within(await screen.findByRole('dialog', { name: 'Etiquetas dos contatos selecionados' }));
    const field = dialog.getByRole('combobox', { name: 'Etiquetas' });
    await user.click(field);
    await waitFor(() => expect(optionsOf(field).map(({ textContent }) => textContent)).toEqual(['Praia', 'VIP']));
    fireEvent.click(optionsOf(field)[0]!);
    await user.click(dialog.getByRole('button', { name: 'Adicionar' }));
    await waitFor(() => expect(bodyOf('POST /bulk-actions/tags')).toMatchObject({ kind: 'tag', tags: ['Praia'] }));
  });

  test('are tagged with the tags in use at hand, whose list goes from the buttons once there is a tag', async () => {
    const { server, user, pick, press } = await openList();
    server.on(listTags)(() => ({ data: ['Praia', 'VIP'] }));
    await pick('Selecionar Ana Lima');
    await press('Etiquetar');
    const dialog = within(await screen.findByRole('dialog', { name: 'Etiquetas dos contatos selecionados' }));
    const field = dialog.getByRole('combobox', { name: 'Etiquetas' });
    await waitFor(() => expect(field).toHaveFocus());
    const expectList = (isOpen: boolean) => expect(field).toHaveAttribute('aria-expanded', String(isOpen));
    expectList(false);
    await user.keyboard('{ArrowDown}');
    expectList(true);
    await waitFor(() => expect(optionsOf(field)).toHaveLength(2));
    // Within the dialog it would be cut off at the edge.
    expect(dialog.queryByRole('listbox', { hidden: true })).toBeNull();
    fireEvent.click(optionsOf(field)[1]!);
    expect(await dialog.findByText('VIP')).toBeVisible();
    expectList(false);
    await user.type(field, 'pra', { skipClick: true });
    expectList(true);
    await user.type(field, '{Backspace}ata{Enter}', { skipClick: true });
    expect(dialog.getByText('prata')).toBeVisible();
    expectList(false);
    await user.click(field);
    expectList(true);
    await user.keyboard('sol,');
    expect(dialog.getByText('sol')).toBeVisible();
    expectList(false);
  });

  test('[BULK-01] are all that the list finds, not just those of the page', async () => {
    const { server, user, bar, pick, press, bodyOf } = await openList({ total: 45, path: '/contatos?search=silva' });
    await pick('Selecionar todos desta página');
    expect(bar().getByText('2 contatos selecionados')).toBeVisible();
    await press('Selecionar todos os 45');
    expect(bar().getByText('45 contatos selecionados')).toBeVisible();
    server.on(previewErasure)(() => ({ total: 46 }));
    await press('Anonimizar');
    const dialog = within(await screen.findByRole('dialog', { name: 'Anonimizar contatos' }));
    expect(await dialog.findByText(/^46 contatos serão anonimizados/)).toBeVisible();
    await user.click(dialog.getByRole('radio', { name: 'Manter mascarados' }));
    server.refuse(startErasure, 'COUNT_DIFFERS', { total: 47 });
    server.on(previewErasure)(() => ({ total: 47 }));
    await user.click(dialog.getByRole('button', { name: 'Anonimizar' }));
    expect(await dialog.findByText(/Os contatos mudaram desde a contagem/)).toBeVisible();
    expect(dialog.getByText(/^47 contatos serão anonimizados/)).toBeVisible();
    server.on(startErasure)(() => anAction({ kind: 'anonymize', tags: [] }));
    await user.click(dialog.getByRole('button', { name: 'Anonimizar' }));
    await waitFor(() =>
      expect(bodyOf('POST /bulk-actions/erasures')).toEqual({
        target: { filter: { search: 'silva' } },
        kind: 'anonymize',
        comments: 'mask',
        expected: 47,
      }),
    );
  });

  test('[BULK-02] more than 1,000 that are others meanwhile are counted and typed again', async () => {
    const { server, user, dialog } = await askToErase('Excluir', 1_001);
    await user.type(await dialog.findByLabelText('Digite 1.001 para confirmar'), '1001');
    server.refuse(startErasure, 'COUNT_DIFFERS', { total: 1_100 });
    server.on(previewErasure)(() => ({ total: 1_100 }));
    await user.click(dialog.getByRole('button', { name: 'Excluir' }));
    const field = await dialog.findByLabelText('Digite 1.100 para confirmar');
    expect(field).toHaveValue('');
    expect(dialog.getByText(/^1\.100 contatos serão excluídos/)).toBeVisible();
    expect(dialog.getByText(/Os contatos mudaram desde a contagem/)).toBeVisible();
    server.on(startErasure)(() => anAction({ kind: 'delete', tags: [] }));
    await user.type(field, '1100');
    await user.click(dialog.getByRole('button', { name: 'Excluir' }));
    await waitFor(() =>
      expect(server.asked(startErasure).map(({ body }) => body)).toMatchObject([
        { expected: 1_001 },
        { expected: 1_100 },
      ]),
    );
  });

  test('are anonymized: of those ticked, the question counts who is not yet', async () => {
    const { server, user, pick, press, bodyOf } = await openList();
    server.on(previewErasure)(({ body }) => ({ total: body.kind === 'anonymize' ? 1 : 2 }));
    server.on(startErasure)(() => anAction({ kind: 'anonymize', tags: [] }));
    await pick('Selecionar Ana Lima');
    await pick('Selecionar Bia Prado');
    await press('Anonimizar');
    const dialog = within(await screen.findByRole('dialog', { name: 'Anonimizar contatos' }));
    expect(await dialog.findByText(/^1 contato será anonimizado/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Anonimizar' }));
    const target = { contactIds: [ana._id, bia._id] };
    expect(bodyOf('POST /bulk-actions/erasures/preview')).toEqual({ target, kind: 'anonymize' });
    await waitFor(() => expect(bodyOf('POST /bulk-actions/erasures')).toMatchObject({ target, expected: 1 }));
  });

  test('[BULK-01] are all that the list finds on a phone too, by one box above the cards', async () => {
    showOnPhone();
    const { bar, pick, press } = await openList({ total: 45 });
    const box = screen.getByRole('checkbox', { name: 'Selecionar todos desta página' });
    const words = screen.getByText('Selecionar todos desta página');
    expect(words.compareDocumentPosition(screen.getByText('Ana Lima'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await pick('Selecionar Bia Prado');
    expect(box).toBePartiallyChecked();
    await pick('Selecionar todos desta página');
    expect(box).toBeChecked();
    await press('Selecionar todos os 45');
    expect(bar().getByText('45 contatos selecionados')).toBeVisible();
  });

  test.each(['Excluir', 'Anonimizar'] as const)(
    '[BULK-02] %s: of more than 1,000 asks to type the count',
    async (action) => {
      const { user, dialog, isSent } = await askToErase(action, 1_001);
      const remove = await dialog.findByRole('button', { name: action });
      await user.click(remove);
      expect(dialog.getByText('Digite o número 1.001.')).toBeVisible();
      const field = dialog.getByLabelText('Digite 1.001 para confirmar');
      await user.type(field, '1000');
      await user.click(remove);
      expect(isSent()).toBe(false);
      await user.clear(field);
      await user.type(field, '1.001');
      await user.click(remove);
      await waitFor(() => expect(isSent()).toBe(true));
    },
  );

  test.each(['Excluir', 'Anonimizar'] as const)('[BULK-02] %s: of 1,000 asks once', async (action) => {
    const { user, dialog, isSent } = await askToErase(action, 1_000);
    await user.click(await dialog.findByRole('button', { name: action }));
    await waitFor(() => expect(isSent()).toBe(true));
  });

  test.each([
    ['Excluir', 'excluído'],
    ['Anonimizar', 'anonimizado'],
  ] as const)('are nobody any more when %s is asked for', async (action, done) => {
    const { dialog } = await askToErase(action, 45, 0);
    expect(await dialog.findByText(`Nenhum contato será ${done}.`)).toBeVisible();
  });

  test('stay picked where one more would be too many, and it is said how to take more', async () => {
    const page = Array.from({ length: 100 }, (_, at) =>
      aContact({
        _id: ContactId.parse(`019a9f3e-0000-7000-8000-0000000aa${String(at).padStart(3, '0')}`),
        name: `Caio ${at}`,
      }),
    );
    const server = signedInServer().on(listContacts)(({ query }) => ({
      data: query.page === '2' ? [ana] : page,
      total: 101,
    }));
    server.on(startTagging)(() => anAction());
    const { user, router } = openApp('/contatos');
    await user.click(await screen.findByRole('checkbox', { name: 'Selecionar todos desta página' }));
    await act(() => router.navigate({ to: '/contatos', search: { page: 2 } }));
    await user.click(await screen.findByRole('checkbox', { name: 'Selecionar Ana Lima' }));
    await user.click(screen.getByRole('checkbox', { name: 'Selecionar Ana Lima' }));
    // Once, however often somebody tries.
    expect(screen.getAllByText(/^Você pode selecionar até 100 contatos um a um/)).toHaveLength(1);
    expect(screen.getByText(/^Você pode selecionar até 100 contatos um a um/)).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Selecionar Ana Lima' })).not.toBeChecked();
    expect(screen.getByText('100 contatos selecionados')).toBeVisible();
  });

  test('are nobody in another list, and for who may not edit', async () => {
    const { user, pick } = await openList();
    await pick('Selecionar Ana Lima');
    await user.type(screen.getByPlaceholderText('Nome, e-mail ou telefone'), 'x');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Ações em massa' })).toBeNull());
  });

  test('have no boxes for who may only read', async () => {
    await openList({ role: 'readonly' });
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

const guests = testSegment(1, { name: 'Hóspedes', kind: 'list', definition: null, contacts: 80 });

/** The question which list the picked contacts are added to, in a unit with these segments and lists. */
async function askForList({ user, press }: Awaited<ReturnType<typeof openList>>) {
  await press('Adicionar à lista');
  const dialog = within(await screen.findByRole('dialog', { name: 'Adicionar contatos a uma lista' }));
  const choose = async (name: string) => {
    const field = await dialog.findByRole('combobox', { name: 'Lista' });
    await user.click(field);
    await waitFor(() => expect(optionsOf(field).map(({ textContent }) => textContent)).toEqual(['Hóspedes']));
    fireEvent.click(optionsOf(field).find(({ textContent }) => textContent === name)!);
  };
  return { dialog, choose };
}

describe('picked contacts and a list', () => {
  test('[BULK-01] all that the list finds are added to one of the unit; a segment is none', async () => {
    const segments = [testSegment(2, { name: 'Fiéis' }), guests];
    const opened = await openList({ total: 45, path: '/contatos?search=silva', segments });
    const { server, user, pick, press, bodyOf } = opened;
    await pick('Selecionar todos desta página');
    await press('Selecionar todos os 45');
    const { dialog, choose } = await askForList(opened);
    const add = () => user.click(dialog.getByRole('button', { name: 'Adicionar' }));
    await waitFor(() => expect(dialog.getByRole('combobox', { name: 'Lista' })).toHaveFocus());
    await add();
    expect(dialog.getByText('Escolha uma lista.')).toBeVisible();
    expect(dialog.getByRole('combobox', { name: 'Lista' })).toHaveFocus();
    await choose('Hóspedes');
    server.refuse(addToContactList, 'LIST_TOO_LONG', { most: 1_000_000 });
    await add();
    expect(await dialog.findByText(/^Uma lista tem até 1\.000\.000 contatos/)).toBeVisible();
    server.on(addToContactList)(() => ({ added: 40 }));
    await add();
    expect(await screen.findByText('40 contatos adicionados à lista “Hóspedes”.')).toBeVisible();
    expect(bodyOf('POST /contact-lists/:id/members')).toEqual({ from: { filter: { search: 'silva' } } });
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Ações em massa' })).toBeNull());
  });

  test('those ticked are added to a new one, whose name is free; where all were on it, that is said', async () => {
    const opened = await openList({ segments: [guests] });
    const { server, user, pick, bodyOf } = opened;
    await pick('Selecionar Bia Prado');
    const { dialog, choose } = await askForList(opened);
    await user.click(await dialog.findByRole('radio', { name: 'Nova lista' }));
    const create = () => user.click(dialog.getByRole('button', { name: 'Criar lista' }));
    await create();
    expect(dialog.getByText('Dê um nome.')).toBeVisible();
    await user.type(dialog.getByLabelText('Nome'), 'Hóspedes');
    server.refuse(createContactList, 'SEGMENT_EXISTS');
    await create();
    expect(await dialog.findByText(/^Já existe um segmento ou uma lista com esse nome/)).toBeVisible();
    await user.click(dialog.getByRole('radio', { name: 'Lista existente' }));
    await choose('Hóspedes');
    server.on(addToContactList)(() => ({ added: 0 }));
    await user.click(dialog.getByRole('button', { name: 'Adicionar' }));
    expect(await screen.findByText(/^Ninguém foi adicionado à lista “Hóspedes”/)).toBeVisible();
    expect(bodyOf('POST /contact-lists/:id/members')).toEqual({ from: { contactIds: [bia._id] } });
  });

  test('in a unit without lists the first one is made', async () => {
    const opened = await openList();
    const { server, user, pick, bodyOf } = opened;
    server.on(createContactList)(() => ({ ...guests, contacts: 1 }));
    await pick('Selecionar Ana Lima');
    const { dialog } = await askForList(opened);
    await user.type(await dialog.findByLabelText('Nome'), 'Hóspedes{Enter}');
    expect(await screen.findByText('1 contato adicionado à lista “Hóspedes”.')).toBeVisible();
    expect(bodyOf('POST /contact-lists')).toEqual({ name: 'Hóspedes', from: { contactIds: [ana._id] } });
  });
});

describe('picked contacts of a list that is looked at', () => {
  const path = `/contatos?segment=${guests._id}`;

  /** The question before the picked ones are taken off it. */
  async function askToRemove({ press }: Awaited<ReturnType<typeof openList>>) {
    await press('Tirar da lista');
    return within(await screen.findByRole('dialog', { name: 'Tirar contatos da lista' }));
  }

  test('are taken off it: those whose boxes are ticked; where that fails, they are still picked', async () => {
    const opened = await openList({ path, segments: [guests] });
    const { server, user, bar, pick, bodyOf } = opened;
    await pick('Selecionar Bia Prado');
    const dialog = await askToRemove(opened);
    expect(dialog.getByText(/^O contato selecionado sai da lista “Hóspedes” e continua/)).toBeVisible();
    const confirm = () => user.click(dialog.getByRole('button', { name: 'Tirar da lista' }));
    server.refuse(removeFromContactList, 'NOT_FOUND');
    await confirm();
    expect(await dialog.findByRole('alert')).toBeVisible();
    expect(bar().getByText('1 contato selecionado')).toBeVisible();
    server.on(removeFromContactList)(() => ({ removed: 1 }));
    server.on(listContacts)(() => ({ data: [ana], total: 1 }));
    await confirm();
    expect(await screen.findByText('1 contato saiu da lista “Hóspedes”.')).toBeVisible();
    expect(bodyOf('POST /contact-lists/:id/removals')).toEqual({ from: { contactIds: [bia._id] } });
    await waitFor(() => expect(screen.queryByText('Bia Prado')).toBeNull());
    expect(screen.queryByRole('region', { name: 'Ações em massa' })).toBeNull();
  });

  test('are taken off it: all that the list finds', async () => {
    const opened = await openList({ total: 45, path: `${path}&search=silva`, segments: [guests] });
    const { server, user, pick, press, bodyOf } = opened;
    await pick('Selecionar todos desta página');
    await press('Selecionar todos os 45');
    const dialog = await askToRemove(opened);
    expect(dialog.getByText(/^Os contatos selecionados saem da lista “Hóspedes” e continuam/)).toBeVisible();
    server.on(removeFromContactList)(() => ({ removed: 0 }));
    await user.click(dialog.getByRole('button', { name: 'Tirar da lista' }));
    expect(await screen.findByText(/^Ninguém saiu da lista “Hóspedes”/)).toBeVisible();
    const from = { filter: { search: 'silva', segment: guests._id } };
    expect(bodyOf('POST /contact-lists/:id/removals')).toEqual({ from });
  });

  test('of a segment, or of all contacts, are taken off nothing', async () => {
    const loyal = testSegment(2, { name: 'Fiéis' });
    const { pick, bar } = await openList({ path: `/contatos?segment=${loyal._id}`, segments: [loyal, guests] });
    await pick('Selecionar Ana Lima');
    expect(bar().getByRole('button', { name: 'Adicionar à lista' })).toBeVisible();
    expect(bar().queryByRole('button', { name: 'Tirar da lista' })).toBeNull();
  });
});

describe('a file of picked contacts', () => {
  /** Asks for the file of whoever is picked, as JSON; `words` say of how many it is. */
  async function exportPicked({ server, user, press }: Awaited<ReturnType<typeof openList>>, words: string) {
    server.refuse(startContactsExport, 'EXPORTS_WAITING', { most: 20 });
    await press('Exportar');
    const dialog = within(await screen.findByRole('dialog', { name: 'Exportar em segundo plano' }));
    await waitFor(() => expect(dialog.getByRole('radio', { name: 'Excel' })).toHaveFocus());
    expect(dialog.getByText(words)).toBeVisible();
    await user.click(dialog.getByRole('radio', { name: 'JSON' }));
    await user.click(dialog.getByRole('button', { name: 'Exportar' }));
    await waitFor(() => expect(server.asked(startContactsExport)).toHaveLength(1));
    return server.asked(startContactsExport)[0];
  }
  const file = { format: 'json', language: 'pt' };

  test('[BULK-01] is asked for in the background: those ticked', async () => {
    const opened = await openList({ path: '/contatos?search=i' });
    await opened.pick('Selecionar Bia Prado');
    const body = { filter: {}, contactIds: [bia._id], ...file };
    expect(await exportPicked(opened, '1 contato selecionado')).toMatchObject({ body });
    // Where it cannot begin, they are still picked.
    expect(opened.bar().getByText('1 contato selecionado')).toBeVisible();
  });

  test('[BULK-01] is of all that the list finds', async () => {
    const opened = await openList({ total: 45, path: '/contatos?search=silva' });
    await opened.pick('Selecionar todos desta página');
    await opened.press('Selecionar todos os 45');
    const asked = await exportPicked(opened, '45 contatos encontrados');
    expect(asked?.body).toEqual({ filter: { search: 'silva' }, ...file });
  });
});

describe('the bar', () => {
  const offered = (bar: ReturnType<Awaited<ReturnType<typeof openList>>['bar']>) =>
    bar
      .getAllByRole('button')
      .map((button) => button.textContent)
      .filter((text) => text !== '');

  test('[BULK-01] offers what the role may do', async () => {
    const { pick, bar } = await openList();
    await pick('Selecionar Ana Lima');
    expect(offered(bar())).toEqual(['Etiquetar', 'Adicionar à lista', 'Exportar', 'Anonimizar', 'Excluir']);
  });

  test('[BULK-01] offers neither a file nor an erasure to who has no right to them', async () => {
    const { pick, bar } = await openList({ role: 'ana' });
    await pick('Selecionar Ana Lima');
    expect(offered(bar())).toEqual(['Etiquetar', 'Adicionar à lista']);
  });

  test('[BULK-01] keeps its actions behind one button on a phone', async () => {
    showOnPhone();
    const { user, pick, bar, press } = await openList();
    await pick('Selecionar Ana Lima');
    expect(offered(bar())).toEqual(['Ações']);
    await press('Ações');
    const items = await bar().findAllByRole('menuitem', { hidden: true });
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Etiquetar',
      'Adicionar à lista',
      'Exportar',
      'Anonimizar',
      'Excluir',
    ]);
    await user.click(items[0]!);
    expect(await screen.findByRole('dialog', { name: 'Etiquetas dos contatos selecionados' })).toBeVisible();
  });
});

describe('an action that runs', () => {
  test('says how far it is, can be stopped by who began it, and tells of its end', async () => {
    const server = signedInServer().on(listContacts)(() => ({ data: [ana, bia], total: 2 }));
    server.on(listBulkActions)(() => ({ data: [anAction()] }));
    server.on(cancelBulkAction)(() => anAction({ status: 'cancelled' }));
    const { user } = openApp('/contatos');
    expect(await screen.findByText('Adicionando etiquetas: VIP')).toBeVisible();
    expect(screen.getByText('300 de 1.200')).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
    const before = server.calls.filter(({ route }) => route === 'GET /contacts').length;
    server.on(listBulkActions)(() => ({
      data: [anAction({ status: 'cancelled', ended_at: '2026-11-25T12:01:00.000Z', skipped: 1 })],
    }));
    await user.click(screen.getByRole('button', { name: 'Parar aqui' }));
    expect(await screen.findByText(/^A ação parou depois de 299 contatos\. 1 contato ficou como estava/)).toBeVisible();
    expect(screen.queryByText('Adicionando etiquetas: VIP')).toBeNull();
    await waitFor(() =>
      expect(server.calls.filter(({ route }) => route === 'GET /contacts').length).toBeGreaterThan(before),
    );
  });

  const over = { status: 'finished', total: 3, done: 3, ended_at: '2026-11-25T12:01:00.000Z' } as const;

  test.each([
    ['tag', 1, 'Pronto: 2 contatos. 1 contato ficou como estava: passaria de 20 etiquetas, ou foi anonimizado,'],
    ['untag', 2, 'Pronto: 1 contato. 2 contatos ficaram de fora: foram anonimizados, excluídos ou unidos a outros'],
    ['anonymize', 3, 'Pronto: nenhum contato. 3 contatos ficaram de fora: foram excluídos ou unidos a outros'],
    ['delete', 1, 'Pronto: 2 contatos. 1 contato ficou de fora: foi excluído ou unido a outro'],
  ] as const)('tells at the end of %s how many were left out, and why', async (kind, skipped, words) => {
    const server = signedInServer().on(listContacts)(() => ({ data: [ana, bia], total: 2 }));
    server.on(listBulkActions)(() => ({ data: [anAction({ kind })] }));
    server.on(cancelBulkAction)(() => anAction({ kind }));
    const { user } = openApp('/contatos');
    await screen.findByText('300 de 1.200');
    server.on(listBulkActions)(() => ({ data: [anAction({ ...over, kind, skipped })] }));
    await user.click(screen.getByRole('button', { name: 'Parar aqui' }));
    expect(await screen.findByText((text) => text.startsWith(words))).toBeVisible();
  });

  test('tells of its end where it was over before anybody saw it run, and reads the list again', async () => {
    const { server, user, pick, press } = await openList();
    server.on(startTagging)(() => anAction({ total: 1, done: 0 }));
    await pick('Selecionar Ana Lima');
    await press('Etiquetar');
    const dialog = within(await screen.findByRole('dialog', { name: 'Etiquetas dos contatos selecionados' }));
    await user.type(dialog.getByRole('combobox', { name: 'Etiquetas' }), 'VIP{Enter}');
    const before = server.count(listContacts);
    server.on(listBulkActions)(() => ({ data: [anAction({ ...over, total: 1, done: 1 })] }));
    await user.click(dialog.getByRole('button', { name: 'Adicionar' }));
    expect(await screen.findByText('Pronto: 1 contato.')).toBeVisible();
    await waitFor(() => expect(server.count(listContacts)).toBeGreaterThan(before));
  });

  test('tells once of an end that came while the page was loaded again, and not of others', async () => {
    const server = signedInServer().on(listContacts)(() => ({ data: [ana, bia], total: 2 }));
    const earlier = anAction({ ...over, _id: BulkActionId.parse('019a9f3e-0000-7000-8000-0000000000f2'), done: 9 });
    server.on(listBulkActions)(() => ({ data: [anAction(), earlier] }));
    const first = openApp('/contatos');
    await screen.findByText('300 de 1.200');
    first.unmount();
    server.on(listBulkActions)(() => ({ data: [anAction(over), earlier] }));
    const second = openApp('/contatos');
    expect(await screen.findByText('Pronto: 3 contatos.')).toBeVisible();
    second.unmount();
    notifications.clean();
    const asked = server.count(listBulkActions);
    openApp('/contatos');
    await screen.findByText('Ana Lima');
    await waitFor(() => expect(server.count(listBulkActions)).toBeGreaterThan(asked));
    expect(screen.queryByText(/^Pronto/)).toBeNull();
  });

  test('says that it could not be stopped', async () => {
    const server = signedInServer().on(listContacts)(() => ({ data: [ana, bia], total: 2 }));
    server.on(listBulkActions)(() => ({ data: [anAction({ kind: 'delete', tags: [] })] }));
    server.refuse(cancelBulkAction, 'NOT_FOUND');
    const { user } = openApp('/contatos');
    await user.click(await screen.findByRole('button', { name: 'Parar aqui' }));
    expect(await screen.findByRole('alert')).toBeVisible();
  });

  test.each([
    ['cancelled', 'A ação parou antes do primeiro contato.'],
    ['finished', 'Pronto: nenhum contato.'],
  ] as const)('tells that nobody was in one that is %s', async (status, words) => {
    const server = signedInServer().on(listContacts)(() => ({ data: [ana, bia], total: 2 }));
    server.on(listBulkActions)(() => ({ data: [anAction({ done: 0 })] }));
    server.on(cancelBulkAction)(() => anAction({ status }));
    const { user } = openApp('/contatos');
    await screen.findByText('0 de 1.200');
    server.on(listBulkActions)(() => ({ data: [anAction({ status, done: 0, ended_at: '2026-11-25T12:01:00.000Z' })] }));
    await user.click(screen.getByRole('button', { name: 'Parar aqui' }));
    expect(await screen.findByText(words)).toBeVisible();
  });

  test('of a colleague is not stopped here', async () => {
    const server = signedInServer().on(listContacts)(() => ({ data: [ana], total: 1 }));
    server.on(listBulkActions)(() => ({ data: [anAction({ kind: 'delete', tags: [], _user: null })] }));
    openApp('/contatos');
    expect(await screen.findByText('Excluindo contatos')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Parar aqui' })).toBeNull();
  });
});

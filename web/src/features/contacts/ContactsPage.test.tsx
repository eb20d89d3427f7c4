import { getMe } from '@escuta/contract/access';
import { createContact, exportContacts, getContact, listContacts } from '@escuta/contract/contacts';
import type { Contact } from '@escuta/contract/contacts';
import { listCustomFields } from '@escuta/contract/custom-fields';
import { ContactCompanyId } from '@escuta/contract/ids';
import { createContactList, listSegments } from '@escuta/contract/segments';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { aContact, edited } from '#web/testing/contact-samples.ts';
import { aCustomField } from '#web/testing/custom-field-samples.ts';
import { testSegment } from '#web/testing/segment-samples.ts';
import { openApp, signedInServer, testUnit, testUser } from '#web/testing/render-app.tsx';

const maria = aContact({ email: 'maria@exemplo.example', last_score: 9, last_metric: 'nps' });
const loyal = testSegment(1, { name: 'Fiéis' });
const guests = testSegment(2, { name: 'Hóspedes', kind: 'list', definition: null });

describe('the list of contacts', () => {
  test('shows a page of contacts and asks for the next', async () => {
    const server = signedInServer();
    server.on(listContacts)(() => ({ data: [maria], total: 45 }));
    const { user, router } = openApp('/contatos');

    const row = (await screen.findByText('Maria da Silva')).closest('tr');
    expect(within(row!).getByText('+55 11 98765-4321')).toBeVisible();
    expect(screen.getByText('1–20 de 45')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Última' }));

    await waitFor(() => expect(server.calls.at(-1)?.query).toMatchObject({ page: '3', limit: '20' }));
    expect(router.state.location.search).toMatchObject({ page: 3 });
  });

  test('says how many there are, and in which order, while nobody has chosen another', async () => {
    const server = signedInServer().on(listContacts)(() => ({ data: [maria], total: 4_290 }));
    const { user } = openApp('/contatos');
    expect(await screen.findByText('4.290 contatos, os mais novos primeiro')).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Nome/ }));
    expect(await screen.findByText('4.290 contatos')).toBeVisible();
    cleanup();
    server.on(listContacts)(() => ({ data: [maria], total: 1 }));
    openApp('/contatos');
    expect(await screen.findByText('1 contato')).toBeVisible();
  });

  test('searches a moment after the last key, and says when nothing matches', async () => {
    const server = signedInServer();
    server.on(listContacts)(({ query }) => (query['search'] ? { data: [], total: 0 } : { data: [maria], total: 1 }));
    const { user } = openApp('/contatos');
    await user.type(await screen.findByLabelText('Buscar contatos'), 'nobody');

    expect(await screen.findByText('NENHUM RESULTADO ENCONTRADO')).toBeVisible();
    const searches = server.calls.flatMap((call) => call.query['search'] ?? []);
    expect(searches).toEqual(['nobody']);
    await user.click(screen.getByRole('button', { name: 'Limpar filtros' }));
    expect(await screen.findByText('Maria da Silva')).toBeVisible();
    expect(screen.getByLabelText('Buscar contatos')).toHaveValue('');
    expect(screen.getByRole('heading', { name: 'Contatos' })).toHaveFocus();
  });

  test('[PEOPLE-11] says which of the company’s own fields are searched too', async () => {
    const server = signedInServer().on(listContacts)(() => ({ data: [maria], total: 1 }));
    server.on(listCustomFields)(() => ({
      data: [
        aCustomField({ place: 1, label: 'Quarto', searchable: true }),
        aCustomField({ place: 2, internal_name: 'placa', label: 'Placa', searchable: true }),
        aCustomField({ place: 3, internal_name: 'nota', label: 'Nota fiscal' }),
        aCustomField({ place: 4, internal_name: 'dieta', label: 'Dieta', searchable: true, sensitive: true }),
      ],
    }));
    openApp('/contatos');
    expect(await screen.findByPlaceholderText('Nome, e-mail, telefone ou Quarto, Placa')).toBeVisible();
    cleanup();
    server.on(listCustomFields)(() => ({ data: [aCustomField()] }));
    openApp('/contatos');
    expect(await screen.findByPlaceholderText('Nome, e-mail ou telefone')).toBeVisible();
  });

  test('a search that found very many says that there are more', async () => {
    const server = signedInServer();
    server.on(listContacts)(() => ({ data: [maria], total: 10_000, totalIsAtLeast: true }));
    openApp('/contatos?search=silva');

    expect(await screen.findByText('1–1 de 10.000+')).toBeVisible();
  });

  test('of very many, a page behind those that were counted is shown, and one behind the end leads to the last that was', async () => {
    signedInServer().on(listContacts)(({ query }) => ({
      data: Number(query.page) > 600 ? [] : [maria],
      total: 10_000,
      totalIsAtLeast: true,
    }));
    openApp('/contatos?page=501');
    expect(await screen.findByText('10.001–10.001 de 10.000+')).toBeVisible();
    cleanup();
    openApp('/contatos?page=601');
    expect(await screen.findByText('9.981–9.981 de 10.000+')).toBeVisible();
  });

  test('breaks no phone in two, masked or not', async () => {
    const masked = aContact({
      _id: '019a9f3e-0000-7000-8000-0000000000b1' as Contact['_id'],
      tel: '+55 31 9****-**86',
    });
    signedInServer().on(listContacts)(() => ({ data: [maria, masked], total: 2 }));
    openApp('/contatos');
    for (const tel of ['+55 11 98765-4321', '+55 31 9****-**86'])
      expect(await screen.findByText(tel)).toHaveStyle({ whiteSpace: 'nowrap' });
  });

  test('[PEOPLE-01] has a column of each fact of a contact, of which one may choose some', async () => {
    const held = {
      ...maria,
      _company: { _id: ContactCompanyId.parse('019a9f3e-0000-7000-8000-000000000201'), name: 'Padaria Lua' },
      tags: ['VIP', 'Praia'],
      external_id: 'CRM-7',
      source: 'integration' as const,
      last_sent_at: '2026-11-25T12:00:00.000Z',
      quarantine_until: '2026-12-05T12:00:00.000Z',
      stopped: { email: 'unsubscribed', sms: null } as const,
    };
    const onlyPhone = aContact({
      _id: '019a9f3e-0000-7000-8000-0000000000b1' as Contact['_id'],
      name: 'Bia Souza',
      email: null,
      quarantine_until: null,
      stopped: { email: null, sms: 'manual' },
    });
    signedInServer().on(listContacts)(() => ({ data: [held, onlyPhone], total: 2 }));
    const { user } = openApp('/contatos');
    const textsOf = (cells: HTMLCollectionOf<HTMLTableCellElement>) => [...cells].map(({ textContent }) => textContent);
    /** What a row says under each header. */
    const cellsOf = (name: string) => {
      const row = screen.getByText(name).closest('tr')!;
      const headers = textsOf(row.closest('table')!.rows[0]!.cells);
      return Object.fromEntries(textsOf(row.cells).map((text, at) => [headers[at], text]));
    };
    await screen.findByText('Maria da Silva');
    await user.click(screen.getByRole('button', { name: 'Exibir' }));
    for (const name of ['Etiquetas', 'Código externo', 'Origem', 'Unidade', 'Quarentena até', 'Consentimentos'])
      await user.click(await screen.findByRole('menuitemcheckbox', { name, hidden: true }));
    expect(cellsOf('Maria da Silva')).toMatchObject({
      Nome: 'Maria da Silva',
      'E-mail': 'maria@exemplo.example',
      Telefone: '+55 11 98765-4321',
      Empresa: 'Padaria Lua',
      Unidade: testUnit().nome,
      'Última nota': expect.stringMatching(/9.*Promotor/),
      'Último envio': '25 nov 2026, 09:00',
      'Quarentena até': '5 dez 2026, 09:00',
      Consentimentos: 'E-mail: cancelou o recebimentoSMS: pode receber',
      Etiquetas: 'VIPPraia',
      'Código externo': 'CRM-7',
      Origem: 'Integração',
    });
    const without = { Empresa: '—', 'Última nota': '—', 'Último envio': '—', 'Quarentena até': '—', Etiquetas: '—' };
    expect(cellsOf('Bia Souza')).toMatchObject({ ...without, 'E-mail': '—', Consentimentos: 'SMS: bloqueado' });
  });

  test('[PEOPLE-08] leads to the segments and lists, to the duplicates and to the suppression list', async () => {
    signedInServer().on(listContacts)(() => ({ data: [maria], total: 1 }));
    const { user, router } = openApp('/contatos');
    for (const [name, title] of [
      ['Segmentos', 'Segmentos e listas'],
      ['Duplicados', 'Contatos duplicados'],
      ['Bloqueados', 'Endereços bloqueados'],
    ] as const) {
      const places = within(await screen.findByRole('navigation', { name: 'Mais sobre os contatos' }));
      await user.click(places.getByRole('link', { name }));
      expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
      act(() => router.history.back());
    }
  });

  test('[PEOPLE-02] shows the contacts of one import, by the queries of the address, until all are asked for', async () => {
    const importId = '019a9f3e-0000-7000-8000-000000000190';
    const bia = aContact({ _id: '019a9f3e-0000-7000-8000-0000000000b1' as Contact['_id'], name: 'Bia Souza' });
    const server = signedInServer().on(listContacts)(({ query }) =>
      query['importDataId'] === importId ? { data: [bia], total: 1 } : { data: [maria, bia], total: 2 },
    );
    const { user, router } = openApp(`/contatos?importDataId=${importId}&importDataDate=2026-11-20T15:02:00.000Z`);
    expect(await screen.findByText('Bia Souza')).toBeVisible();
    expect(screen.queryByText('Maria da Silva')).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Importação de 20 nov 2026, \d\d:02\. Ver todos$/ }));
    expect(await screen.findByText('Maria da Silva')).toBeVisible();
    expect(router.state.location.search).toEqual({});
    expect(server.calls.findLast(({ route }) => route === 'GET /contacts')?.query).not.toHaveProperty('importDataId');
  });

  test('shows the contacts of an import all the same when its date in the address is none', async () => {
    signedInServer().on(listContacts)(() => ({ data: [maria], total: 1 }));
    openApp('/contatos?importDataId=019a9f3e-0000-7000-8000-000000000190&importDataDate=ontem');
    expect(await screen.findByRole('button', { name: 'Mostrando uma importação. Ver todos' })).toBeVisible();
  });

  test('[PEOPLE-19] says where contacts come from when there are none, and offers a sample file', async () => {
    const server = signedInServer();
    server.on(listContacts)(() => ({ data: [], total: 0 }));
    let file: Blob | undefined;
    const saved = vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
      file = content as Blob;
      return 'blob:sample';
    });
    const { user } = openApp('/contatos');
    expect(await screen.findByText('Importe um arquivo ou conecte um parceiro')).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Importar' })[0]).toHaveAttribute('href', '/importer/contacts');
    expect(screen.getByRole('link', { name: 'Conectar um parceiro' })).toHaveAttribute('href', '/partners');
    await user.click(screen.getByRole('button', { name: 'Baixe um arquivo modelo' }));
    await waitFor(() => expect(file).toBeDefined());
    expect(await file!.text()).toContain('Nome;E-mail;Telefone');
    saved.mockRestore();
    await user.click(screen.getAllByRole('button', { name: 'Criar contato' }).at(-1)!);
    expect(await screen.findByRole('dialog', { name: 'Criar contato' })).toBeVisible();
  });

  test('promises no file and no partner to who may bring nobody in', async () => {
    signedInServer('readonly').on(listContacts)(() => ({ data: [], total: 0 }));
    openApp('/contatos');
    expect(await screen.findByText('Nenhum contato ainda')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Conectar um parceiro' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Baixe um arquivo modelo' })).toBeNull();
  });

  test('says what failed and tries again', async () => {
    const server = signedInServer();
    server.refuse(listContacts, 'UNAVAILABLE');
    const { user } = openApp('/contatos');
    expect(
      await screen.findByText('A plataforma está fora do ar por um momento. Tente de novo em alguns segundos.'),
    ).toBeVisible();
    server.on(listContacts)(() => ({ data: [maria], total: 1 }));
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByText('Maria da Silva')).toBeVisible();
  });

  test('opens a contact by its whole row, for who may edit it', async () => {
    signedInServer()
      .on(listContacts)(() => ({ data: [maria], total: 1 }))
      .on(getContact)(() => edited(maria));
    const { user } = openApp('/contatos');
    await user.click(await screen.findByText('+55 11 98765-4321'));
    const panel = within(await screen.findByRole('dialog', { name: 'Editar Contato' }));
    expect(await panel.findByRole('group', { name: 'Nome' })).toHaveTextContent('Ma*** da Si***');
    expect(panel.getByRole('link', { name: 'Ver histórico e privacidade' })).toHaveAttribute(
      'href',
      `/contatos/${maria._id}`,
    );
  });

  test('saves whom the list finds as a file, whatever the page', async () => {
    const server = signedInServer();
    server.on(listContacts)(() => ({ data: [maria], total: 45 }));
    server.on(exportContacts)(() => 'PK');
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:export');
    const importId = '019a9f3e-0000-7000-8000-000000000190';
    const { user } = openApp(`/contatos?search=silva&page=2&sort=name&importDataId=${importId}`);
    await screen.findByText('Maria da Silva');
    await user.click(screen.getByRole('button', { name: 'Exportar' }));
    await user.click(await screen.findByRole('menuitem', { name: 'CSV', hidden: true }));
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(server.calls.findLast(({ route }) => route === 'GET /contacts/export')?.query).toEqual({
      search: 'silva',
      importDataId: importId,
      format: 'csv',
      fileLanguage: 'pt',
    });
  });

  test('[EXPORTX-07] offers no file of people to ana', async () => {
    signedInServer('ana').on(listContacts)(() => ({ data: [maria], total: 1 }));
    openApp('/contatos');
    expect(await screen.findByText('Maria da Silva')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Exportar' })).toBeNull();
  });

  test.each([
    ['ana', true],
    ['readonly', false],
  ] as const)('[PERMS-18] offers a file of people to %s with the flag of the user: %s', async (role, isOffered) => {
    const server = signedInServer(role).on(listContacts)(() => ({ data: [maria], total: 1 }));
    const permissions = { can_temporary_access: false, exports_personal_data: true };
    server.on(getMe)(() => ({ ...testUser(role), permissions }));
    openApp('/contatos');
    expect(await screen.findByText('Maria da Silva')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Exportar' }) !== null).toBe(isOffered);
  });

  test('is narrowed to a segment, which the address keeps', async () => {
    const server = signedInServer();
    server.on(listContacts)(({ query }) =>
      query['segment'] ? { data: [maria], total: 1 } : { data: [maria], total: 45 },
    );
    server.on(listSegments)(() => ({ data: [loyal, guests] }));
    const { user, router } = openApp('/contatos');
    await screen.findByText('1–20 de 45');
    await user.click(screen.getByRole('combobox', { name: 'Segmento ou lista' }));
    await user.click(await screen.findByRole('option', { name: 'Fiéis', hidden: true }));
    expect(await screen.findByText('1–1 de 1')).toBeVisible();
    expect(router.state.location.search).toEqual({ segment: loyal._id });
    await user.click(screen.getByRole('combobox', { name: 'Segmento ou lista' }));
    await user.click(await screen.findByRole('option', { name: 'Todos os contatos', hidden: true }));
    expect(await screen.findByText('1–20 de 45')).toBeVisible();
    expect(router.state.location.search).toEqual({});
  });

  test('freezes whom it finds as a list, and stays open where the name is taken', async () => {
    const server = signedInServer();
    server.on(listContacts)(() => ({ data: [maria], total: 45 }));
    server.on(listSegments)(() => ({ data: [loyal] }));
    server.refuse(createContactList, 'SEGMENT_EXISTS');
    const { user } = openApp(`/contatos?search=silva&segment=${loyal._id}&page=2`);
    await user.click(await screen.findByRole('button', { name: 'Congelar como lista' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Congelar como lista' }));
    await user.type(dialog.getByLabelText('Nome'), 'Hóspedes');
    await user.click(dialog.getByRole('button', { name: 'Criar lista' }));
    expect(await dialog.findByText(/^Já existe um segmento ou uma lista com esse nome/)).toBeVisible();
    server.on(createContactList)(() => guests);
    await user.type(dialog.getByLabelText('Nome'), ' 2');
    await user.click(dialog.getByRole('button', { name: 'Criar lista' }));
    expect(await screen.findByText('Lista “Hóspedes 2” criada.')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.asked(createContactList).at(-1)?.body).toEqual({
      name: 'Hóspedes 2',
      from: { filter: { search: 'silva', segment: loyal._id } },
    });
  });

  test('freezes a segment, a list only where something else narrows it, and says the whole name of each', async () => {
    const long = testSegment(2, { name: 'Hóspedes do verão '.repeat(5).trim(), kind: 'list', definition: null });
    const server = signedInServer().on(listContacts)(() => ({ data: [maria], total: 45 }));
    server.on(listSegments)(() => ({ data: [loyal, long] }));
    const { router } = openApp(`/contatos?segment=${long._id}`);
    expect(await screen.findByText(`Lista: ${long.name}`)).toBeVisible();
    expect(await screen.findByText('Maria da Silva')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Congelar como lista' })).toBeNull();
    await router.navigate({ to: '/contatos', search: { segment: long._id, search: 'silva' } });
    expect(await screen.findByRole('button', { name: 'Congelar como lista' })).toBeVisible();
    await router.navigate({ to: '/contatos', search: { segment: loyal._id } });
    expect(await screen.findByText('Segmento: Fiéis')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Congelar como lista' })).toBeVisible();
  });

  test.each([
    ['own', '/contatos'],
    ['readonly', '/contatos?search=silva'],
  ] as const)('offers %s no list of whom %s finds', async (role, path) => {
    signedInServer(role).on(listContacts)(() => ({ data: [maria], total: 45 }));
    openApp(path);
    expect(await screen.findByText('Maria da Silva')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Congelar como lista' })).toBeNull();
  });

  test.each(['own', 'readonly'] as const)(
    'gives a long name two lines, and all of it as its title, to %s',
    async (role) => {
      const name = 'a'.repeat(156);
      signedInServer(role).on(listContacts)(() => ({ data: [aContact({ name })], total: 1 }));
      openApp('/contatos');
      const shown = await screen.findByText(name);
      expect(shown.style.getPropertyValue('--text-line-clamp')).toBe('2');
      expect(shown.closest('[title]')).toHaveAttribute('title', name);
    },
  );

  test('offers no change to who may only read, and opens the page of a contact', async () => {
    const server = signedInServer('readonly');
    server.on(listContacts)(() => ({ data: [maria], total: 1 }));
    server.on(getContact)(() => edited(maria));
    const { user, router } = openApp('/contatos');
    const name = await screen.findByText('Maria da Silva');
    expect(screen.queryByRole('button', { name: 'Criar contato' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Importar' })).toBeNull();
    await user.click(name);
    await waitFor(() => expect(router.state.location.pathname).toBe(`/contatos/${maria._id}`));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

async function openForm(server = signedInServer()) {
  server.on(listContacts)(() => ({ data: [maria], total: 1 }));
  const { user } = openApp('/contatos');
  await user.click(await screen.findByRole('button', { name: 'Criar contato' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Criar contato' }));
  const write = async (label: string, text: string) => {
    await user.clear(await panel.findByLabelText(label));
    await user.click(panel.getByLabelText(label));
    await user.paste(text);
  };
  await write('Nome', 'Maria');
  await write('E-mail', 'maria@exemplo.example');
  return { server, user, panel, write, create: () => user.click(panel.getByRole('button', { name: 'Criar contato' })) };
}

describe('the form of a new contact', () => {
  test('[PERMS-14] asks who is narrowed to one value not for it', async () => {
    const fields = [
      aCustomField({ place: 1, internal_name: 'loja', label: 'Loja', required: true }),
      aCustomField({ place: 2, internal_name: 'mesa', label: 'Mesa' }),
    ];
    const narrowed_to = { internal_name: 'loja', label: 'Loja', value: 'Centro' };
    const { server, panel, write, create } = await openForm(
      signedInServer('pdv')
        .on(getMe)(() => ({ ...testUser('pdv'), narrowed_to }))
        .on(listCustomFields)(() => ({ data: fields })),
    );
    server.on(createContact)(() => maria);
    await write('Mesa', '12');
    expect(panel.queryByLabelText(/Loja/)).toBeNull();
    await create();
    await waitFor(() => expect(server.asked(createContact)[0]?.body).toMatchObject({ custom_fields: { mesa: '12' } }));
  });

  test('takes the focus to the first field that is wrong', async () => {
    const { panel, write, create } = await openForm();
    // Nobody sees it.
    await write('Nome', '\u200b');
    await create();
    expect(panel.getByLabelText('Nome')).toHaveFocus();
    expect(panel.getByText('Informe o nome.')).toBeVisible();
  });

  test.each([
    ['98765', 0],
    ['11 98765', 0],
    ['+683 4002', 1],
    ['4003-1234', 1],
    ['11 98765-4321', 1],
  ])('asks the server about the phone %s: %i times', async (typed, times) => {
    const { server, panel, write, create } = await openForm();
    server.on(createContact)(() => maria);
    const field = panel.getByLabelText('Telefone');
    await write('Telefone', typed);
    await create();
    await waitFor(() => expect(server.count(createContact)).toBe(times));
    expect(field.getAttribute('aria-invalid') === 'true').toBe(times === 0);
  });

  test('marks all that is wrong at once', async () => {
    const { server, panel, write, create } = await openForm();
    await write('E-mail', 'maria@');
    await write('Telefone', '11 98765');
    await write('Data de nascimento', '31/02/1990');
    await write('Nome', ' ');
    await create();
    for (const label of ['Nome', 'E-mail', 'Telefone', 'Data de nascimento'])
      expect(panel.getByLabelText(label)).toHaveAttribute('aria-invalid', 'true');
    expect(panel.getByText(/^Este telefone não é válido/)).toBeVisible();
    expect(server.count(createContact)).toBe(0);
  });

  test.each([
    ['visite www.mal.example', /não pode ter um endereço da web/],
    ['=HYPERLINK("x")', /nem começar com =/],
    ['a'.repeat(201), 'Use no máximo 200 caracteres (há 201).'],
  ])('says what is wrong with the name %s', async (typed, sentence) => {
    const { panel, write, create } = await openForm();
    await write('Nome', typed);
    await create();
    expect(await panel.findByText(sentence)).toBeVisible();
    expect(panel.getByLabelText('Nome')).toHaveFocus();
  });

  test('takes a birthday as people write it, and says when it is none', async () => {
    const { server, panel, write, create } = await openForm();
    server.on(createContact)(() => maria);
    await write('Data de nascimento', '31/02/1990');
    await create();
    expect(await panel.findByText(/Informe uma data que exista/)).toBeVisible();
    expect(panel.getByLabelText('Data de nascimento')).toHaveFocus();
    await write('Data de nascimento', '7/5/91');
    await create();
    await waitFor(() => expect(server.asked(createContact)).toMatchObject([{ body: { birthday: '1991-05-07' } }]));
  });

  test('puts what the server says of a field at that field, and the focus in it', async () => {
    const { server, panel, write, create } = await openForm();
    server.refuse(createContact, 'FIELD_NOT_VALID', { field: 'birthday' });
    const field = panel.getByLabelText('Data de nascimento');
    await write('Data de nascimento', '17/05/1990');
    await create();
    await waitFor(() => expect(field).toBeInvalid());
    expect(field).toHaveAccessibleDescription(/Informe uma data que exista/);
    expect(field).toHaveFocus();
    expect(panel.queryByRole('alert')).toBeNull();
    expect(server.count(createContact)).toBe(1);
  });

  test('[CONTACT-14] leaves out the spaces of the e-mail, and puts a refusal beside its field', async () => {
    const { server, user, panel, create } = await openForm();
    server.refuse(createContact, 'CONTACT_EXISTS', { field: 'email' });
    await user.clear(panel.getByLabelText('E-mail'));
    await user.type(panel.getByLabelText('E-mail'), 'maria @exemplo.example');
    expect(panel.getByLabelText('E-mail')).toHaveValue('maria@exemplo.example');
    await create();
    expect(await panel.findByText('Já existe um contato com esse e-mail ou telefone nesta unidade.')).toBeVisible();

    server.on(createContact)(() => maria);
    await create();
    expect(await screen.findByText('Contato criado.')).toBeVisible();
    expect(server.asked(createContact).at(-1)?.body).toMatchObject({
      name: 'Maria',
      email: 'maria@exemplo.example',
      tel: null,
    });
    // What was saved is asked for again.
    await waitFor(() => expect(server.count(listContacts)).toBe(2));
  });

  test('asks before it discards what was typed', async () => {
    const { user, panel } = await openForm();
    await user.click(panel.getByRole('button', { name: 'Voltar' }));
    const question = await screen.findByRole('dialog', { name: 'Descartar o que você digitou?' });
    await user.click(within(question).getByRole('button', { name: 'Descartar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

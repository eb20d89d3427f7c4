import { getMe } from '@escuta/contract/access';
import { createContact, exportContacts, listContacts, updateContact } from '@escuta/contract/contacts';
import { screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { aContact } from '#web/testing/contact-samples.ts';
import { openApp, signedInServer, testUser } from '#web/testing/render-app.tsx';

const maria = aContact({ email: 'maria@exemplo.example', last_score: 9, last_metric: 'nps' });

afterEach(async () => {
  await i18next.changeLanguage('pt');
});

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

  test('a search that found very many says that there are more', async () => {
    const server = signedInServer();
    server.on(listContacts)(() => ({ data: [maria], total: 10_000, totalIsAtLeast: true }));
    openApp('/contatos?search=silva');

    expect(await screen.findByText('1–20 de mais de 10.000')).toBeVisible();
  });

  test('says why it is empty and offers a way out', async () => {
    const server = signedInServer();
    server.on(listContacts)(() => ({ data: [], total: 0 }));
    const { user } = openApp('/contatos');
    expect(await screen.findByText('Nenhum contato ainda')).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Importar' })[0]).toHaveAttribute('href', '/importer/contacts');
    await user.click(screen.getAllByRole('button', { name: 'Criar contato' }).at(-1)!);
    expect(await screen.findByRole('dialog', { name: 'Criar contato' })).toBeVisible();
  });

  test('says what failed and tries again', async () => {
    const server = signedInServer();
    server.refuse(listContacts, 'FORBIDDEN');
    const { user } = openApp('/contatos');
    expect(await screen.findByText('Você não tem a permissão necessária para executar esta ação!')).toBeVisible();
    server.on(listContacts)(() => ({ data: [maria], total: 1 }));
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByText('Maria da Silva')).toBeVisible();
  });

  test('opens a contact by its whole row, for who may edit it', async () => {
    signedInServer().on(listContacts)(() => ({ data: [maria], total: 1 }));
    const { user } = openApp('/contatos');
    await user.click(await screen.findByText('+55 11 98765-4321'));
    const panel = within(await screen.findByRole('dialog', { name: 'Editar Contato' }));
    expect(panel.getByLabelText('Nome')).toHaveValue('Maria da Silva');
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

  test('offers no change to who may only read', async () => {
    const server = signedInServer('readonly');
    server.on(listContacts)(() => ({ data: [maria], total: 1 }));
    const { user } = openApp('/contatos');
    await user.click(await screen.findByText('Maria da Silva'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Criar contato' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Importar' })).toBeNull();
  });
});

async function openPanel() {
  const server = signedInServer();
  server.on(listContacts)(() => ({ data: [maria], total: 1 }));
  const { user, router } = openApp('/contatos');
  await user.click(await screen.findByRole('button', { name: 'Maria da Silva' }));
  const panel = await screen.findByRole('dialog', { name: 'Editar Contato' });
  return { server, user, router, panel };
}

const question = () => screen.findByRole('dialog', { name: 'Descartar o que você digitou?' });

describe('the panel of a contact', () => {
  test('[CONTACT-12] has its title and its button, and saves what was changed', async () => {
    const { server, user, panel } = await openPanel();
    server.on(updateContact)(() => maria);
    await user.type(within(panel).getByLabelText('Nome'), ' Souza');
    await user.click(within(panel).getByRole('button', { name: 'Salvar Alterações' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.asked(updateContact)).toMatchObject([
      {
        params: { id: maria._id },
        body: { name: 'Maria da Silva Souza', email: maria.email, tel: '+55 11 98765-4321' },
      },
    ]);
    // What was saved is asked for again.
    await waitFor(() => expect(server.count(listContacts)).toBe(2));
  });

  test.each([
    ['Escape', ({ user }: Awaited<ReturnType<typeof openPanel>>) => user.keyboard('{Escape}')],
    [
      '✕',
      ({ user, panel }: Awaited<ReturnType<typeof openPanel>>) =>
        user.click(within(panel).getByRole('button', { name: 'Fechar' })),
    ],
    [
      '“Voltar”',
      ({ user, panel }: Awaited<ReturnType<typeof openPanel>>) =>
        user.click(within(panel).getByRole('button', { name: 'Voltar' })),
    ],
  ])('asks before %s discards what was typed', async (_what, leave) => {
    const opened = await openPanel();
    const { user, panel } = opened;
    await user.type(within(panel).getByLabelText('Nome'), '!');
    await leave(opened);
    await question();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Descartar/ })).toBeNull());
    expect(within(panel).getByLabelText('Nome')).toHaveValue('Maria da Silva!');

    await leave(opened);
    await user.click(within(await question()).getByRole('button', { name: 'Descartar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Maria da Silva' })).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Maria da Silva' }));
    expect(await screen.findByLabelText('Nome')).toHaveValue('Maria da Silva');
  });

  test('asks before another page discards what was typed, and closes unasked when nothing was', async () => {
    const { user, router } = await openPanel();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Maria da Silva' }));
    await user.type(await screen.findByLabelText('Nome'), '!');
    void router.navigate({ to: '/imports' });
    await user.click(within(await question()).getByRole('button', { name: 'Continuar editando' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Descartar/ })).toBeNull());
    expect(router.state.location.pathname).toBe('/contatos');
    const panel = await screen.findByRole('dialog', { name: 'Editar Contato' });
    expect(panel).toBeVisible();
    expect(within(panel).getByLabelText('Nome')).toHaveValue('Maria da Silva!');
  });

  test('takes the focus to the first field that is wrong', async () => {
    const server = signedInServer();
    server.on(listContacts)(() => ({ data: [maria], total: 1 }));
    const { user } = openApp('/contatos');
    await user.click(await screen.findByRole('button', { name: 'Criar contato' }));
    const panel = await screen.findByRole('dialog');
    // Nobody sees it.
    await user.type(within(panel).getByLabelText('Nome'), '\u200b');
    await user.click(within(panel).getByRole('button', { name: 'Criar contato' }));
    expect(within(panel).getByLabelText('Nome')).toHaveFocus();
    expect(within(panel).getByText('Informe o nome.')).toBeVisible();
  });

  test.each([
    ['98765', 0],
    ['11 98765', 0],
    ['+683 4002', 1],
    ['4003-1234', 1],
    ['11 98765-4321', 1],
  ])('asks the server about the phone %s: %i times', async (typed, times) => {
    const { server, user, panel } = await openPanel();
    server.on(updateContact)(() => maria);
    const field = within(panel).getByLabelText('Telefone');
    await user.clear(field);
    await user.type(field, typed);
    await user.click(within(panel).getByRole('button', { name: 'Salvar Alterações' }));
    await waitFor(() => expect(server.count(updateContact)).toBe(times));
    expect(field.getAttribute('aria-invalid') === 'true').toBe(times === 0);
  });

  test('marks all that is wrong at once', async () => {
    const { server, user, panel } = await openPanel();
    const type = async (label: string, typed: string) => {
      await user.clear(within(panel).getByLabelText(label));
      await user.type(within(panel).getByLabelText(label), typed);
    };
    await type('E-mail', 'maria@');
    await type('Telefone', '11 98765');
    await type('Data de nascimento', '31/02/1990');
    await user.clear(within(panel).getByLabelText('Nome'));
    await user.click(within(panel).getByRole('button', { name: 'Salvar Alterações' }));
    for (const label of ['Nome', 'E-mail', 'Telefone', 'Data de nascimento'])
      expect(within(panel).getByLabelText(label)).toHaveAttribute('aria-invalid', 'true');
    expect(within(panel).getByText(/^Este telefone não é válido/)).toBeVisible();
    expect(server.count(updateContact)).toBe(0);
  });

  test.each([
    ['visite www.mal.example', /não pode ter um endereço da web/],
    ['=HYPERLINK("x")', /nem começar com =/],
    ['a'.repeat(201), 'Use no máximo 200 caracteres (há 201).'],
  ])('says what is wrong with the name %s', async (typed, sentence) => {
    const { user, panel } = await openPanel();
    await user.clear(within(panel).getByLabelText('Nome'));
    await user.click(within(panel).getByLabelText('Nome'));
    await user.paste(typed);
    await user.click(within(panel).getByRole('button', { name: 'Salvar Alterações' }));
    expect(await within(panel).findByText(sentence)).toBeVisible();
    expect(within(panel).getByLabelText('Nome')).toHaveFocus();
  });

  test('takes a birthday as people write it, and says when it is none', async () => {
    const server = signedInServer();
    const known = { ...maria, birthday: '1990-05-17' };
    server
      .on(listContacts)(() => ({ data: [known], total: 1 }))
      .on(updateContact)(() => known);
    const { user } = openApp('/contatos');
    await user.click(await screen.findByText('Maria da Silva'));
    const field = await screen.findByLabelText('Data de nascimento');
    expect(field).toHaveValue('17/05/1990');
    await user.clear(field);
    await user.type(field, '31/02/1990');
    await user.click(screen.getByRole('button', { name: 'Salvar Alterações' }));
    expect(await screen.findByText(/Informe uma data que exista/)).toBeVisible();
    expect(field).toHaveFocus();
    await user.clear(field);
    await user.type(field, '7/5/91');
    await user.click(screen.getByRole('button', { name: 'Salvar Alterações' }));
    await waitFor(() => expect(server.asked(updateContact)).toMatchObject([{ body: { birthday: '1991-05-07' } }]));
  });

  test('puts what the server says of a field at that field, and the focus in it', async () => {
    const { server, user, panel } = await openPanel();
    server.refuse(updateContact, 'FIELD_NOT_VALID', { field: 'birthday' });
    const field = within(panel).getByLabelText('Data de nascimento');
    await user.type(field, '17/05/1990');
    await user.click(within(panel).getByRole('button', { name: 'Salvar Alterações' }));
    await waitFor(() => expect(field).toBeInvalid());
    expect(field).toHaveAccessibleDescription(/Informe uma data que exista/);
    expect(field).toHaveFocus();
    expect(within(panel).queryByRole('alert')).toBeNull();
    expect(server.count(updateContact)).toBe(1);
  });

  test('in English a birthday is written and read with the month first', async () => {
    const server = signedInServer();
    const known = { ...maria, birthday: '1990-05-17' };
    server
      .on(listContacts)(() => ({ data: [known], total: 1 }))
      .on(updateContact)(() => known);
    await i18next.changeLanguage('en');
    const { user } = openApp('/contatos');
    await user.click(await screen.findByText('Maria da Silva'));
    const field = await screen.findByLabelText('Birthday');
    expect(field).toHaveValue('05/17/1990');
    await user.clear(field);
    await user.type(field, '7/5/91');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(server.asked(updateContact)).toMatchObject([{ body: { birthday: '1991-07-05' } }]));
  });

  test('[CONTACT-14] creates a contact, leaves out the spaces of its e-mail, and puts a refusal beside its field', async () => {
    const server = signedInServer();
    server
      .on(listContacts)(() => ({ data: [maria], total: 1 }))
      .refuse(createContact, 'CONTACT_EXISTS', { field: 'email' });
    const { user } = openApp('/contatos');
    await user.click(await screen.findByRole('button', { name: 'Criar contato' }));
    const panel = await screen.findByRole('dialog');
    await user.type(within(panel).getByLabelText('Nome'), 'Maria');
    await user.type(within(panel).getByLabelText('E-mail'), 'maria @exemplo.example');
    expect(within(panel).getByLabelText('E-mail')).toHaveValue('maria@exemplo.example');
    await user.click(within(panel).getByRole('button', { name: 'Criar contato' }));
    expect(
      await within(panel).findByText('Já existe um contato com esse e-mail ou telefone nesta unidade.'),
    ).toBeVisible();

    server.on(createContact)(() => maria);
    await user.click(within(panel).getByRole('button', { name: 'Criar contato' }));
    expect(await screen.findByText('Contato criado.')).toBeVisible();
    expect(server.calls.findLast((call) => call.route === 'POST /contacts')?.body).toMatchObject({
      name: 'Maria',
      email: 'maria@exemplo.example',
      tel: null,
    });
  });
});

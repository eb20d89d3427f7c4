import { listContacts } from '@escuta/contract/contacts';
import { SavedFilterId } from '@escuta/contract/ids';
import {
  createSavedFilter,
  deleteSavedFilter,
  listSavedFilters,
  updateSavedFilter,
} from '@escuta/contract/saved-filters';
import type { SavedFilter } from '@escuta/contract/saved-filters';
import type { Role } from '@escuta/contract/access-policy';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aContact } from '#web/testing/contact-samples.ts';
import { showOnPhone } from '#web/testing/phone.ts';
import { openApp, signedInServer } from '#web/testing/render-app.tsx';

function aFilter(at: number, changes: Partial<SavedFilter> = {}): SavedFilter {
  const _id = SavedFilterId.parse(`019a9f3e-0000-7000-8000-${String(at).padStart(12, '0')}`);
  const search = { search: 'silva' };
  return {
    _id,
    list: 'contacts',
    name: `Filtro ${at}`,
    shared: false,
    search,
    own: true,
    owner: 'Ana Souza',
    ...changes,
  };
}
const silvas = aFilter(1, { name: 'Silvas' });
const byName = aFilter(2, { name: 'Por nome', shared: true, search: { sort: 'name' } });
const ofBia = aFilter(3, { name: 'Souzas', own: false, owner: 'Bia Reis', shared: true, search: { search: 'souza' } });

/** A server that keeps filters as the real one does. */
function serverWith(filters: readonly SavedFilter[], role?: Role) {
  let kept = [...filters];
  return signedInServer(role)
    .on(listContacts)(() => ({ data: [aContact()], total: 1 }))
    .on(listSavedFilters)(() => ({ data: kept }))
    .on(createSavedFilter)(({ body }) => {
      const made = aFilter(9, body);
      kept.push(made);
      return made;
    })
    .on(updateSavedFilter)(({ params, body: { name, shared, search } }) => {
      kept = kept.map((each) =>
        each._id === params['id']
          ? { ...each, name: name ?? each.name, shared: shared ?? each.shared, search: search ?? each.search }
          : each,
      );
      return kept.find(({ _id }) => _id === params['id'])!;
    })
    .on(deleteSavedFilter)(({ params }) => {
    kept = kept.filter(({ _id }) => _id !== params['id']);
    return { ok: true };
  });
}

type Opened = ReturnType<typeof openApp>;

async function openMenu({ user }: Pick<Opened, 'user'>) {
  await user.click(await screen.findByRole('button', { name: 'Filtros salvos' }));
  return within(await screen.findByRole('menu', { hidden: true }));
}
const choice = (name: RegExp | string) => ({ name, hidden: true });

describe('the filters of a list', () => {
  test('[FILTER-25] opens what was saved by its address, and marks the one that is open', async () => {
    const server = serverWith([silvas, byName, ofBia]);
    const app = openApp('/contatos?page=2&segment=019a9f3e-0000-7000-8000-00000000000a');
    await screen.findByRole('button', { name: 'Filtros salvos' });
    expect(server.count(listSavedFilters)).toBe(0);
    let menu = await openMenu(app);
    expect(await menu.findByText('Meus filtros')).toBeInTheDocument();
    expect(server.asked(listSavedFilters)[0]?.query).toEqual({ list: 'contacts' });
    for (const radio of menu.getAllByRole('menuitemradio', { hidden: true })) expect(radio).not.toBeChecked();
    await app.user.click(menu.getByRole('menuitemradio', choice(/Souzas/)));
    await waitFor(() => expect(app.router.state.location.search).toEqual({ search: 'souza' }));
    await waitFor(() =>
      expect(server.asked(listContacts).at(-1)?.query).toEqual({ limit: '20', page: '1', search: 'souza' }),
    );

    menu = await openMenu(app);
    expect(await menu.findByRole('menuitemradio', choice(/Souzas/))).toBeChecked();
    expect(menu.getByRole('menuitemradio', choice(/Silvas/))).not.toBeChecked();
  });

  test('[FILTER-27] names whose a shared one is, after the own ones', async () => {
    serverWith([silvas, byName, ofBia]);
    const menu = await openMenu(openApp('/contatos'));
    await menu.findByText('Silvas');
    const said = menu.getAllByRole('menuitemradio', { hidden: true }).map(({ textContent }) => textContent);
    expect(said).toEqual(['Por nomeCompartilhado com a unidade', 'Silvas', 'SouzasDe Bia Reis']);
    expect(menu.getByText('Compartilhados na unidade')).toBeInTheDocument();
  });

  test('[FILTER-25] saves words, filters and order under a name, without the page', async () => {
    const server = serverWith([]);
    const app = openApp('/contatos?page=3&search=reis&sort=name');
    let menu = await openMenu(app);
    await app.user.click(await menu.findByRole('menuitem', choice('Salvar filtro atual…')));
    const dialog = within(await screen.findByRole('dialog', { name: 'Salvar filtro' }));
    await app.user.click(dialog.getByRole('button', { name: 'Salvar' }));
    expect(dialog.getByText('Dê um nome ao filtro.')).toBeVisible();
    await app.user.type(dialog.getByLabelText('Nome'), 'Os Reis');
    await app.user.click(dialog.getByLabelText('Compartilhar com a unidade'));
    await app.user.click(dialog.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.asked(createSavedFilter)[0]?.body).toEqual({
      list: 'contacts',
      name: 'Os Reis',
      shared: true,
      search: { search: 'reis', sort: 'name' },
    });
    menu = await openMenu(app);
    expect(await menu.findByRole('menuitemradio', choice(/Os Reis/))).toBeChecked();
  });

  test.each([
    ['/contatos?search=reis', /pode ver nomes também vê/],
    ['/contatos?sort=name', /^Quem trabalha nesta unidade também vê o filtro/],
  ])('says who will see what is shared of %s', async (address, said) => {
    serverWith([]);
    const app = openApp(address);
    const menu = await openMenu(app);
    await app.user.click(await menu.findByRole('menuitem', choice('Salvar filtro atual…')));
    expect(await screen.findByText(said)).toBeVisible();
  });

  test('stand in the order of their names, as people read them', async () => {
    const names = ['zebra', 'Área 10', 'Área 2', 'abelha'];
    serverWith(names.map((name, at) => aFilter(at + 1, { name })));
    const menu = await openMenu(openApp('/contatos'));
    await menu.findByText('zebra');
    const said = menu.getAllByRole('menuitemradio', { hidden: true }).map(({ textContent }) => textContent);
    expect(said).toEqual(['abelha', 'Área 2', 'Área 10', 'zebra']);
  });

  test('where several have one address, the one that was opened is the one that is open', async () => {
    const other = aFilter(2, { name: 'Também Silvas' });
    serverWith([silvas, other]);
    const app = openApp('/contatos');
    const open = async (name: string, isOpenNow: string | undefined) => {
      const menu = await openMenu(app);
      const radio = await menu.findByRole('menuitemradio', choice(name));
      const checked = menu.queryAllByRole('menuitemradio', { hidden: true, checked: true });
      expect(checked.map(({ textContent }) => textContent)).toEqual(isOpenNow ? [isOpenNow] : []);
      await app.user.click(radio);
      await waitFor(() => expect(app.router.state.location.search).toEqual({ search: 'silva' }));
    };
    await open('Também Silvas', undefined);
    await open('Silvas', 'Também Silvas');
    await open('Silvas', 'Silvas');
  });

  test('says at the field that a name is taken', async () => {
    const server = serverWith([silvas]).refuse(createSavedFilter, 'FILTER_EXISTS');
    const app = openApp('/contatos?search=reis');
    const menu = await openMenu(app);
    await app.user.click(await menu.findByRole('menuitem', choice('Salvar filtro atual…')));
    const dialog = within(await screen.findByRole('dialog', { name: 'Salvar filtro' }));
    await app.user.type(dialog.getByLabelText('Nome'), 'silvas{Enter}');
    expect(await dialog.findByText('Você já tem um filtro com esse nome nesta lista.')).toBeVisible();
    expect(dialog.getByLabelText('Nome')).toHaveFocus();
    server.refuse(createSavedFilter, 'TOO_MANY_FILTERS', { most: 50 });
    await app.user.type(dialog.getByLabelText('Nome'), ' 2{Enter}');
    expect(await dialog.findByText(/Você já tem 50 filtros salvos desta lista/)).toBeVisible();
  });

  test('gives the one that was opened what the list shows now', async () => {
    const server = serverWith([byName, ofBia]);
    const app = openApp('/contatos');
    let menu = await openMenu(app);
    await app.user.click(await menu.findByRole('menuitemradio', choice(/Por nome/)));
    await app.user.type(await screen.findByLabelText('Buscar contatos'), 'lima');
    await waitFor(() => expect(app.router.state.location.search).toEqual({ sort: 'name', search: 'lima' }));
    menu = await openMenu(app);
    const update = await menu.findByRole('menuitem', choice('Atualizar “Por nome” para toda a unidade'));
    expect(menu.getByRole('menuitemradio', choice(/Por nome/))).not.toBeChecked();
    await app.user.click(update);
    expect(await screen.findByText('Filtro “Por nome” atualizado.')).toBeVisible();
    expect(server.asked(updateSavedFilter)[0]).toMatchObject({
      params: { id: byName._id },
      body: { search: { sort: 'name', search: 'lima' } },
    });
    menu = await openMenu(app);
    expect(await menu.findByRole('menuitemradio', choice(/Por nome/))).toBeChecked();
    expect(menu.queryByText(/Atualizar/)).toBeNull();
  });

  test('another’s filter is not updated, nor a filter with a list that is not narrowed', async () => {
    serverWith([silvas, ofBia], 'ana');
    const app = openApp('/contatos');
    let menu = await openMenu(app);
    await app.user.click(await menu.findByRole('menuitemradio', choice(/Souzas/)));
    await app.user.clear(await screen.findByLabelText('Buscar contatos'));
    await waitFor(() => expect(app.router.state.location.search).toEqual({}));
    menu = await openMenu(app);
    await menu.findByText('Silvas');
    const [save, ...others] = menu.getAllByRole('menuitem', { hidden: true });
    expect(save).toHaveTextContent('Salvar filtro atual…Filtre ou ordene a lista primeiro, para voltar a ela depois.');
    expect(others.map(({ textContent }) => textContent)).toEqual(['Gerenciar filtros…']);
  });

  test('says that there are none, and what makes one', async () => {
    serverWith([]);
    const app = openApp('/contatos');
    const menu = await openMenu(app);
    expect(await menu.findByText('Nenhum filtro salvo ainda')).toBeInTheDocument();
    const save = menu.getByRole('menuitem', choice(/^Salvar filtro atual…/));
    expect(save).toHaveAttribute('aria-disabled', 'true');
    expect(save).toHaveTextContent('Filtre ou ordene a lista primeiro');
    await app.user.click(save);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(save).toBeInTheDocument();
  });

  test('says that they did not come, and asks again', async () => {
    const server = serverWith([silvas]).cut(listSavedFilters);
    const app = openApp('/contatos');
    const menu = await openMenu(app);
    const again = await menu.findByRole('menuitem', choice(/Tentar de novo$/), { timeout: 5_000 });
    expect(again).toHaveTextContent(/^Não conseguimos/);
    server.on(listSavedFilters)(() => ({ data: [silvas] }));
    await app.user.click(again);
    expect(await menu.findByRole('menuitemradio', choice(/Silvas/))).toBeInTheDocument();
  });

  test('is a drawing with a name on a phone', async () => {
    showOnPhone();
    serverWith([silvas]);
    const app = openApp('/contatos');
    const menu = await openMenu(app);
    expect(await menu.findByText('Silvas')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Filtros salvos' })).toHaveTextContent('');
  });
});

describe('managing them', () => {
  async function manage(filters: readonly SavedFilter[], role?: Role) {
    const server = serverWith(filters, role);
    const app = openApp('/contatos?search=lima');
    const menu = await openMenu(app);
    await app.user.click(await menu.findByRole('menuitem', choice('Gerenciar filtros…')));
    return { server, ...app, dialog: within(await screen.findByRole('dialog', { name: 'Gerenciar filtros' })) };
  }

  test('[FILTER-26] renames one, and shares it no more', async () => {
    const { server, user, dialog } = await manage([byName]);
    await user.click(await dialog.findByRole('button', { name: 'Editar “Por nome”' }));
    const form = within(await screen.findByRole('dialog', { name: 'Editar filtro' }));
    expect(form.getByLabelText('Compartilhar com a unidade')).toBeChecked();
    await user.click(form.getByLabelText('Compartilhar com a unidade'));
    await user.clear(form.getByLabelText('Nome'));
    await user.type(form.getByLabelText('Nome'), 'De A a Z{Enter}');
    expect(await dialog.findByText('De A a Z')).toBeVisible();
    expect(dialog.getByText('Só para você')).toBeVisible();
    expect(server.asked(updateSavedFilter)[0]?.body).toEqual({ name: 'De A a Z', shared: false });
  });

  test('gives one that is not open what the list shows', async () => {
    const { server, user, dialog } = await manage([silvas, byName]);
    const askFor = async (name: string) => {
      await user.click(
        await dialog.findByRole('button', { name: `Atualizar “${name}” com o que a lista mostra agora` }),
      );
      return within(await screen.findByRole('dialog', { name: 'Atualizar filtro' }));
    };
    const ofAll = await askFor('Por nome');
    expect(ofAll.getByText(/agora, para toda a unidade\.$/)).toBeVisible();
    await user.click(ofAll.getByRole('button', { name: 'Voltar' }));
    expect(server.count(updateSavedFilter)).toBe(0);
    const own = await askFor('Silvas');
    expect(own.getByText('O filtro “Silvas” passa a guardar o que a lista mostra agora.')).toBeVisible();
    await user.click(own.getByRole('button', { name: 'Atualizar' }));
    await waitFor(() => expect(server.asked(updateSavedFilter)[0]?.body).toEqual({ search: { search: 'lima' } }));
    await waitFor(() => expect(dialog.queryByRole('button', { name: /Atualizar “Silvas”/ })).toBeNull());
  });

  test('asks before one is deleted', async () => {
    const { server, user, dialog } = await manage([silvas, byName]);
    await user.click(await dialog.findByRole('button', { name: 'Excluir “Por nome”' }));
    const question = within(await screen.findByRole('dialog', { name: 'Excluir filtro' }));
    expect(question.getByText('O filtro “Por nome” será excluído para toda a unidade.')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Excluir filtro' })).toBeNull());
    expect(server.count(deleteSavedFilter)).toBe(0);
    await user.click(dialog.getByRole('button', { name: 'Excluir “Silvas”' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Excluir filtro' })).getByRole('button', { name: 'Excluir' }),
    );
    await waitFor(() => expect(dialog.queryByText('Silvas')).toBeNull());
    expect(server.asked(deleteSavedFilter)[0]?.params).toEqual({ id: silvas._id });
  });

  test('[FILTER-27] another’s is deleted by who manages the people, and changed by nobody else', async () => {
    const { dialog } = await manage([silvas, ofBia]);
    expect(await dialog.findByRole('button', { name: 'Excluir “Souzas”' })).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Editar “Souzas”' })).toBeNull();
    expect(dialog.queryByRole('button', { name: /Atualizar “Souzas”/ })).toBeNull();
    document.body.innerHTML = '';
    const other = await manage([silvas, ofBia], 'ana');
    expect(await other.dialog.findByText('Silvas')).toBeVisible();
    expect(other.dialog.queryByText('Souzas')).toBeNull();
  });
});

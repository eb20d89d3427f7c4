import { listMyBusinesses } from '@escuta/contract/companies';
import { getContact, listContacts, listTags, updateContact } from '@escuta/contract/contacts';
import { ContactId } from '@escuta/contract/ids';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { chooseUnit } from '#web/lib/unit.ts';
import { aContact, edited } from '#web/testing/contact-samples.ts';
import { optionsOf } from '#web/testing/options-of.ts';
import { openApp, otherUnitId, signedInServer, testUnit } from '#web/testing/render-app.tsx';

const maria = aContact({ email: 'maria@exemplo.example' });
const other = aContact({ _id: ContactId.parse('019a9f3e-0000-7000-8000-00000000000b'), name: 'João Prado', tel: null });

test('[ROUTE-16] contatos/{id} opens the page of that contact', async () => {
  const contacts = [maria, other];
  const server = signedInServer().on(getContact)(({ params }) =>
    edited(contacts.find(({ _id }) => _id === params['id'])!),
  );
  const { router } = openApp(`/contatos/${other._id}`);
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'João Prado' })).toBeVisible());
  expect(screen.queryByText('ma***@ex***.example')).toBeNull();
  await router.navigate({ to: '/contatos/$id', params: { id: maria._id } });
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Maria da Silva' })).toBeVisible());
  expect(await screen.findByText('ma***@ex***.example')).toBeVisible();
  expect(server.asked(getContact).map(({ params }) => params['id'])).toEqual([other._id, maria._id]);
});

test('leads back to the list, and has the editor before what happened: on a phone one reads down', async () => {
  signedInServer().on(getContact)(() => edited(maria));
  openApp(`/contatos/${maria._id}`);
  const editor = await screen.findByRole('button', { name: 'Editar Telefone' });
  const timeline = screen.getByRole('heading', { name: 'Linha do tempo' });
  expect(editor.compareDocumentPosition(timeline)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const back = within(screen.getByRole('main')).getByRole('link', { name: 'Contatos' });
  expect(back).toHaveAttribute('href', '/contatos');
});

test('leads back to the list as one left it, and to that of another unit as it is', async () => {
  const server = signedInServer();
  server
    .on(listMyBusinesses)(() => ({ data: [testUnit(), testUnit({ _id: otherUnitId, nome: 'Aurora Praia' })] }))
    .on(listContacts)(() => ({ data: [maria], total: 45 }))
    .on(getContact)(() => edited(maria));
  const { router } = openApp('/contatos?search=silva&page=2&sort=name');
  expect(await screen.findByText('Maria da Silva')).toBeVisible();
  const back = () => {
    const link = within(screen.getByRole('main')).getByRole('link', { name: 'Contatos' });
    const { pathname, searchParams } = new URL(link.getAttribute('href')!, 'http://x');
    return [pathname, Object.fromEntries(searchParams)];
  };
  await router.navigate({ to: '/contatos/$id', params: { id: maria._id } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Maria da Silva' })).toBeVisible();
  expect(back()).toEqual(['/contatos', { search: 'silva', page: '2', sort: 'name' }]);
  await router.navigate({ to: '/contatos/segmentos' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Segmentos e listas' })).toBeVisible();
  expect(back()).toEqual(['/contatos', { search: 'silva', page: '2', sort: 'name' }]);
  act(() => chooseUnit(otherUnitId));
  await waitFor(() => expect(back()).toEqual(['/contatos', {}]));
});

test('[ROUTE-16] an address that names no contact says so', async () => {
  const server = signedInServer().refuse(getContact, 'NOT_FOUND');
  openApp(`/contatos/${other._id}`);
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1, name: 'Não encontramos o que você procura' })).toBeVisible(),
  );
  expect(server.count(getContact)).toBe(1);
});

test('an old link to a contact that was merged into another one leads on to that one', async () => {
  const server = signedInServer().refuse(getContact, 'CONTACT_MERGED', { id: maria._id });
  const { router } = openApp(`/contatos/${other._id}`);
  router.subscribe('onBeforeNavigate', ({ toLocation }) => {
    if (toLocation.pathname === `/contatos/${maria._id}`) server.on(getContact)(() => edited(maria));
  });
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Maria da Silva' })).toBeVisible());
  expect(router.state.location.pathname).toBe(`/contatos/${maria._id}`);
  expect(server.asked(getContact).map(({ params }) => params['id'])).toEqual([other._id, maria._id]);
});

describe('tags, language, time zone and external id', () => {
  const known = aContact({
    tags: ['VIP', 'Centro'],
    language: 'es',
    timezone: 'America/Lima',
    external_id: 'CRM-7',
    source: 'import',
  });

  async function openPanel({ inUse = [] }: { inUse?: string[] } = {}) {
    const server = signedInServer()
      .on(listTags)(() => ({ data: inUse }))
      .on(getContact)(() => edited(known))
      .on(updateContact)(({ body }) => edited({ ...known, ...(body as Partial<typeof known>) }));
    const { user } = openApp(`/contatos/${known._id}`);
    await user.click(await screen.findByRole('button', { name: 'Editar estes dados' }));
    const panel = await screen.findByRole('dialog', { name: 'Etiquetas, idioma, fuso e código externo' });
    return { server, user, panel, field: within(panel) };
  }

  test('[PEOPLE-12] are shown on the page of a contact, and edited beside it: only what was changed is sent', async () => {
    const { server, user, panel, field } = await openPanel();
    expect(screen.getByText('Español')).toBeInTheDocument();
    expect(screen.getByText(/America\/Lima$/)).toBeInTheDocument();
    const tags = field.getByRole('combobox', { name: 'Etiquetas' });
    await user.type(tags, 'Fiel{Enter}');
    await user.click(field.getByLabelText('Idioma'));
    fireEvent.click(await field.findByRole('option', { name: 'Não informado', hidden: true }));
    await user.click(field.getByRole('button', { name: 'Salvar Alterações' }));
    await waitFor(() => expect(panel).not.toBeInTheDocument());
    expect(server.asked(updateContact)).toMatchObject([
      { params: { id: known._id }, body: { tags: ['VIP', 'Centro', 'Fiel'], language: null } },
    ]);
    expect(server.asked(updateContact)[0]?.body).not.toHaveProperty('timezone');
    expect(await screen.findByText('Fiel')).toBeVisible();
    expect(screen.queryByText('Español')).toBeNull();
  });

  test('a tag that others have is chosen from those in use', async () => {
    const { server, user, panel, field } = await openPanel({ inUse: ['VIP', 'Praia', 'Piscina'] });
    const tags = field.getByRole('combobox', { name: 'Etiquetas' });
    await user.type(tags, 'Pra');
    await waitFor(() => expect(optionsOf(tags).map(({ textContent }) => textContent)).toEqual(['Praia']));
    fireEvent.click(optionsOf(tags)[0]!);
    await user.click(field.getByRole('button', { name: 'Salvar Alterações' }));
    await waitFor(() => expect(panel).not.toBeInTheDocument());
    expect(server.asked(updateContact)).toMatchObject([{ body: { tags: ['VIP', 'Centro', 'Praia'] } }]);
  });

  test('a tag that is too long is not sent, and says how long one may be', async () => {
    const { server, user, field } = await openPanel();
    await user.type(field.getByRole('combobox', { name: 'Etiquetas' }), `${'x'.repeat(41)}{Enter}`);
    await user.click(field.getByRole('button', { name: 'Salvar Alterações' }));
    expect(await field.findByText('Cada etiqueta pode ter até 40 caracteres.')).toBeVisible();
    expect(field.getByRole('combobox', { name: 'Etiquetas' })).toHaveFocus();
    expect(server.count(updateContact)).toBe(0);
  });

  test('stand beside where the contact came from and its external id, which is edited with them', async () => {
    const { server, user, panel, field } = await openPanel();
    expect(screen.getByText('Arquivo importado')).toBeInTheDocument();
    const code = field.getByRole('textbox', { name: 'Código externo' });
    expect(code).toHaveValue('CRM-7');
    await user.clear(code);
    await user.type(code, 'CRM-8');
    await user.click(field.getByRole('button', { name: 'Salvar Alterações' }));
    await waitFor(() => expect(panel).not.toBeInTheDocument());
    expect(server.asked(updateContact).map(({ body }) => body)).toEqual([{ external_id: 'CRM-8' }]);
    expect(await screen.findByText('CRM-8')).toBeVisible();
  });

  test('an external id that another contact has says so, and leads to that contact', async () => {
    const { server, user, field } = await openPanel();
    server.refuse(updateContact, 'CONTACT_EXISTS', { id: other._id, field: 'external_id' });
    const code = field.getByRole('textbox', { name: 'Código externo' });
    await user.type(code, '0');
    await user.click(field.getByRole('button', { name: 'Salvar Alterações' }));
    expect(await field.findByText(/Outro contato desta unidade já tem esse código externo/)).toBeVisible();
    expect(code).toHaveFocus();
    server.on(getContact)(({ params }) => edited(params['id'] === other._id ? other : known));
    await user.click(field.getByRole('link', { name: 'Ver Contato' }));
    await user.click(await screen.findByRole('button', { name: 'Descartar' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'João Prado' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('are not edited by who may only read, nor where nobody is to be known any more', async () => {
    signedInServer('readonly').on(getContact)(() => edited(known));
    const { router } = openApp(`/contatos/${known._id}`);
    expect(await screen.findByText('Español')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Editar estes dados' })).toBeNull();
    expect(router.state.location.pathname).toBe(`/contatos/${known._id}`);
  });
});

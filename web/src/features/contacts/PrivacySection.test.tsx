import { getContact, listContacts } from '@escuta/contract/contacts';
import type { Contact } from '@escuta/contract/contacts';
import { anonymizeContact, deleteContact, erasedTables } from '@escuta/contract/erasures';
import type { Role } from '@escuta/contract/access-policy';
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aContact, edited } from '#web/testing/contact-samples.ts';
import { openApp, signedInServer } from '#web/testing/render-app.tsx';

const maria = aContact({ email: 'maria@exemplo.example' });
const nobody = aContact({ name: '', tel: null, anonymized_at: '2026-11-22T15:00:00.000Z' });
const report = { tables: erasedTables.map((table, at) => ({ table, rows: table === 'send_items' ? 1_204 : at })) };

/** The page of a contact, which the server knows anonymized once it was. */
function openContact(contact: Contact = maria, role: Role = 'own') {
  const server = signedInServer(role);
  server
    .on(getContact)(() => edited(server.count(anonymizeContact) > 0 ? nobody : contact))
    .on(listContacts)(() => ({ data: [], total: 0 }))
    .on(anonymizeContact)(() => report)
    .on(deleteContact)(() => report);
  return { server, ...openApp(`/contatos/${contact._id}`) };
}

const section = () => screen.findByRole('region', { name: 'Privacidade' });

describe('[PEOPLE-07] the section of privacy on the page of a contact', () => {
  test('says what each act does', async () => {
    openContact();
    expect(await section()).toHaveTextContent('impede novos envios e importações');
    expect(await section()).toHaveTextContent('As respostas ficam sem pessoa');
  });

  test('anonymizes after asking, shows the report, and then the day in place of editing', async () => {
    const { user, server } = openContact();
    await user.click(within(await section()).getByRole('button', { name: 'Anonimizar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Anonimizar contato?' });
    expect(dialog).toHaveTextContent('Maria da Silva deixa de existir para esta unidade');
    expect(server.count(anonymizeContact)).toBe(0);
    await user.click(within(dialog).getByRole('radio', { name: 'Manter mascarados' }));
    await user.click(within(dialog).getByRole('button', { name: 'Anonimizar' }));
    const done = await screen.findByRole('dialog', { name: 'Contato anonimizado' });
    expect(server.asked(anonymizeContact)).toMatchObject([{ params: { id: maria._id }, body: { comments: 'mask' } }]);
    expect(
      within(done)
        .getAllByRole('term')
        .map(({ textContent }) => textContent),
    ).toHaveLength(erasedTables.length);
    expect(within(done).getByText('Mensagens').nextSibling).toHaveTextContent('1.204');
    await user.click(within(done).getByRole('button', { name: 'Concluir' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Anônimo' })).toBeVisible();
    expect(await screen.findByRole('note', { name: 'Contato anonimizado' })).toHaveTextContent(
      'Em 22 nov 2026, 12:00.',
    );
    expect(screen.queryByRole('complementary', { name: 'Editar Contato' })).toBeNull();
    expect(within(await section()).queryByRole('button', { name: 'Anonimizar' })).toBeNull();
    expect(await section()).toHaveTextContent('segue sem receber envios');
  });

  test('deletes once the name was typed, shows the report, and goes to the list', async () => {
    const { user, server, router } = openContact();
    await user.click(within(await section()).getByRole('button', { name: 'Excluir' }));
    const dialog = await screen.findByRole('dialog', { name: 'Excluir contato?' });
    const name = within(dialog).getByRole('textbox', { name: 'Para confirmar, digite: Maria da Silva' });
    await user.type(name, 'Maria{Enter}');
    expect(name).toBeInvalid();
    expect(server.count(deleteContact)).toBe(0);
    await user.clear(name);
    await user.type(name, ' maria da  silva{Enter}');
    const done = await screen.findByRole('dialog', { name: 'Contato excluído' });
    expect(server.asked(deleteContact)).toMatchObject([{ params: { id: maria._id }, query: { comments: 'remove' } }]);
    await user.click(within(done).getByRole('button', { name: 'Concluir' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Contatos' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/contatos');
  });

  test('stays with the question when it could not be done', async () => {
    const { user, server } = openContact();
    server.refuse(anonymizeContact, 'NOT_FOUND');
    await user.click(within(await section()).getByRole('button', { name: 'Anonimizar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Anonimizar contato?' });
    await user.click(within(dialog).getByRole('button', { name: 'Anonimizar' }));
    expect(await within(dialog).findByRole('alert')).toBeVisible();
  });

  test('asks nothing of who turns back', async () => {
    const { user, server } = openContact();
    await user.click(within(await section()).getByRole('button', { name: 'Excluir' }));
    await user.click(await screen.findByRole('button', { name: 'Voltar' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.count(deleteContact)).toBe(0);
  });

  test.each(['own', 'adm', 'acmng'] as const)('is there for who may erase: %s', async (role) => {
    openContact(maria, role);
    expect(await section()).toBeVisible();
  });

  test.each(['ana', 'pdv', 'readonly'] as const)('is not there for who only reads: %s', async (role) => {
    openContact(maria, role);
    expect(await screen.findByText('ma***@ex***.example')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Privacidade' })).toBeNull();
  });
});

test('an anonymized contact is “Anônimo” in the list, and opens their page instead of the form', async () => {
  const server = signedInServer()
    .on(listContacts)(() => ({ data: [nobody], total: 1 }))
    .on(getContact)(() => edited(nobody));
  const { user, router } = openApp('/contatos');
  await user.click(await screen.findByRole('button', { name: 'Anônimo' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Anônimo' })).toBeVisible();
  expect(router.state.location.pathname).toBe(`/contatos/${nobody._id}`);
  expect(server.count(getContact)).toBe(1);
});

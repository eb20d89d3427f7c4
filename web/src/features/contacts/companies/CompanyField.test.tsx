import { createContactCompany, findContactCompanies } from '@escuta/contract/contact-companies';
import type { ContactCompanyOption } from '@escuta/contract/contact-companies';
import { updateContact } from '@escuta/contract/contacts';
import { ContactCompanyId } from '@escuta/contract/ids';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { plainWords } from '#web/lib/plain-words.ts';
import { openEditor } from '#web/testing/contact-editor.ts';
import { aContact } from '#web/testing/contact-samples.ts';

const option = (last: number, name: string): ContactCompanyOption => ({
  _id: ContactCompanyId.parse(`019a9f3e-0000-7000-8000-0000000002${String(last).padStart(2, '0')}`),
  name,
});
const lua = option(1, 'Padaria Lua');
const sol = option(2, 'Mercado Sol');
const maria = aContact({ email: 'maria@exemplo.example', _company: lua });

/** The editor of Maria, who works for a bakery, on a server that knows two companies. */
async function edited(contact = maria) {
  const { server, user, panel, edit, said, save, saved } = await openEditor(contact);
  server.on(findContactCompanies)(({ query }) => ({
    data: [lua, sol].filter(({ name }) => plainWords(name).includes(plainWords(query['search'] ?? ''))),
  }));
  const searched = () => server.asked(findContactCompanies).map(({ query }) => query['search']);
  return {
    server,
    user,
    panel,
    searched,
    open: () => edit('Empresa'),
    said: () => said('Empresa'),
    save: async () => {
      await save();
      return saved();
    },
  };
}

const choice = (name: string) => screen.findByRole('option', { name, hidden: true });

test('[CONTACT-06] Empresa asks the server a moment after the last key, and assigns what is chosen', async () => {
  const { user, open, said, save, searched } = await edited();
  expect(said()).toHaveTextContent('Padaria Lua');
  const field = await open();
  expect(field).toHaveValue('Padaria Lua');
  expect(await choice('Padaria Lua')).toHaveAttribute('aria-selected', 'true');
  expect(await choice('Mercado Sol')).toBeInTheDocument();
  await user.clear(field);
  await user.type(field, 'sol');
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Padaria Lua', hidden: true })).toBeNull());
  expect(searched()).toEqual([undefined, 'sol']);
  await user.click(await choice('Mercado Sol'));
  expect(said()).toHaveTextContent('Mercado Sol');
  expect(await save()).toEqual({ _company: sol._id });
});

test('[CONTACT-06] what one types straight after the pencil is in place of the company that is chosen', async () => {
  const { user, open, said, save, searched } = await edited();
  const field = await open();
  await user.keyboard('sol');
  expect(field).toHaveValue('sol');
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Padaria Lua', hidden: true })).toBeNull());
  expect(searched()).toEqual([undefined, 'sol']);
  // A press puts the cursor where one goes on writing.
  await user.click(field);
  await user.keyboard('ar');
  expect(field).toHaveValue('solar');
  await user.tab();
  expect(said()).toHaveTextContent('Padaria Lua');
  expect(await save()).toEqual({});
});

test('[CONTACT-06] Empresa is chosen by keys alone; Enter in the list sends no form, Escape leaves what was', async () => {
  const { server, user, panel, open, said, save } = await edited();
  const field = await open();
  await user.clear(field);
  await user.type(field, 'sol{Enter}');
  await choice('Mercado Sol');
  await user.keyboard('{Escape}');
  expect(said()).toHaveTextContent('Padaria Lua');
  expect(panel.getByRole('button', { name: 'Editar Empresa' })).toHaveFocus();
  expect(screen.getByRole('dialog', { name: 'Editar Contato' })).toBeVisible();
  const again = await open();
  await user.clear(again);
  await user.type(again, 'sol');
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Padaria Lua', hidden: true })).toBeNull());
  await choice('Mercado Sol');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(said()).toHaveTextContent('Mercado Sol');
  expect(panel.getByRole('button', { name: 'Editar Empresa' })).toHaveFocus();
  expect(server.count(updateContact)).toBe(0);
  expect(await save()).toEqual({ _company: sol._id });
});

test('Empresa says that none is found, or why none came, and tries again', async () => {
  const { server, user, open } = await edited();
  const field = await open();
  await choice('Mercado Sol');
  expect(screen.getByText('2 empresas encontradas')).toBeInTheDocument();
  await user.clear(field);
  await user.type(field, 'nenhuma');
  expect((await screen.findAllByText('NENHUMA OPÇÃO ENCONTRADA')).length).toBeGreaterThan(0);
  server.refuse(findContactCompanies, 'FORBIDDEN');
  await user.type(field, 's');
  expect((await screen.findAllByText(/^Não foi possível buscar as empresas\./)).length).toBeGreaterThan(0);
  server.on(findContactCompanies)(() => ({ data: [sol] }));
  await user.click(await choice('Tentar de novo'));
  expect(await choice('Mercado Sol')).toBeInTheDocument();
});

test("[CONTACT-07] 'Criar Empresa' creates a company and assigns it to the contact", async () => {
  const { server, user, open, said, panel, save } = await edited(aContact({ email: 'maria@exemplo.example' }));
  const nova = option(3, 'Café Novo');
  server.refuse(createContactCompany, 'CONTACT_COMPANY_EXISTS', { id: lua._id, field: 'cnpj' });
  await user.type(await open(), 'Café Novo');
  await user.click(await choice('Criar Empresa'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Criar Empresa' }));
  expect(dialog.getByLabelText('Nome')).toHaveValue('Café Novo');
  const cnpj = dialog.getByLabelText('CNPJ');
  const create = dialog.getByRole('button', { name: 'Criar Empresa' });
  await user.type(cnpj, '11222333000180');
  expect(cnpj).toHaveValue('11.222.333/0001-80');
  await user.click(create);
  expect(await dialog.findByText('Este CNPJ não é válido. Confira os 14 caracteres.')).toBeVisible();
  expect(server.count(createContactCompany)).toBe(0);

  await user.clear(cnpj);
  await user.type(cnpj, '12abc34501de35');
  await user.type(dialog.getByLabelText('Segmento'), 'Alimentação');
  await user.click(create);
  expect(await dialog.findByText('Já existe uma empresa com esse CNPJ nesta unidade.')).toBeVisible();
  expect(cnpj).toHaveFocus();

  server.on(createContactCompany)(({ body }) => ({ ...body, _id: nova._id, created_at: '2026-11-20T12:00:00.000Z' }));
  await user.click(create);
  expect(await screen.findByText('Empresa Café Novo criada.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Criar Empresa' })).toBeNull());
  expect(server.asked(createContactCompany).at(-1)?.body).toEqual({
    nome: 'Café Novo',
    cnpj: '12.ABC.345/01DE-35',
    segmento: 'Alimentação',
  });
  // The form of the contact around it was not sent.
  expect(server.count(updateContact)).toBe(0);
  expect(said()).toHaveTextContent('Café Novo');
  await waitFor(() => expect(panel.getByRole('button', { name: 'Editar Empresa' })).toHaveFocus());
  expect(await save()).toEqual({ _company: nova._id });
});

test('the form of a new company closes alone, by Escape and by its way back', async () => {
  const { user, open, said } = await edited();
  for (const close of [
    () => user.keyboard('{Escape}'),
    () =>
      user.click(within(screen.getByRole('dialog', { name: 'Criar Empresa' })).getByRole('button', { name: 'Voltar' })),
  ]) {
    await open();
    await user.click(await choice('Criar Empresa'));
    expect(await screen.findByRole('dialog', { name: 'Criar Empresa' })).toBeVisible();
    await close();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Criar Empresa' })).toBeNull());
    expect(screen.getByRole('dialog', { name: 'Editar Contato' })).toBeVisible();
    expect(said()).toHaveTextContent('Padaria Lua');
  }
});

test("[CONTACT-08] 'Remover Empresa' clears the contact's company", async () => {
  const { user, open, said, save } = await edited();
  await open();
  await user.click(await choice('Remover Empresa'));
  expect(said()).toHaveTextContent('—');
  await open();
  await choice('Criar Empresa');
  expect(screen.queryByRole('option', { name: 'Remover Empresa', hidden: true })).toBeNull();
  expect(await save()).toEqual({ _company: null });
});

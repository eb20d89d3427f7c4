import { createContact, getContact, listContacts, updateContact } from '@escuta/contract/contacts';
import type { Contact } from '@escuta/contract/contacts';
import { listCustomFields } from '@escuta/contract/custom-fields';
import type { CustomField } from '@escuta/contract/custom-fields';
import { ContactId } from '@escuta/contract/ids';
import { screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, describe, expect, test } from 'vitest';
import { openEditor } from '#web/testing/contact-editor.ts';
import { aContact, edited } from '#web/testing/contact-samples.ts';
import { aCustomField, customFieldsOfAllTypes } from '#web/testing/custom-field-samples.ts';
import { openApp, signedInServer } from '#web/testing/render-app.tsx';

const values = {
  quarto: '101',
  cpf: '52998224725',
  entrada: '2026-05-17',
  cnpj: '12ABC34501DE35',
  diarias: '2.5',
  nivel: 'Prata',
};

afterEach(async () => {
  await i18next.changeLanguage('pt');
});

async function editing(fields: readonly CustomField[], changes: Partial<Contact> = {}) {
  const editor = await openEditor(aContact({ email: 'maria@exemplo.example', ...changes }), { fields });
  const { saved } = editor;
  return { ...editor, saved: async () => (await saved())['custom_fields'] };
}

describe('the custom fields of a contact', () => {
  test('[CONTACT-09] have a section of their own in the editor, where the company defines any, and only there', async () => {
    const { panel } = await editing([]);
    expect(panel.queryByText('Campos Customizados')).toBeNull();
  });

  test('[CONTACT-09, CONTACT-16] stand under the others, each with its label and an input for its type', async () => {
    const { panel, user, said, edit } = await editing(customFieldsOfAllTypes, { custom_fields: values });
    const section = within(panel.getByRole('region', { name: 'Campos Customizados' }));
    expect(section.getByRole('heading', { name: 'Campos Customizados' })).toBeVisible();
    expect(section.queryByRole('group', { name: 'Nome' })).toBeNull();
    for (const [label, text] of [
      ['Quarto', '101'],
      ['CPF do hóspede', '529.982.247-25'],
      ['Data de entrada', '17/05/2026'],
      ['CNPJ da agência', '12.ABC.345/01DE-35'],
      ['Diárias', '2,5'],
      ['Nível', 'Prata'],
    ] as const) {
      expect(section.getByRole('group', { name: label })).toHaveTextContent(text);
      expect(await edit(label)).toHaveValue(text);
      await user.keyboard('{Escape}');
    }
    const choice = await edit('Nível');
    expect(choice.tagName).toBe('SELECT');
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Não informado', 'Ouro', 'Prata']);
    await user.selectOptions(choice, 'Ouro');
    await user.keyboard('{Enter}');
    expect(said('Nível')).toHaveTextContent('Ouro');
  });

  test('[CONTACT-17] take the masks of date, CPF and CNPJ while one types, with letters in a CNPJ', async () => {
    const { write, save, saved } = await editing(customFieldsOfAllTypes);
    for (const [label, typed, masked] of [
      ['Data de entrada', '29022024', '29/02/2024'],
      ['CPF do hóspede', '52998224725', '529.982.247-25'],
      ['CNPJ da agência', '12abc34501de35', '12.ABC.345/01DE-35'],
    ] as const) {
      expect(await write(label, typed)).toHaveValue(masked);
    }
    await write('Diárias', '1.234,50');
    await save();
    expect(await saved()).toEqual({
      entrada: '2024-02-29',
      cpf: '52998224725',
      cnpj: '12ABC34501DE35',
      diarias: '1234.5',
    });
  });

  const wrong: readonly [label: string, typed: string, sentence: string][] = [
    ['CPF do hóspede', '529.982.247-26', 'CPF do hóspede é inválido'],
    ['CPF do hóspede', '529', 'CPF do hóspede é inválido'],
    ['Data de entrada', '31/02/2026', 'Data de entrada é inválido(a)'],
    ['CNPJ da agência', '11.222.333/0001-82', 'CNPJ da agência é inválido'],
    ['Diárias', 'doze', 'Escreva um número, como 1.234,5, com até 15 algarismos.'],
  ];
  test.each(wrong)(
    '[CONTACT-18, CONTACT-20, CONTACT-22, CONTACT-24, CONTACT-25] %s = %s is said before e-mail and phone, and nothing is saved',
    async (label, typed, sentence) => {
      const { server, panel, user, write, save } = await editing(customFieldsOfAllTypes);
      await write('E-mail', 'maria@');
      await write('Telefone', '12');
      await write(label, typed);
      await user.keyboard('{Enter}');
      await save();
      const field = panel.getByLabelText(label, { selector: 'input' });
      expect(field).toHaveAccessibleDescription(expect.stringContaining(sentence));
      expect(field).toHaveFocus();
      expect(panel.queryByText('Por favor, insira um e-mail válido.')).toBeNull();
      expect(screen.queryByText('Telefone Inválido')).toBeNull();
      expect(server.count(updateContact)).toBe(0);

      await write(label, '');
      await save();
      expect(await screen.findByText('Telefone Inválido')).toBeVisible();
      await save();
      expect(await panel.findByText('Por favor, insira um e-mail válido.')).toBeVisible();
      expect(panel.queryByText(sentence)).toBeNull();
      expect(server.count(updateContact)).toBe(0);
    },
  );

  test('[CONTACT-18] that are wrong are said before e-mail and phone are both empty', async () => {
    const { server, panel, write, save } = await editing(customFieldsOfAllTypes);
    const warning = i18next.t('contato.warning_contact_data', { ns: 'notify' });
    await write('E-mail', '');
    await write('Telefone', '');
    await write('CPF do hóspede', '529');
    await save();
    expect(panel.getByLabelText('CPF do hóspede', { selector: 'input' })).toHaveFocus();
    expect(screen.queryByText(warning)).toBeNull();
    await write('CPF do hóspede', '');
    await save();
    expect(await screen.findByText(warning)).toBeVisible();
    expect(server.count(updateContact)).toBe(0);
  });

  test('[CONTACT-25] the first of those that are wrong takes the focus', async () => {
    const { panel, write, save } = await editing(customFieldsOfAllTypes);
    await write('CNPJ da agência', '1');
    await write('Data de entrada', '1');
    await save();
    expect(panel.getByLabelText('Data de entrada', { selector: 'input' })).toHaveFocus();
    expect(panel.getByText('CNPJ da agência é inválido')).toBeVisible();
  });

  test('[CONTACT-20] that are required ask to be filled: a CPF is invalid when it is empty, another one is missing', async () => {
    const required = [
      aCustomField({ place: 1, required: true }),
      aCustomField({ place: 2, internal_name: 'cpf', label: 'CPF', type: 'cpf', required: true }),
      aCustomField({
        place: 3,
        internal_name: 'nivel',
        label: 'Nível',
        type: 'select',
        options: ['Ouro'],
        required: true,
      }),
    ];
    const { server, panel, pencil, said, save } = await editing([
      ...required,
      aCustomField({ place: 4, internal_name: 'mesa', label: 'Mesa' }),
    ]);
    for (const { label } of required) expect(said(label)).toHaveTextContent(`${label} *`);
    expect(said('Mesa')).not.toHaveTextContent('*');
    await save();
    const first = panel.getByLabelText(/^Quarto/, { selector: 'input' });
    expect(first).toHaveAccessibleDescription('Preencha este campo.');
    expect(first).toHaveFocus();
    // Those that are not open say it too.
    expect(pencil('CPF')).toHaveAccessibleDescription('CPF é inválido');
    expect(pencil('Nível')).toHaveAccessibleDescription('Preencha este campo.');
    expect(server.count(updateContact)).toBe(0);
  });

  test('are sent where they were changed, and cleared where nothing stands any more', async () => {
    const gone = { ...values, nivel: 'Bronze', outro: 'de um campo excluído' };
    const { edit, write, save, saved } = await editing(customFieldsOfAllTypes, { custom_fields: gone });
    // An option that was taken away is still held.
    expect(await edit('Nível')).toHaveValue('Bronze');
    await write('Quarto', '');
    await write('Diárias', '3');
    await save();
    expect(await saved()).toEqual({ quarto: null, diarias: '3' });
  });

  test('of a new contact are sent with it, and what the server says of one stands at it', async () => {
    const server = signedInServer();
    server.on(listContacts)(() => ({ data: [], total: 0 }));
    server.on(listCustomFields)(() => ({ data: [...customFieldsOfAllTypes] }));
    server.refuse(createContact, 'CUSTOM_FIELD_NOT_VALID', {
      field: 'nivel',
      label: 'Nível',
      problem: 'optionUnknown',
    });
    const { user } = openApp('/contatos');
    await user.click((await screen.findAllByRole('button', { name: 'Criar contato' }))[0]!);
    const panel = within(await screen.findByRole('dialog'));
    await user.type(await panel.findByLabelText('Nome'), 'Rita');
    await user.type(panel.getByLabelText('E-mail'), 'rita@exemplo.example');
    await user.selectOptions(panel.getByLabelText('Nível'), 'Ouro');
    await user.click(panel.getByRole('button', { name: 'Criar contato' }));
    await waitFor(() => expect(panel.getByLabelText('Nível')).toHaveFocus());
    expect(panel.getByLabelText('Nível')).toHaveAccessibleDescription('Escolha uma das opções.');
    expect(server.asked(createContact)[0]?.body).toMatchObject({ name: 'Rita', custom_fields: { nivel: 'Ouro' } });
  });

  test('in English have the month first and a point before the decimals', async () => {
    await i18next.changeLanguage('en');
    const { said, write, save, saved } = await editing(customFieldsOfAllTypes, { custom_fields: values });
    expect(said('Data de entrada')).toHaveTextContent('05/17/2026');
    expect(said('Diárias')).toHaveTextContent('2.5');
    await write('Data de entrada', '12312026');
    await write('Diárias', '1,234.5');
    await save();
    expect(await saved()).toEqual({ entrada: '2026-12-31', diarias: '1234.5' });
  });

  test('that could not be read keep the form away, and are asked for again', async () => {
    const server = signedInServer();
    server.on(listContacts)(() => ({ data: [aContact()], total: 1 }));
    server.on(getContact)(() => edited(aContact()));
    server.refuse(listCustomFields, 'INTERNAL_ERROR');
    const { user } = openApp('/contatos');
    await user.click(await screen.findByRole('button', { name: 'Maria da Silva' }));
    const panel = within(await screen.findByRole('dialog'));
    await panel.findByText('Não foi possível carregar', undefined, { timeout: 5_000 });
    server.on(listCustomFields)(() => ({ data: [...customFieldsOfAllTypes] }));
    await user.click(panel.getByRole('button', { name: 'Tentar de novo' }));
    expect(await panel.findByRole('group', { name: 'Quarto' })).toBeVisible();
  });
});

describe('the custom fields in the list of contacts and on the page of one', () => {
  const contact = aContact({ custom_fields: { ...values, cpf: '***', entrada: '***' } });
  const other = aContact({ _id: ContactId.parse('019a9f3e-0000-7000-8000-00000000000b'), name: 'João Prado' });

  test('[PEOPLE-01] are columns that one may choose, in the order of the company', async () => {
    const server = signedInServer('readonly');
    server.on(listContacts)(() => ({ data: [contact, other], total: 2 }));
    server.on(listCustomFields)(() => ({ data: [...customFieldsOfAllTypes] }));
    const { user } = openApp('/contatos');
    await screen.findByText('Maria da Silva');
    expect(screen.queryByRole('columnheader', { name: 'Diárias' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Exibir' }));
    const names = (await screen.findAllByRole('menuitemcheckbox', { hidden: true })).map((item) => item.textContent);
    expect(names.slice(-6)).toEqual(customFieldsOfAllTypes.map(({ label }) => label));
    for (const name of ['Diárias', 'CNPJ da agência', 'CPF do hóspede', 'Data de entrada'])
      await user.click(screen.getByRole('menuitemcheckbox', { name, hidden: true }));
    const row = screen.getByText('Maria da Silva').closest('tr')!;
    expect(within(row).getByText('2,5')).toBeVisible();
    expect(within(row).getByText('12.ABC.345/01DE-35')).toBeVisible();
    // Masked by the server, for whoever may not identify people.
    expect(within(row).getAllByText('***')).toHaveLength(2);
    expect(screen.getByText('João Prado').closest('tr')).not.toHaveTextContent('2,5');
  });

  test('[PRIVACY-21] are facts of the page of a contact, masked as the server gives them', async () => {
    const server = signedInServer('readonly');
    server.on(getContact)(() => edited(contact));
    server.on(listCustomFields)(() => ({ data: [...customFieldsOfAllTypes] }));
    openApp(`/contatos/${contact._id}`);
    const fact = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).nextElementSibling;
    expect(await fact('CPF do hóspede')).toHaveTextContent('***');
    expect(await fact('CNPJ da agência')).toHaveTextContent('12.ABC.345/01DE-35');
    expect(await fact('Nível')).toHaveTextContent('Prata');
  });
});

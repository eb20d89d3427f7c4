import { getContact, listContacts, revealContactValue, updateContact } from '@escuta/contract/contacts';
import { ContactId } from '@escuta/contract/ids';
import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, describe, expect, test } from 'vitest';
import { aContact, edited } from '#web/testing/contact-samples.ts';
import { aCustomField } from '#web/testing/custom-field-samples.ts';
import { editorIn, editorServer, openEditor } from '#web/testing/contact-editor.ts';
import { openApp } from '#web/testing/render-app.tsx';

const maria = aContact({ email: 'maria@exemplo.example', birthday: '1990-05-17' });
const other = aContact({ _id: ContactId.parse('019a9f3e-0000-7000-8000-00000000000b'), name: 'João Prado' });

afterEach(async () => {
  await i18next.changeLanguage('pt');
});

const notice = (text: string) => screen.findByText(text);

/** The editor of Maria, once it was closed. */
async function openAgain({ server, user }: Pick<Awaited<ReturnType<typeof openEditor>>, 'server' | 'user'>) {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Maria da Silva' }));
  const element = await screen.findByRole('dialog', { name: 'Editar Contato' });
  await within(element).findByRole('button', { name: 'Salvar Alterações' });
  return editorIn(element, user, server);
}

describe('the editor of a contact', () => {
  test('[CONTACT-02, CONTACT-03, CONTACT-13] says initials, masked name and the day of its creation', async () => {
    // Late in the evening of the unit, which is the next day in UTC.
    const { panel, said } = await openEditor({ ...maria, created_at: '2026-03-02T01:30:00.000Z' });
    expect(panel.getByText('MS')).toBeInTheDocument();
    expect(panel.getAllByText('Ma*** da Si***')).toHaveLength(2);
    expect(panel.getByText('Criado em 01/03/2026')).toBeVisible();
    expect(said('E-mail')).toHaveTextContent('ma***@ex***.example');
    expect(said('Telefone')).toHaveTextContent('+55 11 9****-**21');
    for (const value of ['Maria da Silva', 'maria@exemplo.example', '98765'])
      expect(panel.queryByText(value, { exact: false })).toBeNull();
  });

  test.each([
    ['Ivo Prado Lima', 'IL'],
    ['Ana Kept', 'AK'],
    ['G', 'G'],
    ['joão da silva', 'JS'],
  ])('[CONTACT-02] the initials of %s are those of the name, not of its mask', async (name, initials) => {
    const { panel, write, user } = await openEditor({ ...maria, name });
    expect(panel.getByText(initials)).toBeInTheDocument();
    await write('Nome', 'Bruno de Souza');
    await user.keyboard('{Enter}');
    expect(panel.getByText('BS')).toBeInTheDocument();
  });

  test("[CONTACT-04] has the section 'Informações do Contato' with Nome, E-mail, Telefone and Empresa", async () => {
    const { panel } = await openEditor(maria);
    const section = within(panel.getByRole('region', { name: 'Informações do Contato' }));
    expect(section.getByRole('heading', { name: 'Informações do Contato' })).toBeVisible();
    const fields = section.getAllByRole('group').map((group) => group.querySelector('[id]')?.textContent);
    expect(fields).toEqual(['Nome', 'E-mail', 'Telefone', 'Data de nascimento', 'Empresa']);
    expect(section.queryByRole('textbox')).toBeNull();
  });

  test('[CONTACT-05] Telefone stands beside the flag of its country; a number without a code is one of +55', async () => {
    const { user, panel, said, write, edit } = await openEditor({ ...maria, tel: null });
    expect(within(said('Telefone')).queryByRole('img')).toBeNull();
    await edit('Telefone');
    expect(await panel.findByRole('img', { name: 'Brasil' })).toHaveAttribute('src', expect.stringContaining('BR'));
    expect(panel.getByText('+55')).toBeVisible();
    await write('Telefone', '+54 9 11 2345-6789');
    expect(await panel.findByRole('img', { name: 'Argentina' })).toHaveAttribute('src', expect.stringContaining('AR'));
    expect(panel.queryByText('+55')).toBeNull();
    await user.keyboard('{Enter}');
    expect(await within(said('Telefone')).findByRole('img', { name: 'Argentina' })).toBeVisible();
  });

  test('[CONTACT-05] the flag of a masked number is that of the number', async () => {
    const { server, user, element } = await openEditor(maria);
    expect(await within(element).findByRole('img', { name: 'Brasil' })).toBeVisible();
    await user.keyboard('{Escape}');
    const { customer, name } = edited(maria);
    server.on(getContact)(() => ({ customer: { ...customer, tel: '+1 ****-**23', tel_country: 'CA' }, name }));
    await user.click(screen.getByRole('button', { name: 'Maria da Silva' }));
    expect(await screen.findByRole('img', { name: 'Canadá' })).toHaveAttribute('src', expect.stringContaining('CA'));
  });

  test('[CONTACT-10, CONTACT-11] a field is edited where it stands after a press on its pencil, until Enter', async () => {
    const { server, user, panel, pencil, said, edit } = await openEditor(maria);
    expect(panel.queryByLabelText('Nome', { selector: 'input' })).toBeNull();
    const input = await edit('Nome');
    expect(input).toHaveValue('Maria da Silva');
    expect(input).toHaveFocus();
    expect(server.asked(revealContactValue)).toMatchObject([{ params: { id: maria._id }, body: { field: 'name' } }]);
    await user.type(input, ' Souza{Enter}');
    expect(said('Nome')).toHaveTextContent('Maria da Silva Souza');
    expect(pencil('Nome')).toHaveFocus();
    expect(server.count(updateContact)).toBe(0);
    // What is known by now is not asked for again.
    expect(await edit('Nome')).toHaveValue('Maria da Silva Souza');
    expect(server.count(revealContactValue)).toBe(1);
  });

  test('[CONTACT-11] a field that loses the focus is text again, and another one is edited', async () => {
    const { user, panel, said, edit, pencil } = await openEditor(maria);
    await user.type(await edit('Nome'), '!');
    await user.tab();
    expect(said('Nome')).toHaveTextContent('Maria da Silva!');
    await edit('Nome');
    await edit('Data de nascimento');
    expect(panel.getAllByRole('textbox')).toHaveLength(1);
    await user.click(panel.getByText('Informações do Contato'));
    expect(panel.queryByRole('textbox')).toBeNull();
    expect(said('Data de nascimento')).toHaveTextContent('17/05/1990');
    expect(pencil('Data de nascimento')).not.toHaveFocus();
  });

  test('[CONTACT-13] what was looked at and left as it was is masked again, and never saved', async () => {
    const { user, said, edit, save, saved } = await openEditor(maria);
    for (const [label, value] of [
      ['Nome', 'Maria da Silva'],
      ['E-mail', 'maria@exemplo.example'],
      ['Telefone', '+55 11 98765-4321'],
    ] as const) {
      expect(await edit(label)).toHaveValue(value);
      await user.keyboard('{Enter}');
      expect(said(label)).not.toHaveTextContent(value);
      expect(said(label)).toHaveTextContent('***');
    }
    await save();
    expect(await saved()).toEqual({});
  });

  test('Escape takes back what was typed in the field, and leaves the panel open', async () => {
    const { user, said, edit, pencil, element } = await openEditor(maria);
    await user.type(await edit('Nome'), ' Souza{Escape}');
    expect(said('Nome')).toHaveTextContent('Ma*** da Si***');
    expect(pencil('Nome')).toHaveFocus();
    expect(element).toBeInTheDocument();
  });

  test('[CONTACT-14] spaces go from the e-mail while one types', async () => {
    const { write, save, saved } = await openEditor(maria);
    expect(await write('E-mail', ' nova maria @ exemplo.example')).toHaveValue('novamaria@exemplo.example');
    await save();
    expect(await saved()).toEqual({ email: 'novamaria@exemplo.example' });
  });

  test('says when a value could not be shown, and shows it the next time', async () => {
    const { server, user, panel, pencil, edit } = await openEditor(maria);
    server.refuse(revealContactValue, 'INTERNAL_ERROR');
    await user.click(pencil('E-mail'));
    expect(await screen.findByText(/Houve um erro|Algo deu errado|erro/i)).toBeVisible();
    expect(panel.queryByRole('textbox')).toBeNull();
    expect(pencil('E-mail')).toHaveFocus();
    server.on(revealContactValue)(() => ({ value: 'maria@exemplo.example' }));
    expect(await edit('E-mail')).toHaveValue('maria@exemplo.example');
  });
});

describe('opening and closing the editor', () => {
  test('[CONTACT-31] it goes from loading to shown, and begins with loading again after it was closed', async () => {
    const { server, user, element } = await openEditor(maria);
    expect(element.querySelector('[aria-busy="true"]')).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Maria da Silva' })).toHaveFocus();
    const answer = Promise.withResolvers<ReturnType<typeof edited>>();
    server.on(getContact)(() => answer.promise);
    await user.click(screen.getByRole('button', { name: 'Maria da Silva' }));
    const panel = await screen.findByRole('dialog', { name: 'Editar Contato' });
    expect(panel.querySelector('[aria-busy="true"]')).not.toBeNull();
    expect(within(panel).queryByRole('button', { name: 'Salvar Alterações' })).toBeNull();
    answer.resolve(edited(maria));
    expect(await within(panel).findByRole('button', { name: 'Salvar Alterações' })).toBeVisible();
    expect(panel.querySelector('[aria-busy="true"]')).toBeNull();
  });

  test("[CONTACT-15] opening another one meanwhile warns 'Você já está editando um contato!', and changes nothing", async () => {
    const { server, user, write, said } = await openEditor(maria, { others: [other] });
    await write('Nome', 'Maria Souza');
    await user.keyboard('{Enter}');
    for (const opened of ['João Prado', 'Criar contato']) {
      expect(screen.queryByText('Você já está editando um contato!')).toBeNull();
      await user.click(screen.getByRole('button', { name: opened }));
      const warning = await notice('Você já está editando um contato!');
      expect(warning).toBeVisible();
      notifications.clean();
      await waitFor(() => expect(warning).not.toBeInTheDocument());
    }
    expect(screen.getAllByRole('dialog')).toEqual([screen.getByRole('dialog', { name: 'Editar Contato' })]);
    expect(said('Nome')).toHaveTextContent('Maria Souza');
    expect(server.asked(getContact).map(({ params }) => params['id'])).toEqual([maria._id]);
  });

  test.each([
    ['Escape', 'Editar Nome'],
    ['✕', 'Fechar'],
    ['“Voltar”', 'Voltar'],
  ])('asks before %s discards what was typed', async (how, button) => {
    const { user, write, said, panel } = await openEditor(maria);
    await write('Nome', 'Outra');
    await user.keyboard('{Enter}');
    const leave = () =>
      how === 'Escape' ? user.keyboard('{Escape}') : user.click(panel.getByRole('button', { name: button }));
    const question = () => screen.findByRole('dialog', { name: 'Descartar o que você digitou?' });
    await leave();
    await question();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Descartar/ })).toBeNull());
    expect(said('Nome')).toHaveTextContent('Outra');

    panel.getByRole('button', { name: 'Editar Nome' }).focus();
    await leave();
    await user.click(within(await question()).getByRole('button', { name: 'Descartar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Maria da Silva' })).toHaveFocus());
  });

  test('asks before another page discards what was typed, and closes unasked when nothing was', async () => {
    const { server, user, router, edit } = await openEditor(maria);
    // A value that was only looked at is nothing to lose.
    await edit('E-mail');
    await user.keyboard('{Enter}{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    const again = await openAgain({ server, user });
    await again.write('Nome', 'Outra');
    void router.navigate({ to: '/imports' });
    const question = await screen.findByRole('dialog', { name: 'Descartar o que você digitou?' });
    await user.click(within(question).getByRole('button', { name: 'Continuar editando' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Descartar/ })).toBeNull());
    expect(router.state.location.pathname).toBe('/contatos');
    expect(again.said('Nome')).toHaveTextContent('Outra');
  });
});

describe('saving a contact', () => {
  test('[CONTACT-12, CONTACT-32, CONTACT-33] saves what was changed, says so, asks for the list again and closes', async () => {
    const { server, write, save, saved } = await openEditor(maria);
    await write('Nome', 'Maria Souza');
    await save();
    expect(await saved()).toEqual({ name: 'Maria Souza' });
    expect(server.asked(updateContact)[0]?.params).toEqual({ id: maria._id });
    expect(await notice(i18next.t('customer.updated', { ns: 'notify' }))).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(server.count(listContacts)).toBe(2));
  });

  test('[CONTACT-27] warns when both phone and e-mail are empty, and saves nothing', async () => {
    const { server, user, write, save } = await openEditor(maria);
    await write('E-mail', '');
    await save();
    await waitFor(() => expect(server.count(updateContact)).toBe(1));
    const again = await openAgain({ server, user });
    await again.write('E-mail', '');
    await again.write('Telefone', '');
    await again.save();
    expect(await notice(i18next.t('contato.warning_contact_data', { ns: 'notify' }))).toBeVisible();
    expect(server.count(updateContact)).toBe(1);
  });

  test.each([
    ['that cannot be one', '11 98765', 0],
    ['that the server does not take', '11 28765-4321', 1],
  ])("[CONTACT-30] a phone %s is cleared, and 'Telefone Inválido' warned", async (_what, typed, asked) => {
    const { server, panel, write, save } = await openEditor(maria);
    server.refuse(updateContact, 'PHONE_NOT_VALID');
    await write('Telefone', typed);
    await save();
    expect(await notice('Telefone Inválido')).toBeVisible();
    expect(server.count(updateContact)).toBe(asked);
    const field = panel.getByLabelText('Telefone', { selector: 'input' });
    expect(field).toHaveValue('');
    expect(field).toHaveFocus();
    expect(screen.getByRole('dialog', { name: 'Editar Contato' })).toBeVisible();
  });

  test.each(['{Escape}', '{Enter}', '{Tab}'])(
    '[CONTACT-30] the number that is stored comes back into a phone that was cleared, by %s, and stays saved',
    async (key) => {
      const { user, said, edit, save, saved } = await openEditor(maria);
      await user.type(await edit('Telefone'), '{Control>}a{/Control}12{Enter}');
      await save();
      expect(await edit('Telefone')).toHaveValue('');
      await user.keyboard(key);
      expect(said('Telefone')).toHaveTextContent('+55 11 9****-**21');
      await save();
      expect(await saved()).toEqual({});
    },
  );

  test('[CONTACT-30] a phone that was cleared is not taken away by saving again; one that somebody empties is', async () => {
    const { server, user, write, edit, save, saved } = await openEditor(maria);
    await write('Telefone', '12');
    await save();
    expect(await edit('Telefone')).toHaveValue('');
    await save();
    expect(await saved()).toEqual({});

    const again = await openAgain({ server, user });
    await again.write('Telefone', '12');
    await again.save();
    await user.keyboard('1{Backspace}{Enter}');
    expect(again.said('Telefone')).toHaveTextContent('—');
    await again.save();
    await waitFor(() => expect(server.asked(updateContact)[1]?.body).toEqual({ tel: null }));
  });

  test.each([
    ['E-mail', 'maria@', 'ma***@ex***.example'],
    ['Nome', ' ', 'Ma*** da Si***'],
    ['Data de nascimento', '31/02/1990', '17/05/1990'],
    ['CPF', '529', '529.982.247-25'],
  ])('Escape in %s, which opened because it is wrong, brings back what is stored', async (label, typed, stored) => {
    const fields = [aCustomField({ place: 1, internal_name: 'cpf', label: 'CPF', type: 'cpf' })];
    const contact = { ...maria, custom_fields: { cpf: '52998224725' } };
    const { server, user, said, write, edit, save, saved } = await openEditor(contact, { fields });
    await write(label, typed);
    await user.keyboard('{Enter}');
    await save();
    expect(server.count(updateContact)).toBe(0);
    expect(await edit(label)).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(said(label)).toHaveTextContent(stored);
    await save();
    expect(await saved()).toEqual({});
  });

  test("[CONTACT-34, CONTACT-35] a 409 says that there are duplicates, with the link 'Ver Contato' to the other one", async () => {
    const { server, user, router, panel, write, save } = await openEditor(maria);
    server.refuse(updateContact, 'CONTACT_EXISTS', { id: other._id, field: 'tel' });
    await write('Telefone', '11 91234-5678');
    await save();
    const alert = await panel.findByRole('alert');
    expect(alert).toHaveTextContent('Não foi possível atualizar o contato, dados duplicados');
    const link = within(alert).getByRole('link', { name: 'Ver Contato' });
    expect(link).toHaveAttribute('href', `/contatos/${other._id}`);
    expect(link).toHaveFocus();
    server.on(getContact)(() => edited(other));
    await user.click(link);
    await user.click(
      within(await screen.findByRole('dialog', { name: /^Descartar/ })).getByRole('button', { name: 'Descartar' }),
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'João Prado' })).toBeVisible();
    expect(router.state.location.pathname).toBe(`/contatos/${other._id}`);
  });

  test('opens the field that is wrong, and says what is wrong with it', async () => {
    const { server, user, panel, write, save } = await openEditor(maria);
    await write('E-mail', 'maria@');
    await user.keyboard('{Enter}');
    await save();
    const field = panel.getByLabelText('E-mail', { selector: 'input' });
    expect(field).toHaveFocus();
    expect(field).toHaveAccessibleDescription(/Por favor, insira um e-mail válido/);
    expect(server.count(updateContact)).toBe(0);
  });

  test('puts what the server says of a field at that field, which opens', async () => {
    const { server, panel, user, write, save } = await openEditor(maria);
    server.refuse(updateContact, 'FIELD_NOT_VALID', { field: 'birthday' });
    await write('Data de nascimento', '18/05/1990');
    await user.keyboard('{Enter}');
    await save();
    const field = await panel.findByLabelText('Data de nascimento', { selector: 'input' });
    await waitFor(() => expect(field).toHaveAccessibleDescription(/Informe uma data que exista/));
    expect(field).toHaveFocus();
  });

  test('in English a birthday is written and read with the month first', async () => {
    await i18next.changeLanguage('en');
    const { said, write, save, saved } = await openEditor(maria);
    expect(said('Date of birth')).toHaveTextContent('05/17/1990');
    await write('Date of birth', '7/5/91');
    await save();
    expect(await saved()).toEqual({ birthday: '1991-07-05' });
  });
});

test('[PERMS-14] who is narrowed to one value cannot give a contact another one', async () => {
  const fields = [
    aCustomField({ place: 1, internal_name: 'loja', label: 'Loja' }),
    aCustomField({ place: 2, internal_name: 'mesa', label: 'Mesa' }),
  ];
  const contact = { ...maria, custom_fields: { loja: 'Centro', mesa: '12' } };
  const narrowedTo = { internal_name: 'loja', label: 'Loja', value: 'Centro' };
  const { panel, pencil } = await openEditor(contact, { fields, role: 'pdv', narrowedTo });
  expect(pencil('Mesa')).toBeVisible();
  expect(panel.getByText('Centro')).toBeVisible();
  expect(panel.queryByRole('button', { name: 'Editar Loja' })).toBeNull();
});

describe('sensitive custom fields', () => {
  const fields = [
    aCustomField({ place: 1 }),
    aCustomField({ place: 2, internal_name: 'alergia', label: 'Alergia', sensitive: true }),
    aCustomField({ place: 3, internal_name: 'documento', label: 'Documento', sensitive: true }),
  ];
  const known = { ...maria, custom_fields: { quarto: '101', alergia: '***' } };
  const hidden = { alergia: 'Amendoim' };

  test.each(['own', 'adm', 'acmng', 'ana'] as const)('[PRIVACY-21] are shown one at a time to %s', async (role) => {
    const { server, user, said, edit, save, saved, write } = await openEditor(known, { fields, role, hidden });
    expect(said('Alergia')).toHaveTextContent('***');
    expect(await edit('Alergia')).toHaveValue('Amendoim');
    expect(server.asked(revealContactValue)).toMatchObject([{ body: { custom_field: 'alergia' } }]);
    await user.keyboard('{Enter}');
    expect(said('Alergia')).toHaveTextContent('***');
    await write('Quarto', '202');
    await save();
    expect(await saved()).toEqual({ custom_fields: { quarto: '202' } });
  });

  test('are not shown to pdv, who may write where nothing stands yet', async () => {
    const { server, said, panel, write, save, saved } = await openEditor(known, { fields, role: 'pdv', hidden });
    expect(said('Alergia')).toHaveTextContent('***');
    expect(panel.queryByRole('button', { name: 'Editar Alergia' })).toBeNull();
    await write('Documento', 'Nenhuma');
    await save();
    expect(await saved()).toEqual({ custom_fields: { documento: 'Nenhuma' } });
    expect(server.count(revealContactValue)).toBe(0);
  });
});

describe('[PEOPLE-03] the page of a contact', () => {
  test('shows the editor in its side to who may edit, which saves, and masks again what was typed', async () => {
    const server = editorServer(maria);
    const { user } = openApp(`/contatos/${maria._id}`);
    const aside = await screen.findByRole('complementary', { name: 'Editar Contato' });
    await within(aside).findByRole('button', { name: 'Salvar Alterações' });
    const { write, save, said } = editorIn(aside, user, server);
    const { customer } = edited(maria);
    server.on(updateContact)(() => ({ customer: { ...customer, name: 'Ma*** So***' }, name: 'Maria Souza' }));
    await write('Nome', 'Maria Souza');
    await save();
    expect(await screen.findByRole('heading', { level: 1, name: 'Maria Souza' })).toBeVisible();
    expect(said('Nome')).toHaveTextContent('Ma*** So***');
    expect(within(aside).getByRole('heading', { name: 'Editar Contato' })).toHaveFocus();
    expect(within(aside).queryByRole('button', { name: 'Voltar' })).toBeNull();
  });

  test('asks before it is left with something typed', async () => {
    const server = editorServer(maria);
    const { user, router } = openApp(`/contatos/${maria._id}`);
    const aside = await screen.findByRole('complementary', { name: 'Editar Contato' });
    await within(aside).findByRole('button', { name: 'Salvar Alterações' });
    await editorIn(aside, user, server).write('Nome', 'Maria Souza');
    void router.navigate({ to: '/contatos' });
    await user.click(
      within(await screen.findByRole('dialog', { name: /^Descartar/ })).getByRole('button', { name: /^Continuar/ }),
    );
    expect(router.state.location.pathname).toBe(`/contatos/${maria._id}`);
  });

  test.each(['readonly', 'notesonly'] as const)('shows no editor to %s', async (role) => {
    editorServer(maria, { role });
    openApp(`/contatos/${maria._id}`);
    expect(await screen.findByText('+55 11 9****-**21')).toBeVisible();
    expect(screen.queryByRole('complementary', { name: 'Editar Contato' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Editar/ })).toBeNull();
  });
});

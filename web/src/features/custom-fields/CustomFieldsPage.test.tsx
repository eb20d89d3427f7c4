import {
  changeCustomField,
  createCustomField,
  deleteCustomField,
  getCustomFieldUse,
  listCustomFields,
  orderCustomFields,
} from '@escuta/contract/custom-fields';
import type { CustomField } from '@escuta/contract/custom-fields';
import { listSurveysNaming } from '@escuta/contract/surveys';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aCustomField, customFieldsOfAllTypes } from '#web/testing/custom-field-samples.ts';
import { surveyId } from '#web/testing/test-survey.ts';
import { openApp, signedInServer } from '#web/testing/render-app.tsx';

const level = aCustomField({
  place: 1,
  internal_name: 'nivel',
  label: 'Nível do clube',
  type: 'select',
  options: ['Ouro', 'Prata'],
  required: true,
});
const allergy = aCustomField({ place: 2, internal_name: 'alergia', label: 'Alergia', sensitive: true });
const visit = aCustomField({ place: 3, internal_name: 'visita', label: 'Última visita', type: 'date' });
const three = [level, allergy, visit];

function atFields(fields: readonly CustomField[] = three, holders = 0, naming: readonly string[] = []) {
  let current = [...fields];
  const server = signedInServer();
  const placed = () => current.map((field, index) => ({ ...field, place: index + 1 }));
  server.on(listCustomFields)(() => ({ data: placed() }));
  server.on(getCustomFieldUse)(() => ({ contacts: holders }));
  server.on(listSurveysNaming)(() => ({ data: naming.map((title) => ({ _id: surveyId, title })) }));
  server.on(createCustomField)(({ body }) => {
    const created = aCustomField({ ...body, place: current.length + 1 });
    current = [...current, created];
    return created;
  });
  // Before the route that any id fits.
  server.on(orderCustomFields)(({ body }) => {
    current = body.ids.map((id) => current.find(({ _id }) => _id === id)!);
    return { data: placed() };
  });
  server.on(changeCustomField)(({ params, body }) => {
    current = current.map((field) => (field._id === params['id'] ? { ...field, ...body } : field));
    return placed().find(({ _id }) => _id === params['id'])!;
  });
  server.on(deleteCustomField)(({ params }) => {
    current = current.filter(({ _id }) => _id !== params['id']);
    return { ok: true };
  });
  return { server, ...openApp('/settings/custom-fields') };
}

const labels = async () => {
  await screen.findAllByRole('button', { name: /^Mover/ });
  const rows = screen.getAllByRole('row').slice(1);
  return rows.map((row) => within(row).getAllByRole('button')[0]!.textContent);
};
const rowOf = (label: string) => screen.findByRole('row', { name: new RegExp(`^${label}`) });
const act = async (user: ReturnType<typeof atFields>['user'], label: string, action: string) => {
  await user.click(await screen.findByRole('button', { name: `Ações de ${label}` }));
  const items = await screen.findAllByRole('menuitem', { name: action, hidden: true });
  await user.click(items.find((item) => item.closest('tr')?.textContent.startsWith(label))!);
};

describe('the custom fields of the company', () => {
  test('[PEOPLE-08, SETTING-01] stand in their order, each with what it is', async () => {
    atFields();
    expect(await screen.findByRole('heading', { level: 1, name: 'Campos customizados' })).toBeVisible();
    expect(await rowOf('Nível do clube')).toHaveTextContent(/nivelSeleção, 2 opçõesObrigatório/);
    expect(await rowOf('Alergia')).toHaveTextContent(/alergiaTextoSensível/);
    expect(await rowOf('Última visita')).toHaveTextContent(/visitaData/);
    expect(await labels()).toEqual(['Nível do clube', 'Alergia', 'Última visita']);
  });

  test('say why there are none, and how to begin', async () => {
    const { user } = atFields([]);
    expect(await screen.findByText('Nenhum campo customizado ainda')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Criar campo' }).at(-1)!);
    expect(await screen.findByRole('dialog', { name: 'Criar campo' })).toBeVisible();
  });

  test('say what failed, and try again', async () => {
    const server = signedInServer();
    server.refuse(listCustomFields, 'INTERNAL_ERROR');
    const { user } = openApp('/settings/custom-fields');
    await screen.findByText('Não foi possível carregar', undefined, { timeout: 5_000 });
    server.on(listCustomFields)(() => ({ data: three }));
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await rowOf('Alergia')).toBeVisible();
  });

  test.each(['ana', 'pdv', 'readonly', 'notesonly'] as const)('open for nobody like %s', async (role) => {
    const server = signedInServer(role);
    const { router } = openApp('/settings/custom-fields');
    await waitFor(() => expect(router.state.status).toBe('idle'));
    expect(screen.queryByRole('heading', { name: 'Campos customizados' })).toBeNull();
    expect(server.count(listCustomFields)).toBe(0);
  });

  test('[SETTING-06] are found from the search of the settings by what they are about', async () => {
    signedInServer();
    const { user } = openApp('/settings');
    await user.type(await screen.findByLabelText('Buscar configuração'), 'cnpj');
    expect(await screen.findByRole('link', { name: /Campos customizados/ })).toHaveAttribute(
      'href',
      '/settings/custom-fields',
    );
  });
});

describe('defining a custom field', () => {
  async function creating(fields: readonly CustomField[] = three) {
    const app = atFields(fields);
    await rowOf(fields[0]!.label);
    await app.user.click(screen.getByRole('button', { name: 'Criar campo' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Criar campo' }));
    return { ...app, panel, save: () => app.user.click(panel.getByRole('button', { name: 'Criar campo' })) };
  }

  test('[PEOPLE-11] takes a choice with its options, and an internal name from its label that no other has', async () => {
    const { server, user, panel, save } = await creating();
    await user.type(panel.getByLabelText('Nome do campo'), 'Nível?');
    expect(panel.getByLabelText('Nome interno')).toHaveValue('nivel_2');
    await user.selectOptions(panel.getByLabelText('Tipo'), 'Seleção');
    await user.type(panel.getByLabelText('Opções'), ' Frequente {Enter}{Enter}Ocasional');
    await user.click(panel.getByLabelText('Obrigatório'));
    await user.click(panel.getByLabelText('Sensível'));
    await save();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.asked(createCustomField)[0]?.body).toEqual({
      label: 'Nível?',
      internal_name: 'nivel_2',
      type: 'select',
      options: ['Frequente', 'Ocasional'],
      required: true,
      sensitive: true,
      searchable: false,
    });
    expect(await rowOf('Nível\\?')).toHaveTextContent('Seleção, 2 opções');
  });

  test('an internal name of one’s own stays when the label goes on, and options are of a choice alone', async () => {
    const { server, user, panel, save } = await creating();
    expect(panel.queryByLabelText('Opções')).toBeNull();
    await user.type(panel.getByLabelText('Nome do campo'), 'Data');
    await user.clear(panel.getByLabelText('Nome interno'));
    await user.type(panel.getByLabelText('Nome interno'), 'entrada');
    await user.type(panel.getByLabelText('Nome do campo'), ' de entrada');
    await user.selectOptions(panel.getByLabelText('Tipo'), 'Seleção');
    await user.type(panel.getByLabelText('Opções'), 'x');
    await user.selectOptions(panel.getByLabelText('Tipo'), 'Data');
    await save();
    await waitFor(() => expect(server.count(createCustomField)).toBe(1));
    expect(server.asked(createCustomField)[0]?.body).toMatchObject({
      label: 'Data de entrada',
      internal_name: 'entrada',
      type: 'date',
      options: [],
    });
  });

  test('says what is wrong, at its field, and asks nobody', async () => {
    const { server, user, panel, save } = await creating();
    await save();
    expect(panel.getByLabelText('Nome do campo')).toHaveFocus();
    expect(panel.getByLabelText('Nome do campo')).toHaveAccessibleDescription('Preencha este campo.');
    expect(panel.getByText(/^Use letras minúsculas sem acento/)).toBeVisible();
    await user.type(panel.getByLabelText('Nome do campo'), 'Nível');
    await user.clear(panel.getByLabelText('Nome interno'));
    await user.type(panel.getByLabelText('Nome interno'), 'email');
    await user.selectOptions(panel.getByLabelText('Tipo'), 'Seleção');
    await user.type(panel.getByLabelText('Opções'), 'Ouro{Enter}ouro');
    await save();
    expect(panel.getByText(/^Use letras minúsculas sem acento/)).toBeVisible();
    expect(panel.getByText(/^Informe de 1 a 100 opções diferentes/)).toBeVisible();
    expect(server.count(createCustomField)).toBe(0);
  });

  test('puts what the server refuses at its field, and says where the company has as many as it can', async () => {
    const { server, user, panel, save } = await creating();
    server.refuse(createCustomField, 'CUSTOM_FIELD_EXISTS', { field: 'label' });
    await user.type(panel.getByLabelText('Nome do campo'), 'Alergia');
    await save();
    await waitFor(() => expect(panel.getByLabelText('Nome do campo')).toHaveFocus());
    expect(panel.getByText('Já existe um campo com esse nome.')).toBeVisible();
    server.refuse(createCustomField, 'CUSTOM_FIELD_STANDARD', { label: 'Nome' });
    await user.type(panel.getByLabelText('Nome do campo'), 's');
    await save();
    expect(await panel.findByText('“Nome” já é um campo de todo contato; use outro nome.')).toBeVisible();
    expect(panel.getByLabelText('Nome do campo')).toHaveFocus();
    server.refuse(createCustomField, 'TOO_MANY_CUSTOM_FIELDS', { most: 60 });
    await user.type(panel.getByLabelText('Nome do campo'), 's');
    await save();
    expect(await panel.findByRole('alert')).toHaveTextContent('Sua empresa já tem 60 campos customizados');
  });
});

describe('changing a custom field', () => {
  async function editing(label: string, holders: number) {
    const app = atFields([level, { ...allergy, searchable: true }, visit], holders);
    await app.user.click(await screen.findByRole('button', { name: label }));
    const panel = within(await screen.findByRole('dialog', { name: 'Editar campo' }));
    return { ...app, panel, save: () => app.user.click(panel.getByRole('button', { name: 'Salvar' })) };
  }

  test('keeps its internal name, and a sensitive one leaves the search', async () => {
    const { server, user, panel, save } = await editing('Alergia', 0);
    expect(panel.getByLabelText('Nome interno')).toHaveAttribute('readonly');
    await user.type(panel.getByLabelText('Nome do campo'), 's');
    await user.selectOptions(panel.getByLabelText('Tipo'), 'Número');
    await save();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.asked(changeCustomField)).toMatchObject([
      {
        params: { id: allergy._id },
        body: { label: 'Alergias', type: 'number', options: [], required: false, sensitive: true, searchable: false },
      },
    ]);
    expect(await rowOf('Alergias')).toBeVisible();
  });

  test('[PEOPLE-11] comes into the search, which follows, and stays in it while nobody says otherwise', async () => {
    const { server, user, panel, save } = await editing('Nível do clube', 0);
    const box = panel.getByLabelText('Pode ser buscado');
    expect(box).not.toBeChecked();
    expect(box).toHaveAccessibleDescription(/encontra qualquer trecho do valor/);
    await user.click(box);
    await save();
    expect(await screen.findByText(/^O campo Nível do clube foi salvo\. A busca de contatos acompanha/)).toBeVisible();
    expect(server.asked(changeCustomField)[0]?.body).toMatchObject({ searchable: true });
    expect(await rowOf('Nível do clube')).toHaveTextContent(/Obrigatório, Na busca/);
    await user.click(await screen.findByRole('button', { name: 'Nível do clube' }));
    const again = within(await screen.findByRole('dialog', { name: 'Editar campo' }));
    expect(again.getByLabelText('Pode ser buscado')).toBeChecked();
    await user.type(again.getByLabelText('Opções'), '{Enter}Bronze');
    await user.click(again.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('O campo Nível do clube foi salvo.')).toBeVisible();
    expect(server.asked(changeCustomField)[1]?.body).toMatchObject({ searchable: true });
  });

  test('[PEOPLE-11] says why the search finds no sensitive field, and no date', async () => {
    const { server, user, panel, save } = await editing('Nível do clube', 0);
    const box = () => panel.getByLabelText('Pode ser buscado');
    await user.click(box());
    await user.click(panel.getByLabelText('Sensível'));
    expect(box()).toBeDisabled();
    expect(box()).not.toBeChecked();
    expect(box()).toHaveAccessibleDescription('Um campo sensível não entra na busca de contatos.');
    await user.click(panel.getByLabelText('Sensível'));
    expect(box()).toBeChecked();
    await user.selectOptions(panel.getByLabelText('Tipo'), 'Data');
    expect(box()).toHaveAccessibleDescription('Datas não entram na busca de contatos.');
    await save();
    await waitFor(() => expect(server.count(changeCustomField)).toBe(1));
    expect(server.asked(changeCustomField)[0]?.body).toMatchObject({ type: 'date', searchable: false });
  });

  test('keeps its type while contacts hold values, and says how many', async () => {
    const { panel, user, server, save } = await editing('Nível do clube', 1_204);
    await waitFor(() => expect(panel.getByLabelText('Tipo')).toBeDisabled());
    expect(panel.getByText('O tipo não muda: 1.204 contatos têm valor neste campo.')).toBeVisible();
    await user.type(panel.getByLabelText('Opções'), '{Enter}Bronze');
    await save();
    await waitFor(() => expect(server.count(changeCustomField)).toBe(1));
    expect(server.asked(changeCustomField)[0]?.body).toMatchObject({ options: ['Ouro', 'Prata', 'Bronze'] });
  });
});

describe('the order of custom fields', () => {
  const button = (label: string, way: 'cima' | 'baixo') =>
    screen.findByRole('button', { name: `Mover ${label} para ${way}` });

  test('is changed by keyboard, one place at a press, and the focus goes along', async () => {
    const { server, user } = atFields();
    (await button('Nível do clube', 'baixo')).focus();
    await user.keyboard('{Enter}');
    expect(await labels()).toEqual(['Alergia', 'Nível do clube', 'Última visita']);
    expect(await button('Nível do clube', 'baixo')).toHaveFocus();
    expect(screen.getByText('Nível do clube está na posição 2 de 3.')).toBeInTheDocument();
    await user.keyboard('{Enter}');
    expect(await labels()).toEqual(['Alergia', 'Última visita', 'Nível do clube']);
    // It stands last: the way back is left.
    expect(await button('Nível do clube', 'baixo')).toBeDisabled();
    expect(await button('Nível do clube', 'cima')).toHaveFocus();
    await waitFor(() => expect(server.count(orderCustomFields)).toBe(2));
    expect(server.asked(orderCustomFields).map(({ body }) => body)).toEqual([
      { ids: [allergy._id, level._id, visit._id] },
      { ids: [allergy._id, visit._id, level._id] },
    ]);
  });

  test('stands as it was pressed while the server still answers the press before, and is asked for after the last', async () => {
    const { server, user } = atFields();
    let answer: (() => void) | undefined;
    server.on(orderCustomFields)(async ({ body }) => {
      if (!answer) await new Promise<void>((done) => (answer = done));
      const ordered = body.ids.map((id) => three.find(({ _id }) => _id === id)!);
      server.on(listCustomFields)(() => ({ data: ordered.map((field, index) => ({ ...field, place: index + 1 })) }));
      return { data: ordered };
    });
    await user.click(await button('Nível do clube', 'baixo'));
    await user.click(await button('Nível do clube', 'baixo'));
    expect(await labels()).toEqual(['Alergia', 'Última visita', 'Nível do clube']);
    expect(server.count(orderCustomFields)).toBe(1);
    answer?.();
    await waitFor(() => expect(server.count(orderCustomFields)).toBe(2));
    await waitFor(() => expect(server.count(listCustomFields)).toBe(2));
    expect(await labels()).toEqual(['Alergia', 'Última visita', 'Nível do clube']);
  });

  test('is not changed beyond the ends', async () => {
    atFields();
    expect(await button('Nível do clube', 'cima')).toBeDisabled();
    expect(await button('Última visita', 'baixo')).toBeDisabled();
    expect(await button('Alergia', 'cima')).toBeEnabled();
  });

  test('is that of the server again when it refuses, and says why', async () => {
    const { server, user } = atFields();
    server.refuse(orderCustomFields, 'CUSTOM_FIELDS_CHANGED');
    await user.click(await button('Última visita', 'cima'));
    expect(await screen.findByText(/Os campos customizados mudaram enquanto você os ordenava/)).toBeVisible();
    await waitFor(async () => expect(await labels()).toEqual(['Nível do clube', 'Alergia', 'Última visita']));
  });
});

describe('deleting a custom field', () => {
  test('says how many contacts lose a value, and asks', async () => {
    const { server, user } = atFields(three, 1_204);
    await act(user, 'Alergia', 'Excluir');
    const dialog = within(await screen.findByRole('dialog', { name: 'Excluir campo' }));
    expect(await dialog.findByText(/^1\.204 contatos têm valor no campo Alergia\./)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Voltar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.count(deleteCustomField)).toBe(0);

    await act(user, 'Alergia', 'Excluir');
    const again = within(await screen.findByRole('dialog', { name: 'Excluir campo' }));
    await again.findByText(/^1\.204/);
    await user.click(again.getByRole('button', { name: 'Excluir' }));
    await waitFor(async () => expect(await labels()).toEqual(['Nível do clube', 'Última visita']));
    expect(server.asked(deleteCustomField).map(({ params }) => params['id'])).toEqual([allergy._id]);
  });

  test('names the surveys that say it, also before it becomes sensitive', async () => {
    const { user } = atFields(three, 0, ['Estadia', 'Compra', 'Spa', 'Bar', 'Café']);
    const said = 'As pesquisas “Estadia”, “Compra”, “Spa” e mais 2 citam este campo e ficam sem o valor.';
    await act(user, 'Última visita', 'Excluir');
    const dialog = within(await screen.findByRole('dialog', { name: 'Excluir campo' }));
    expect(await dialog.findByText(new RegExp(said))).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Voltar' }));
    await act(user, 'Última visita', 'Editar');
    const panel = within(await screen.findByRole('dialog', { name: 'Editar campo' }));
    expect(panel.queryByText(new RegExp(said))).toBeNull();
    await user.click(panel.getByLabelText('Sensível'));
    expect(await panel.findByText(new RegExp(said))).toBeVisible();
  });

  test('waits for the surveys that name it, also before it becomes sensitive', async () => {
    const { server, user } = atFields(three, 0);
    const late = Promise.withResolvers<void>();
    server.on(listSurveysNaming)(async () => {
      await late.promise;
      return { data: [{ _id: surveyId, title: 'Estadia' }] };
    });
    await act(user, 'Última visita', 'Editar');
    const panel = within(await screen.findByRole('dialog', { name: 'Editar campo' }));
    expect(panel.getByRole('button', { name: 'Salvar' })).toBeEnabled();
    await user.click(panel.getByLabelText('Sensível'));
    expect(panel.getByRole('button', { name: 'Salvar' })).toBeDisabled();
    await user.click(panel.getByLabelText('Sensível'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    await act(user, 'Última visita', 'Excluir');
    const dialog = within(await screen.findByRole('dialog', { name: 'Excluir campo' }));
    await dialog.findByText(/^Nenhum contato tem valor/);
    await user.click(dialog.getByRole('button', { name: 'Excluir' }));
    expect(server.count(deleteCustomField)).toBe(0);
    late.resolve();
    expect(await dialog.findByText(/A pesquisa “Estadia” cita este campo/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Excluir' }));
    await waitFor(() => expect(server.count(deleteCustomField)).toBe(1));
  });

  test('says that nobody knows which surveys name it, and asks again', async () => {
    const { server, user } = atFields(three, 0);
    const unknown = /Não foi possível saber quais pesquisas citam este campo/;
    server.refuse(listSurveysNaming, 'FORBIDDEN');
    await act(user, 'Última visita', 'Editar');
    const panel = within(await screen.findByRole('dialog', { name: 'Editar campo' }));
    await user.click(panel.getByLabelText('Sensível'));
    expect(await panel.findByText(unknown)).toBeVisible();
    expect(panel.getByRole('button', { name: 'Tentar de novo' })).toBeVisible();
    expect(panel.getByRole('button', { name: 'Salvar' })).toBeEnabled();
    await user.click(panel.getByLabelText('Sensível'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    await act(user, 'Última visita', 'Excluir');
    const dialog = within(await screen.findByRole('dialog', { name: 'Excluir campo' }));
    expect(await dialog.findByText(unknown)).toBeVisible();
    server.on(listSurveysNaming)(() => ({ data: [{ _id: surveyId, title: 'Estadia' }] }));
    await user.click(dialog.getByRole('button', { name: 'Tentar de novo' }));
    expect(await dialog.findByText(/A pesquisa “Estadia” cita este campo/)).toBeVisible();
    expect(screen.getByRole('dialog', { name: 'Excluir campo' })).toContainElement(
      document.activeElement as HTMLElement,
    );
    expect(dialog.queryByText(unknown)).toBeNull();
  });

  test('says that nobody loses anything, and what it does when nobody could count', async () => {
    const { server, user } = atFields(customFieldsOfAllTypes);
    await act(user, 'Quarto', 'Excluir');
    expect(await screen.findByText(/^Nenhum contato tem valor no campo Quarto/)).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    server.refuse(getCustomFieldUse, 'FORBIDDEN');
    await act(user, 'Diárias', 'Excluir');
    expect(await screen.findByText(/^Não foi possível contar quantos contatos/)).toBeVisible();
  });
});

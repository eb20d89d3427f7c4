import { signIn, signOut } from '@escuta/contract/access';
import type { User } from '@escuta/contract/access';
import { listCustomFields } from '@escuta/contract/custom-fields';
import {
  cancelImport,
  chooseUploadLayout,
  getImport,
  startImport,
  undoImport,
  uploadContactsFile,
} from '@escuta/contract/imports';
import type { Import, ImportPreview } from '@escuta/contract/imports';
import { onlineManager } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { customFieldsOfAllTypes } from '#web/testing/custom-field-samples.ts';
import { aPreview, anImport, importId } from '#web/testing/import-samples.ts';
import { showOnTouch } from '#web/testing/phone.ts';
import { openApp, signedInServer, testUser } from '#web/testing/render-app.tsx';

afterEach(async () => {
  onlineManager.setOnline(true);
  await i18next.changeLanguage('pt');
});

const file = new File(['Nome;E-mail\n'], 'contatos.csv', { type: 'text/csv' });
const selectOf = (column: string) => screen.getByLabelText(`O que é a coluna ${column}`);

/** The importer with a file that the server has looked at. */
async function openCheck(server = signedInServer(), preview = aPreview) {
  server.on(uploadContactsFile)(() => preview);
  const app = openApp('/importer/contacts');
  await app.user.upload(await screen.findByLabelText('Escolher arquivo'), file);
  await screen.findByRole('heading', { name: 'O que encontramos' });
  return { server, ...app };
}

test('a file that somebody left unfinished is not shown to who signs in next', async () => {
  const { server, user, router } = await openCheck();
  const { href } = router.state.location;
  expect(href).toContain('uploadId=');
  const next = { ...testUser(), _id: '019a9f3e-0000-7000-8000-0000000000ff' as User['_id'] };
  server
    .on(signOut)(() => ({ ok: true }))
    .on(signIn)(() => ({ result: 1, user: next, token: 'next-token' }));
  await user.click(screen.getByRole('button', { name: 'Menu de Ana Souza' }));
  await user.click(await screen.findByText('Sair'));
  await user.type(await screen.findByLabelText('E-mail'), 'bia@aurora.example');
  await user.type(screen.getByLabelText('Senha'), 'a password{Enter}');
  await screen.findByRole('navigation', { name: 'Menu principal' });
  router.history.push(href);
  expect(await screen.findByLabelText('Escolher arquivo')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'O que encontramos' })).toBeNull();
});

describe('choosing a file', () => {
  test('sends the chosen file with the session, and shows what was found', async () => {
    const { server } = await openCheck();
    const upload = server.calls.find(({ route }) => route === 'POST /imports/uploads');
    const form = upload?.body as FormData | undefined;
    expect(form?.get('file')).toMatchObject({ name: 'contatos.csv' });
    expect(upload?.headers.get('authorization')).toBe('a-token');
    // The browser writes the type of a form itself, with its boundary.
    expect(upload?.headers.has('content-type')).toBe(false);
    expect(screen.getByLabelText('Codificação')).toHaveDisplayValue('Windows-1252 (Latin-1)');
    expect(screen.getByLabelText('Separador')).toHaveDisplayValue('ponto e vírgula ( ; )');
    expect(screen.getByText('10.412')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'O que encontramos' })).toHaveFocus();
  });

  test.each([
    ['own', '/imports'],
    ['pdv', undefined],
  ] as const)('leads %s to the list of imports, who sees it: %s', async (role, href) => {
    signedInServer(role);
    openApp('/importer/contacts');
    await screen.findByLabelText('Escolher arquivo');
    const link = within(screen.getByRole('main')).queryByRole('link', { name: 'Importações' });
    expect(link?.getAttribute('href')).toBe(href);
  });

  test('speaks of tapping where nothing can be dragged', async () => {
    showOnTouch();
    signedInServer();
    openApp('/importer/contacts');
    expect(await screen.findByText('Toque para escolher um arquivo CSV ou XLSX')).toBeVisible();
    expect(screen.queryByText(/^Arraste/)).toBeNull();
  });

  test('takes a dropped file', async () => {
    const server = signedInServer();
    server.on(uploadContactsFile)(() => aPreview);
    openApp('/importer/contacts');
    fireEvent.drop(await screen.findByLabelText('Escolher arquivo'), { dataTransfer: { files: [file] } });
    await waitFor(() => expect(screen.getByRole('heading', { name: 'O que encontramos' })).toBeVisible());
  });

  test('shows how much has left, and can be given up', async () => {
    const server = signedInServer();
    server.on(uploadContactsFile)(() => new Promise(() => {}));
    const { user } = openApp('/importer/contacts');
    await user.upload(await screen.findByLabelText('Escolher arquivo'), file);
    expect(await screen.findByRole('progressbar', { name: 'Carregando contatos.csv' })).toHaveAttribute(
      'aria-valuenow',
      '100',
    );
    expect(screen.getByText('Lendo o arquivo…')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancelar carregamento' }));
    expect(await screen.findByLabelText('Escolher arquivo')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('says beside the file why it was refused, and takes the next', async () => {
    const server = signedInServer();
    server.refuse(uploadContactsFile, 'FILE_NOT_TABLE', { kind: 'spreadsheet' });
    const { user } = openApp('/importer/contacts');
    await user.upload(await screen.findByLabelText('Escolher arquivo'), new File(['PK'], 'planilha.csv'));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('planilha.csv');
    expect(alert).toHaveTextContent(/formato que não lemos.+“Pasta de trabalho do Excel \(.xlsx\)” ou “CSV UTF-8”/);

    for (const [code, params, words] of [
      ['FILE_EMPTY', {}, /não tem linhas de dados/],
      ['FILE_NOT_TABLE', { kind: 'utf-16' }, /está em UTF-16/],
      ['FILE_NOT_TABLE', { kind: 'archive' }, /Extraia o CSV ou a planilha/],
      ['FILE_NOT_TABLE', { kind: 'binary' }, /não é uma tabela/],
      ['FILE_NOT_TABLE', { kind: 'encrypted' }, /protegida por senha/],
      ['FILE_NOT_TABLE', { kind: 'damaged' }, /danificada ou incompleta/],
      ['FILE_NOT_TABLE', { kind: 'too_large' }, /grande demais quando descompactada/],
      ['LINE_TOO_LONG', {}, /linha longa demais/],
      ['FILE_NOT_TABLE', { kind: 'markup' }, /página da web, um XML ou um JSON/],
      ['TOO_MANY_COLUMNS', { most: 200 }, /colunas demais. O limite é de 200/],
      ['TOO_MANY_ROWS', { most: 1_000_000 }, /mais de 1\.000\.000 linhas de dados\. Divida-o/],
      ['TOO_LARGE', {}, /Um CSV pode ter até 200 MB e uma planilha XLSX, até 50 MB/],
    ] as const) {
      server.refuse(uploadContactsFile, code, params);
      await user.upload(screen.getByLabelText('Escolher arquivo'), file);
      await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(words));
    }
  });

  test('says at once that there is no connection', async () => {
    signedInServer().cut(uploadContactsFile);
    const { user } = openApp('/importer/contacts');
    const field = await screen.findByLabelText('Escolher arquivo');
    onlineManager.setOnline(false);
    await user.upload(field, file);
    expect(await screen.findByRole('alert')).toHaveTextContent('Não conseguimos falar com a plataforma.');
    expect(screen.getByLabelText('Escolher arquivo')).toBeVisible();
  });

  test.each([
    ['enorme.csv', 209_715_201],
    ['Enorme.XLSX', 52_428_801],
  ])('does not send %s of more bytes than the limit of its format', async (name, size) => {
    const server = signedInServer();
    const { user } = openApp('/importer/contacts');
    const large = new File(['x'], name);
    Object.defineProperty(large, 'size', { value: size });
    await user.upload(await screen.findByLabelText('Escolher arquivo'), large);
    const limits = 'Um CSV pode ter até 200 MB e uma planilha XLSX, até 50 MB.';
    expect(await screen.findByRole('alert')).toHaveTextContent(limits);
    expect(server.count(uploadContactsFile)).toBe(0);
  });

  test.each([
    ['pt', 'CSV de até 200 MB ou planilha do Excel (XLSX) de até 50 MB, com até 1.000.000 de linhas'],
    ['es', 'CSV de hasta 200 MB o libro de Excel (XLSX) de hasta 50 MB, con hasta 1.000.000 de filas'],
    ['en', 'CSV up to 200 MB or Excel workbook (XLSX) up to 50 MB, with up to 1,000,000 rows'],
  ] as const)('says in %s how much it takes', async (language, limits) => {
    signedInServer();
    openApp('/importer/contacts');
    await screen.findByLabelText('Escolher arquivo');
    await i18next.changeLanguage(language);
    expect(await screen.findByText(limits)).toBeVisible();
  });
});

describe('checking the columns', () => {
  test('[CIMPORT-04] offers the custom fields of the company by their labels, and sends what was chosen', async () => {
    const server = signedInServer().on(listCustomFields)(() => ({ data: [...customFieldsOfAllTypes] }));
    server.on(startImport)(() => anImport(1, { status: 'pending' }));
    server.on(getImport)(() => anImport(1));
    const { user } = await openCheck(server, {
      ...aPreview,
      columns: ['Nome', 'E-mail', 'CPF'],
      mapping: ['name', 'email', 'custom:cpf'],
    });
    expect(selectOf('CPF')).toHaveDisplayValue('CPF do hóspede');
    const added = within(selectOf('CPF')).getByRole('group', { name: 'Campos customizados' });
    expect(
      within(added)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(customFieldsOfAllTypes.map(({ label }) => label));
    // The order of days is asked of a date of the company, too.
    expect(screen.queryByRole('radiogroup', { name: 'Como as datas estão escritas' })).toBeNull();
    await user.selectOptions(selectOf('CPF'), 'Data de entrada');
    expect(screen.getByRole('radiogroup', { name: 'Como as datas estão escritas' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Importar' }));
    await waitFor(() => expect(server.count(startImport)).toBe(1));
    const body = server.calls.find(({ route }) => route === 'POST /imports')?.body;
    expect(body).toMatchObject({ mapping: ['name', 'email', 'custom:entrada'] });
  });

  test('says which required field no column brings, as long as contacts are created', async () => {
    const [room, cpf, ...others] = customFieldsOfAllTypes;
    const data = [{ ...room!, required: true }, { ...cpf!, required: true }, ...others];
    const server = signedInServer().on(listCustomFields)(() => ({ data }));
    const { user } = await openCheck(server, {
      ...aPreview,
      columns: ['Nome', 'E-mail', 'CPF'],
      mapping: ['name', 'email', 'custom:cpf'],
    });
    expect(await screen.findByText(/^Nenhuma coluna traz o campo obrigatório Quarto:/)).toBeVisible();
    await user.selectOptions(selectOf('CPF'), 'Ignorar');
    expect(screen.getByText(/^Nenhuma coluna traz os campos obrigatórios Quarto, CPF do hóspede:/)).toBeVisible();
    await user.click(screen.getByRole('radio', { name: /^Só atualizar/ }));
    expect(screen.queryByText(/^Nenhuma coluna traz/)).toBeNull();
  });

  test('goes on where it was after a reload, with what was chosen', async () => {
    const { user, router, unmount, server } = await openCheck();
    await user.selectOptions(selectOf('Observação'), 'company');
    await user.click(screen.getByRole('radio', { name: /^Só criar/ }));
    unmount();

    openApp(router.state.location.href);
    await screen.findByRole('heading', { name: 'O que encontramos' });
    expect(selectOf('Observação')).toHaveValue('company');
    expect(screen.getByRole('radio', { name: /^Só criar/ })).toBeChecked();
    expect(server.count(uploadContactsFile)).toBe(1);
  });

  test('begins with the file when the browser no longer has what was found in it', async () => {
    const { router, unmount } = await openCheck();
    unmount();
    sessionStorage.clear();
    openApp(router.state.location.href);
    expect(await screen.findByLabelText('Escolher arquivo')).toBeVisible();
  });

  test('shows the first rows under the guessed mapping', async () => {
    await openCheck();
    expect(selectOf('Nome')).toHaveValue('name');
    expect(selectOf('E-mail')).toHaveValue('email');
    expect(selectOf('Observação')).toHaveValue('ignore');
    const options = within(selectOf('Nome')).getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual([
      'Nome',
      'E-mail',
      'Telefone',
      'Data de nascimento',
      'Código externo',
      'Empresa',
      'Idioma',
      'Fuso horário',
      'Etiquetas',
      'Ignorar',
    ]);
    expect(screen.getByRole('cell', { name: 'Maria da Silva' })).toBeVisible();
  });

  test('says that the mapping is the one of the last time', async () => {
    const { unmount } = await openCheck();
    const remembered = /é o da última vez que um arquivo com este cabeçalho foi importado/;
    expect(screen.queryByText(remembered)).toBeNull();
    unmount();
    await openCheck(signedInServer(), { ...aPreview, isMappingRemembered: true });
    expect(screen.getByText(remembered)).toBeVisible();
  });

  test('reads the header as a row of contacts when there is none', async () => {
    const { user } = await openCheck();
    await user.click(screen.getByLabelText('A primeira linha é o cabeçalho'));
    expect(selectOf('B')).toHaveValue('email');
    expect(screen.getByRole('cell', { name: 'Observação' })).toBeVisible();
  });

  test('reads the file again with another encoding, and keeps what the person said of its columns', async () => {
    const { server, user } = await openCheck();
    const sample = [['María da Silva', 'maria@exemplo.example', 'VIP']];
    server.on(chooseUploadLayout)(() => ({ ...aPreview, encoding: 'cp850' as const, sample }));
    await user.selectOptions(selectOf('Observação'), 'Empresa');
    await user.selectOptions(screen.getByLabelText('Codificação'), 'DOS (código de página 850)');
    expect(await screen.findByText('María da Silva')).toBeVisible();
    expect(server.asked(chooseUploadLayout)).toMatchObject([
      { params: { id: aPreview.uploadId }, body: { encoding: 'cp850', delimiter: ';' } },
    ]);
    expect(screen.getByLabelText('Codificação')).toHaveDisplayValue('DOS (código de página 850)');
    expect(selectOf('Observação')).toHaveDisplayValue('Empresa');
  });

  test('takes the columns anew from another separator, and lets nobody start meanwhile', async () => {
    const { server, user } = await openCheck();
    const columns = ['Nome;E-mail', 'Telefone'];
    const read = {
      ...aPreview,
      delimiter: ',' as const,
      columns,
      sample: [['a;b', '11']],
      mapping: ['name', 'tel'] as const,
    };
    const answer = Promise.withResolvers<void>();
    server.on(chooseUploadLayout)(() => answer.promise.then(() => ({ ...read, mapping: [...read.mapping] })));
    await user.selectOptions(screen.getByLabelText('Separador'), 'vírgula ( , )');
    expect(screen.getByLabelText('Separador')).toHaveDisplayValue('vírgula ( , )');
    expect(screen.getByRole('button', { name: 'Importar' })).toHaveAttribute('data-loading');
    answer.resolve();
    await waitFor(() => expect(selectOf('Telefone')).toHaveDisplayValue('Telefone'));
    expect(screen.queryByLabelText('O que é a coluna E-mail')).toBeNull();
    expect(screen.getByRole('button', { name: 'Importar' })).not.toHaveAttribute('data-loading');
  });

  test('says why the file cannot be read so, and goes on with how it was', async () => {
    const { server, user } = await openCheck();
    server.refuse(chooseUploadLayout, 'TOO_MANY_COLUMNS', { most: 200 });
    await user.selectOptions(screen.getByLabelText('Separador'), 'dois-pontos ( : )');
    expect(await screen.findByText(/colunas demais. O limite é de 200/)).toBeVisible();
    expect(screen.getByLabelText('Separador')).toHaveDisplayValue('ponto e vírgula ( ; )');
    expect(selectOf('E-mail')).toHaveDisplayValue('E-mail');
  });

  test('shows the sheets of a workbook instead of encoding and separator, and takes the columns of the one chosen', async () => {
    const workbook = {
      ...aPreview,
      format: 'xlsx' as const,
      encoding: null,
      delimiter: null,
      sheets: ['Loja 1', 'Loja 2'],
    };
    const { server, user } = await openCheck(signedInServer(), workbook);
    expect(screen.queryByLabelText('Codificação')).toBeNull();
    expect(screen.getByLabelText('Aba')).toHaveDisplayValue('Loja 1');
    const other = { ...workbook, sheet: 1, columns: ['A', 'B', 'C'], mapping: ['email', 'name', 'ignore'] as const };
    server.on(chooseUploadLayout)(() => ({ ...other, mapping: [...other.mapping] }));
    await user.selectOptions(screen.getByLabelText('Aba'), 'Loja 2');
    await waitFor(() => expect(selectOf('A')).toHaveValue('email'));
    expect(server.asked(chooseUploadLayout)).toMatchObject([{ body: { sheet: 1 } }]);
  });

  test('offers to write names in capitals as names, where the file has them', async () => {
    const { server, user } = await openCheck(signedInServer(), { ...aPreview, hasCapitalNames: true });
    server.on(startImport)(() => anImport(5, { status: 'pending' }));
    await user.click(screen.getByLabelText(/^Corrigir nomes em maiúsculas/));
    await user.click(screen.getByRole('button', { name: 'Importar' }));
    await waitFor(() => expect(server.asked(startImport)).toMatchObject([{ body: { titleCase: true } }]));
  });

  const orderOfDays = () => screen.queryByRole('radiogroup', { name: 'Como as datas estão escritas' });

  test('asks how dates are written where a column holds dates, proposes what the file says, and sends the choice', async () => {
    const { server, user } = await openCheck(signedInServer(), { ...aPreview, dayOrder: 'month-day' });
    server.on(startImport)(() => anImport(5, { status: 'pending' }));
    expect(orderOfDays()).toBeNull();
    await user.selectOptions(selectOf('Observação'), 'birthday');
    expect(orderOfDays()).toBeVisible();
    expect(screen.getByLabelText('Mês primeiro (05/17/1990)')).toBeChecked();
    await user.selectOptions(selectOf('Observação'), 'ignore');
    expect(orderOfDays()).toBeNull();

    await user.selectOptions(selectOf('Observação'), 'birthday');
    await user.click(screen.getByLabelText('Dia primeiro (17/05/1990)'));
    await user.click(screen.getByRole('button', { name: 'Importar' }));
    await waitFor(() => expect(server.asked(startImport)).toMatchObject([{ body: { dayOrder: 'day-month' } }]));
  });

  test('keeps the chosen order over a reload, and sends the one chosen last', async () => {
    const mapping: ImportPreview['mapping'] = ['name', 'email', 'birthday'];
    const { server, user, router, unmount } = await openCheck(signedInServer(), {
      ...aPreview,
      mapping,
      dayOrder: 'month-day',
    });
    server.on(startImport)(() => anImport(5, { status: 'pending' }));
    await user.click(screen.getByLabelText('Dia primeiro (17/05/1990)'));
    unmount();
    const again = openApp(router.state.location.href);
    expect(await screen.findByLabelText('Dia primeiro (17/05/1990)')).toBeChecked();
    await again.user.click(screen.getByLabelText('Mês primeiro (05/17/1990)'));
    await again.user.click(screen.getByRole('button', { name: 'Importar' }));
    await waitFor(() => expect(server.asked(startImport)).toMatchObject([{ body: { dayOrder: 'month-day' } }]));
  });

  test('asks for no order where the dates of the file have none', async () => {
    const { user } = await openCheck(signedInServer(), { ...aPreview, isDayOrderOpen: false });
    await user.selectOptions(selectOf('Observação'), 'birthday');
    expect(orderOfDays()).toBeNull();
  });

  test('proposes the order of the sheet that is chosen', async () => {
    const mapping: ImportPreview['mapping'] = ['name', 'email', 'birthday'];
    const workbook = {
      ...aPreview,
      format: 'xlsx' as const,
      encoding: null,
      delimiter: null,
      sheets: ['1', '2'],
      mapping,
    };
    const { server, user } = await openCheck(signedInServer(), workbook);
    expect(screen.getByLabelText('Dia primeiro (17/05/1990)')).toBeChecked();
    server.on(chooseUploadLayout)(() => ({ ...workbook, sheet: 1, dayOrder: 'month-day' as const }));
    await user.selectOptions(screen.getByLabelText('Aba'), '2');
    await waitFor(() => expect(screen.getByLabelText('Mês primeiro (05/17/1990)')).toBeChecked());
  });

  test('says what is wrong with the mapping and takes the focus there instead of starting', async () => {
    const { user, server } = await openCheck();
    await user.selectOptions(selectOf('E-mail'), 'ignore');
    expect(screen.getByText(/Diga qual coluna é o e-mail, o telefone ou o código externo/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Importar' }));
    expect(selectOf('Nome')).toHaveFocus();

    await user.selectOptions(selectOf('E-mail'), 'email');
    await user.selectOptions(selectOf('Observação'), 'email');
    expect(screen.getByText(/Duas colunas não podem ter o mesmo destino/)).toBeVisible();
    expect(selectOf('Nome')).not.toHaveAttribute('aria-invalid', 'true');
    for (const column of ['E-mail', 'Observação']) expect(selectOf(column)).toHaveAttribute('aria-invalid', 'true');
    await user.click(screen.getByRole('button', { name: 'Importar' }));
    expect(selectOf('E-mail')).toHaveFocus();
    expect(server.count(startImport)).toBe(0);
  });

  test('starts with what was chosen, and follows the import', async () => {
    const { user, router, server } = await openCheck();
    const entry = anImport(5, { status: 'pending', progress: 0 });
    server
      .on(startImport)(() => entry)
      .on(getImport)(() => entry);
    await user.selectOptions(selectOf('Observação'), 'company');
    await user.click(screen.getByLabelText('Só criar'));
    await user.click(screen.getByRole('button', { name: 'Importar' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ importId: importId(5) }));
    expect(server.calls.find(({ route }) => route === 'POST /imports')?.body).toEqual({
      uploadId: aPreview.uploadId,
      hasHeader: true,
      mapping: ['name', 'email', 'company'],
      mode: 'create',
      blankCells: 'keep',
      titleCase: false,
      dayOrder: 'day-month',
      setsOff: false,
    });
  });

  test('asks what blank cells do where contacts are changed, and sends the choice', async () => {
    const { user, server } = await openCheck();
    server.on(startImport)(() => anImport(5, { status: 'pending' }));
    const choice = () => screen.queryByRole('radiogroup', { name: 'O que fazer com as células vazias' });
    expect(within(choice()!).getByLabelText('Manter o que está salvo')).toBeChecked();
    await user.click(screen.getByLabelText('Só criar'));
    expect(choice()).toBeNull();
    await user.click(screen.getByLabelText('Só atualizar'));
    await user.click(screen.getByLabelText('Apagar o que está salvo'));
    await user.click(screen.getByRole('button', { name: 'Importar' }));
    await waitFor(() => expect(server.asked(startImport)).toMatchObject([{ body: { blankCells: 'clear' } }]));
  });

  test('says why the start was refused, and the choices stay', async () => {
    const { user, server } = await openCheck();
    server.refuse(startImport, 'MAPPING_NOT_VALID', { problem: 'columns' });
    await user.selectOptions(selectOf('Observação'), 'company');
    await user.click(screen.getByRole('button', { name: 'Importar' }));
    expect(await screen.findByText(/falta uma de que a importação precisa/)).toBeVisible();
    expect(selectOf('Observação')).toHaveValue('company');
  });

  test('goes back to another file', async () => {
    const { user } = await openCheck();
    await user.click(screen.getByRole('button', { name: 'Escolher outro arquivo' }));
    expect(await screen.findByLabelText('Escolher arquivo')).toBeVisible();
  });
});

describe('an import and its result', () => {
  afterEach(() => vi.useRealTimers());

  /** The importer after a start; the import is `entry` whenever somebody asks. */
  async function openResult(entry: Partial<Import>, role: 'own' | 'pdv' = 'own') {
    const opened = await openCheck(signedInServer(role));
    opened.server
      .on(startImport)(() => anImport(5, { status: 'pending' }))
      .on(getImport)(() => anImport(5, entry));
    await opened.user.click(screen.getByRole('button', { name: 'Importar' }));
    const title = await screen.findByRole('heading', { name: 'contatos-5.csv' });
    return { ...opened, title };
  }

  test('shows what came of it and where to go, and goes nowhere by itself', async () => {
    const counts = { created: 280, updated: 8, unchanged: 7, rejected: 12, warned: 3 };
    const { router, title } = await openResult({ totalData: 307, counts });
    expect(title).toHaveFocus();
    const card = within(screen.getByRole('region', { name: 'contatos-5.csv' }));
    expect(card.getByRole('status')).toHaveTextContent(
      'ConcluídaCriados: 280. Atualizados: 8. Sem alterações: 7. Com erro: 12. Com aviso: 3.',
    );
    for (const figure of ['307', '280', '8', '7', '12', '3']) expect(card.getByText(figure)).toBeVisible();
    expect(card.getByRole('button', { name: 'Baixar 15 linhas com erro ou aviso' })).toBeVisible();
    expect(card.getByRole('link', { name: 'Ver contatos' })).toHaveAttribute(
      'href',
      expect.stringContaining(`/contatos?importDataId=${importId(5)}`),
    );
    expect(card.getByRole('link', { name: 'Ver todas as importações' })).toHaveAttribute('href', '/imports');
    expect(card.getByRole('link', { name: 'Enviar pesquisa a estes contatos' })).toHaveAttribute(
      'href',
      `/sends/new?to=import&importId=${importId(5)}`,
    );
    expect(router.state.location.search).toEqual({ importId: importId(5) });
  });

  test('says of which kind the rows are that can be saved', async () => {
    const counts = { created: 30, updated: 0, unchanged: 0, rejected: 0, warned: 1 };
    const { server } = await openResult({ counts });
    expect(await screen.findByRole('button', { name: 'Baixar 1 linha com aviso' })).toBeVisible();
    server.on(getImport)(() => anImport(6, { counts: { ...counts, rejected: 2 } }));
    openApp(`/importer/contacts?importId=${importId(6)}`);
    expect(await screen.findByRole('button', { name: 'Baixar 3 linhas com erro ou aviso' })).toBeVisible();
  });

  test('offers no contacts and no send where nobody came in', async () => {
    const counts = { created: 0, updated: 0, unchanged: 0, rejected: 12, warned: 0 };
    const { user } = await openResult({ counts });
    expect(screen.queryByRole('link', { name: 'Ver contatos' })).toBeNull();
    expect(screen.queryByRole('link', { name: /^Enviar pesquisa/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Importar outro arquivo' }));
    expect(await screen.findByLabelText('Escolher arquivo')).toBeVisible();
  });

  test('offers a role what it may do', async () => {
    const { router } = await openResult({}, 'pdv');
    expect(router.state.location.search).toEqual({ importId: importId(5) });
    expect(screen.getByRole('link', { name: 'Ver contatos' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Ver todas as importações' })).toBeNull();
    expect(screen.queryByRole('link', { name: /^Enviar pesquisa/ })).toBeNull();
  });

  test('can be undone for a day once who stays as they are was read, and says what came of that', async () => {
    const tomorrow = new Date(Date.now() + 3_600_000).toISOString();
    const { server, user } = await openResult({ undoUntil: tomorrow });
    const undone = anImport(5, { undo: { status: 'finished', undone: 1_280, kept: 20 } });
    server.on(undoImport)(() => anImport(5, { undo: { status: 'running', undone: 0, kept: 0 } }));
    await user.click(screen.getByRole('button', { name: 'Desfazer importação' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Desfazer a importação de contatos-5.csv?' }));
    expect(
      dialog.getByText(
        /Quem depois foi alterado, recebeu uma pesquisa, respondeu ou teve um consentimento registrado fica como está/,
      ),
    ).toBeVisible();
    expect(server.count(undoImport)).toBe(0);
    server.on(getImport)(() => undone);
    await user.click(dialog.getByRole('button', { name: 'Desfazer importação' }));
    expect(
      await screen.findByText('Importação desfeita. Contatos desfeitos: 1.280. Ficaram como estão: 20.'),
    ).toBeVisible();
    expect(server.asked(undoImport)).toMatchObject([{ params: { id: importId(5) } }]);
    expect(screen.queryByRole('button', { name: 'Desfazer importação' })).toBeNull();
  });

  test('is not offered to be undone once its day is over', async () => {
    await openResult({ undoUntil: new Date(Date.now() - 1_000).toISOString() });
    expect(screen.getByRole('link', { name: 'Ver contatos' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Desfazer importação' })).toBeNull();
  });

  test('[CIMPORT-17] shows how much of the file is done, and can be cancelled once what stays was read', async () => {
    const { server, user } = await openResult({ status: 'running', progress: 0.419, totalData: 100 });
    const bar = await screen.findByRole('progressbar', { name: 'Progresso de contatos-5.csv' });
    expect(bar).toHaveAttribute('aria-valuenow', '41');
    server.on(cancelImport)(() => anImport(5, { status: 'cancelled', progress: 0.419 }));
    await user.click(screen.getByRole('button', { name: 'Cancelar importação' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancelar a importação de contatos-5.csv?' }));
    expect(dialog.getByText(/O que já entrou continua/)).toBeVisible();
    expect(server.count(cancelImport)).toBe(0);
    server.on(getImport)(() => anImport(5, { status: 'cancelled', progress: 0.419 }));
    await user.click(dialog.getByRole('button', { name: 'Cancelar importação' }));
    expect(await screen.findByText('Cancelada')).toBeVisible();
    expect(server.asked(cancelImport)).toMatchObject([{ params: { id: importId(5) } }]);
    expect(screen.queryByRole('button', { name: 'Cancelar importação' })).toBeNull();
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getByRole('link', { name: 'Ver contatos' })).toBeVisible();
  });

  test('asks twice a second while it is young, and says that nobody has to stay', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const server = signedInServer();
    server.on(getImport)(() => anImport(5, { status: 'running', progress: 0.4 }));
    openApp(`/importer/contacts?importId=${importId(5)}`);
    expect(await screen.findByText('Você pode sair desta página: a importação continua.')).toBeVisible();
    const asked = server.count(getImport);
    await vi.advanceTimersByTimeAsync(1_600);
    expect(server.count(getImport)).toBeGreaterThanOrEqual(asked + 3);
    server.on(getImport)(() => anImport(5));
    await vi.advanceTimersByTimeAsync(600);
    expect(await screen.findByRole('link', { name: 'Ver contatos' })).toBeVisible();
    expect(screen.queryByText(/a importação continua/)).toBeNull();
  });
});

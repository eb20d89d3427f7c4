import type { Role } from '@escuta/contract/access-policy';
import { getCompany } from '@escuta/contract/companies';
import { listContacts } from '@escuta/contract/contacts';
import { fileMediaTypes } from '@escuta/contract/file-formats';
import {
  downloadImportErrors,
  getImport,
  listAllImports,
  listImports,
  uploadContactsFile,
} from '@escuta/contract/imports';
import type { AdminImport, Import } from '@escuta/contract/imports';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FakeServer } from '#web/testing/fake-server.ts';
import { aPreview, anImport, importId } from '#web/testing/import-samples.ts';
import { showInWindow, showOnPhone } from '#web/testing/phone.ts';
import { openApp, signedInServer, testCompany, testUser } from '#web/testing/render-app.tsx';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00.000Z'), shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

const running = { status: 'running', progress: 0.4, ended_at: null } as const satisfies Partial<Import>;

function serverWith(...imports: Import[]): FakeServer {
  return signedInServer()
    .on(listContacts)(() => ({ data: [], total: 0 }))
    .on(listImports)(() => ({ data: imports, total: imports.length }));
}

const rowOf = async (file: string) => (await screen.findByText(file)).closest('tr')!;
/** The links of a row that open what its import brought. */
const resultsLinksOf = (row: HTMLElement) => within(row).queryAllByRole('link', { name: /ver o que veio de/ });
const fiveSeconds = () => vi.advanceTimersByTimeAsync(5_000);

describe('the list of imports', () => {
  test('[IMPORT-01, IMPORT-08] has its title and says what came of each', async () => {
    serverWith(
      anImport(1, {
        totalData: 10_240,
        counts: { created: 10_000, updated: 80, unchanged: 10, rejected: 150, warned: 7 },
      }),
    );
    openApp('/imports');
    const row = within(await rowOf('contatos-1.csv'));
    expect(screen.getByRole('heading', { level: 1, name: 'Importações' })).toBeVisible();
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Tipo',
      'Data',
      'Status',
      'Registros',
      'Progresso',
      'Criados',
      'Atualizados',
      'Sem alterações',
      'Com erro',
      'Com aviso',
    ]);
    expect(row.getByText('Contatos')).toBeVisible();
    expect(row.getByText('20 nov 2026, 12:02')).toBeVisible();
    expect(row.getByText('Concluída')).toBeVisible();
    expect(row.getByRole('progressbar', { name: 'Progresso de contatos-1.csv' })).toHaveAttribute(
      'aria-valuenow',
      '100',
    );
    for (const figure of ['10.240', '10.000', '80', '10', '150', '7']) expect(row.getByText(figure)).toBeVisible();
  });

  test('is a card on a phone, with status and progress', async () => {
    showOnPhone();
    serverWith(anImport(1, running));
    openApp('/imports');
    const first = within((await screen.findByText('contatos-1.csv')).closest('li')!);
    expect(first.getByText('Importando')).toBeVisible();
    expect(first.getByText('40%')).toBeVisible();
    expect(first.getByRole('progressbar', { name: 'Progresso de contatos-1.csv' })).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getAllByText('Importando')).toHaveLength(1);
  });

  test('is a card on a phone that says what was created and updated, and has no progress once complete', async () => {
    showOnPhone();
    const waiting = { status: 'pending', progress: 0, totalData: 0, ended_at: null } as const;
    serverWith(
      anImport(1, { counts: { created: 280, updated: 8, unchanged: 2, rejected: 0, warned: 0 } }),
      anImport(2, waiting),
    );
    openApp('/imports');
    const [first, second] = (await screen.findAllByText(/^contatos-\d\.csv$/)).map((file) => file.closest('li')!);
    for (const text of ['Criados280', 'Atualizados8']) expect(first).toHaveTextContent(text);
    expect(within(first!).queryByRole('progressbar')).toBeNull();
    expect(within(second!).getByRole('progressbar', { name: 'Progresso de contatos-2.csv' })).toBeVisible();
    expect(second).not.toHaveTextContent('—');
  });

  test.each([
    [1100, ['Criados']],
    [1300, ['Criados', 'Atualizados']],
    [1440, ['Criados', 'Atualizados', 'Sem alterações']],
  ])('has the counts that a window of %d px has room for', async (width, counts) => {
    showInWindow(width);
    serverWith(anImport(1));
    openApp('/imports');
    await rowOf('contatos-1.csv');
    const heads = screen.getAllByRole('columnheader').map((header) => header.textContent);
    expect(heads.slice(5, -2)).toEqual(counts);
  });

  test('[IMPORT-03] leads to the importer', async () => {
    serverWith(anImport(1));
    const { user, router } = openApp('/imports');
    await user.click(await screen.findByRole('link', { name: 'Importar Contatos' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/importer/contacts'));
  });

  test('[IMPORT-02] the button for answers goes to their importer', async () => {
    serverWith(anImport(1));
    const { user, router } = openApp('/imports');
    await user.click(await screen.findByRole('link', { name: 'Importar Respostas' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Importar respostas' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/importer/answers');
  });

  test('[IMPORT-04] contacts are imported in a large dialog by the company that has it so, on a page by any other', async () => {
    const server = serverWith(anImport(1));
    server.on(getCompany)(() => {
      const { general_attributes: others } = testCompany;
      return { ...testCompany, general_attributes: { ...others, imports_in_modal: true as const } };
    });
    server.on(uploadContactsFile)(() => aPreview);
    const { user, router } = openApp('/imports');
    await user.click(await screen.findByRole('button', { name: 'Importar Contatos' }));
    const opened = await screen.findByRole('dialog', { name: 'Importar contatos' });
    const dialog = within(opened);
    expect(opened.closest('.mantine-Modal-root')?.getAttribute('style')).toContain(
      '--modal-size: var(--modal-size-xl)',
    );
    await user.upload(dialog.getByLabelText('Escolher arquivo'), new File(['Nome;E-mail\n'], 'contatos.csv'));
    await screen.findByRole('heading', { name: 'O que encontramos' });
    expect(router.state.location.pathname).toBe('/importer/contacts');
  });

  test('[IMPORT-11] a click on a complete import of answers opens the responses that it brought', async () => {
    serverWith(anImport(1, { ...running, type: 'import_answers' }), anImport(2, { type: 'import_answers' }));
    const { user, router } = openApp('/imports');
    await user.click(await screen.findByText('contatos-1.csv'));
    expect(router.state.location.pathname).toBe('/imports');
    const visited: string[] = [];
    const stop = router.subscribe('onBeforeNavigate', ({ toLocation }) => void visited.push(toLocation.href));
    await user.click(within(await rowOf('contatos-2.csv')).getByText('Concluída'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/customer-feedback/responses'));
    stop();
    expect(visited[0]).toBe(`/customer-feedback?importDataId=${importId(2)}`);
    expect(router.state.location.search).toEqual({ importId: importId(2) });
  });

  test('[IMPORT-10, IMPORT-12] only the row of a complete import opens its contacts', async () => {
    serverWith(
      anImport(1, running),
      anImport(2, { status: 'error', progress: 0.5, error: 'IMPORT_FAILED' }),
      anImport(3),
    );
    const { user, router } = openApp('/imports');
    for (const file of ['contatos-1.csv', 'contatos-2.csv']) await user.click(await screen.findByText(file));
    expect(resultsLinksOf(await rowOf('contatos-1.csv'))).toEqual([]);
    expect(router.state.location.pathname).toBe('/imports');

    await user.click(within(await rowOf('contatos-3.csv')).getByText('Concluída'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/contatos'));
    expect(router.state.location.search).toEqual({
      importDataId: importId(3),
      importDataDate: '2026-11-20T15:02:00.000Z',
    });
  });

  test('opens a complete import by its link, for the keyboard', async () => {
    serverWith(anImport(3));
    const { user, router } = openApp('/imports');
    const link = await screen.findByRole('link', { name: 'Contatos: ver o que veio de contatos-3.csv' });
    link.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/contatos'));
  });

  test('a failed import has a link to what it brought, and none where it brought nobody', async () => {
    const failed = { status: 'error', progress: 0.99, error: 'ROWS_BROKEN' } as const;
    const nobody = { created: 0, updated: 0, unchanged: 0, rejected: 300, warned: 0 };
    serverWith(anImport(1, { ...failed, counts: nobody }), anImport(2, failed));
    const { user, router } = openApp('/imports');
    expect(resultsLinksOf(await rowOf('contatos-1.csv'))).toEqual([]);
    expect(within(await rowOf('contatos-2.csv')).queryByRole('progressbar')).toBeNull();
    expect(screen.queryByText('99%')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Contatos: ver o que veio de contatos-2.csv' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/contatos'));
    expect(router.state.location.search).toMatchObject({ importDataId: importId(2) });
  });

  test('[PAGING-01, PAGING-02] shows at most 9 page links, the first and the last', async () => {
    const server = signedInServer();
    server.on(listImports)(() => ({ data: [anImport(1)], total: 20 * 30 }));
    const { user, router } = openApp('/imports?page=15');
    const pages = within(await screen.findByRole('navigation', { name: 'Páginas' }));
    const links = pages.getAllByRole('button', { name: /^Página / });
    expect(links.length).toBeGreaterThan(4);
    expect(links.length).toBeLessThanOrEqual(9);
    await user.click(pages.getByRole('button', { name: 'Última' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ page: 30 }));
    await user.click(pages.getByRole('button', { name: 'Primeira' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  test('[IMPORT-18] has pages of 20', async () => {
    const server = serverWith();
    server.on(listImports)(() => ({ data: [anImport(1)], total: 45 }));
    const { user, router } = openApp('/imports');
    await screen.findByText('1–20 de 45');
    expect(server.asked(listImports).at(-1)?.query).toEqual({ limit: '20', page: '1' });
    await user.click(screen.getByRole('button', { name: 'Última' }));
    await waitFor(() => expect(server.calls.at(-1)?.query).toEqual({ limit: '20', page: '3' }));
    expect(router.state.location.search).toEqual({ page: 3 });
  });

  test('says in words why a whole import failed', async () => {
    serverWith(anImport(1, { status: 'error', progress: 0.2, error: 'FILE_MISSING' }));
    openApp('/imports');
    const row = within(await rowOf('contatos-1.csv'));
    expect(row.getByText('Erro')).toBeVisible();
    expect(row.getByText('O arquivo não está mais guardado. Carregue-o de novo.')).toBeVisible();
  });

  test('says why it is empty and offers a way out', async () => {
    serverWith();
    openApp('/imports');
    expect(await screen.findByText('Nenhuma importação ainda')).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Importar Contatos' })).toHaveLength(2);
  });

  test('says what failed and tries again', async () => {
    const server = serverWith();
    server.refuse(listImports, 'UNAVAILABLE');
    const { user } = openApp('/imports');
    expect(
      await screen.findByText('A plataforma está fora do ar por um momento. Tente de novo em alguns segundos.'),
    ).toBeVisible();
    server.on(listImports)(() => ({ data: [anImport(1)], total: 1 }));
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByText('contatos-1.csv')).toBeVisible();
  });
});

describe('the way to the card of an import', () => {
  const detailsOf = (file: string) => screen.findByRole('link', { name: `Detalhes da importação de ${file}` });

  test.each([
    ['import_contacts', '/importer/contacts'],
    ['import_answers', '/importer/answers'],
  ] as const)(
    '%s: leads from a row that runs, by the keyboard too, to where it is cancelled',
    async (type, address) => {
      const entry = anImport(1, { ...running, type });
      serverWith(entry).on(getImport)(() => entry);
      const { user, router } = openApp('/imports');
      (await detailsOf('contatos-1.csv')).focus();
      await user.keyboard('{Enter}');
      expect(await screen.findByRole('button', { name: 'Cancelar importação' })).toBeVisible();
      expect(router.state.location).toMatchObject({ pathname: address, search: { importId: importId(1) } });
    },
  );

  test('leads from the row of an ended import to where it is undone, and opens nothing else', async () => {
    const entry = anImport(1, { undoUntil: '2026-11-21T15:03:00.000Z' });
    serverWith(entry).on(getImport)(() => entry);
    const { user, router } = openApp('/imports');
    await user.click(await detailsOf('contatos-1.csv'));
    expect(await screen.findByRole('button', { name: 'Desfazer importação' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/importer/contacts');
  });

  test('stands on the card of a phone too', async () => {
    showOnPhone();
    serverWith(anImport(1, running));
    openApp('/imports');
    expect(await detailsOf('contatos-1.csv')).toHaveAttribute('href', `/importer/contacts?importId=${importId(1)}`);
  });
});

describe('an undone import', () => {
  const answers = {
    type: 'import_answers',
    totalData: 120_002,
    counts: { created: 120_000, updated: 0, unchanged: 2, rejected: 0, warned: 0 },
    undo: { status: 'finished', undone: 120_000, kept: 0 },
  } as const satisfies Partial<Import>;

  test('says so, and how much was taken back', async () => {
    serverWith(
      anImport(1, answers),
      anImport(2, { undo: { status: 'finished', undone: 38, kept: 2 } }),
      anImport(3, { status: 'cancelled', progress: 0.5, undo: { status: 'running', undone: 10, kept: 0 } }),
    );
    openApp('/imports');
    for (const [file, word, share] of [
      ['contatos-1.csv', 'Desfeita', '120.000 de 120.000'],
      ['contatos-2.csv', 'Desfeita', '38 de 40'],
      ['contatos-3.csv', 'Desfazendo', '10 de 40'],
    ] as const) {
      const row = within(await rowOf(file));
      for (const text of [word, share]) expect(row.getByText(text)).toBeVisible();
    }
    for (const word of ['Concluída', 'Cancelada']) expect(screen.queryByText(word)).toBeNull();
  });

  test('says on a phone of what so much was taken back', async () => {
    showOnPhone();
    serverWith(anImport(1, answers), anImport(2, { undo: { status: 'finished', undone: 38, kept: 2 } }));
    openApp('/imports');
    for (const share of ['Respostas: 120.000 de 120.000', 'Contatos: 38 de 40'])
      expect(await screen.findByText(share)).toBeVisible();
  });

  test('opens its card where nothing is left, and what is left where its undo left something', async () => {
    const gone = anImport(1, answers);
    const partly = anImport(2, { undo: { status: 'finished', undone: 38, kept: 2 } });
    serverWith(gone, partly).on(getImport)(() => gone);
    const { user, router } = openApp('/imports');
    const row = await rowOf('contatos-1.csv');
    expect(resultsLinksOf(row)).toEqual([]);
    await user.click(within(row).getByText('Desfeita'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/importer/answers'));
    expect(router.state.location.search).toEqual({ importId: importId(1) });

    await router.navigate({ to: '/imports' });
    expect(resultsLinksOf(await rowOf('contatos-2.csv'))).toHaveLength(1);
    await user.click(within(await rowOf('contatos-2.csv')).getByText('Desfeita'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/contatos'));
  });

  test('or one whose rows were all refused opens its card, which says why', async () => {
    const refused = anImport(3, { counts: { created: 0, updated: 0, unchanged: 0, rejected: 40, warned: 0 } });
    serverWith(refused).on(getImport)(() => refused);
    const { user, router } = openApp('/imports');
    const row = await rowOf('contatos-3.csv');
    expect(resultsLinksOf(row)).toEqual([]);
    await user.click(within(row).getByText('Concluída'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/importer/contacts'));
    expect(router.state.location.search).toEqual({ importId: importId(3) });
  });

  test('opens its card by the address imports/{id} where nothing is left', async () => {
    const gone = anImport(1, answers);
    serverWith(gone).on(getImport)(() => gone);
    const { router } = openApp(`/imports/${importId(1)}`);
    await waitFor(() => expect(router.state.location.pathname).toBe('/importer/answers'));
  });
});

describe('the file of refused rows', () => {
  const withErrors = anImport(1, { counts: { created: 1, updated: 0, unchanged: 0, rejected: 2, warned: 0 } });

  test('is saved under the name that the server gives it, asked for with the session', async () => {
    const saved: { name: string; content: Blob }[] = [];
    const contents = new Map<string, Blob>();
    vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
      contents.set('blob:errors', content as Blob);
      return 'blob:errors';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, content: contents.get(this.href)! });
    });
    const disposition = `attachment; filename="import-errors.xlsx"; filename*=UTF-8''contatos-1-erros.xlsx`;
    const server = serverWith(withErrors);
    const headers = { 'content-disposition': disposition, 'content-type': fileMediaTypes.xlsx };
    server.on(downloadImportErrors, headers)(() => 'PK');
    const { user } = openApp('/imports');
    await user.click(await screen.findByRole('button', { name: /^Baixar erros de contatos-1.csv/ }));

    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toBe('contatos-1-erros.xlsx');
    expect(saved[0]?.content.type).toBe(fileMediaTypes.xlsx);
    expect(await saved[0]?.content.text()).toBe('PK');
    expect(server.calls.at(-1)?.query).toEqual({ language: 'pt' });
    expect(server.calls.at(-1)?.headers.get('authorization')).toBe('a-token');
  });

  test.each([
    [{ rejected: 2, warned: 5 }, '2', 'Baixar 7 linhas com erro ou aviso', '2 com erro, 5 com aviso'],
    [{ rejected: 2, warned: 0 }, '2', 'Baixar 2 linhas com erro', '2 com erro, 0 com aviso'],
    [{ rejected: 0, warned: 5 }, '5', 'Baixar 5 linhas com aviso', '0 com erro, 5 com aviso'],
  ])('%j: one button, which tells errors and warnings apart', async (listed, shown, tip, told) => {
    serverWith(anImport(1, { counts: { created: 10, updated: 0, unchanged: 0, ...listed } }));
    const { user } = openApp('/imports');
    const button = await screen.findByRole('button', { name: /^Baixar erros/ });
    expect(button).toHaveAccessibleName(`Baixar erros de contatos-1.csv: ${told}`);
    expect(button).toHaveTextContent(new RegExp(`^${shown}$`));
    await user.hover(button);
    expect(await screen.findByRole('tooltip')).toHaveTextContent(tip);
    const cells = within(await rowOf('contatos-1.csv')).getAllByRole('cell');
    expect(cells.slice(-2).map((cell) => cell.textContent)).toEqual([`${listed.rejected}`, `${listed.warned}`]);
  });

  test('says beside the button what failed', async () => {
    serverWith(withErrors).refuse(downloadImportErrors, 'INTERNAL_ERROR');
    const { user } = openApp('/imports');
    await user.click(await screen.findByRole('button', { name: /^Baixar erros de contatos-1.csv/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Algo deu errado do nosso lado.');
  });

  test('is not offered when no row was refused', async () => {
    serverWith(anImport(1));
    openApp('/imports');
    await rowOf('contatos-1.csv');
    expect(screen.queryByRole('button', { name: /Baixar erros/ })).toBeNull();
  });
});

describe('the polling of the list', () => {
  test.each(['pending', 'started'] as const)('[IMPORT-15] asks again while an import is %s', async (status) => {
    const server = serverWith(anImport(1, { ...running, status, progress: 0 }));
    openApp('/imports');
    await rowOf('contatos-1.csv');
    expect(server.count(listImports)).toBe(1);
    await fiveSeconds();
    await waitFor(() => expect(server.count(listImports)).toBe(2));
  });

  test('[IMPORT-15, IMPORT-16] asks every 5 s while an import is at work, and stops when all are done', async () => {
    const server = serverWith(anImport(2), anImport(1, running));
    openApp('/imports');
    expect(await screen.findByText('40%')).toBeVisible();
    expect(server.count(listImports)).toBe(1);
    server.on(listImports)(() => ({ data: [anImport(2), anImport(1, { ...running, progress: 0.9 })], total: 2 }));
    await fiveSeconds();
    expect(await screen.findByText('90%')).toBeVisible();
    expect(server.count(listImports)).toBe(2);
    server.on(listImports)(() => ({
      data: [anImport(2, { status: 'error', error: 'IMPORT_FAILED' }), anImport(1)],
      total: 2,
    }));
    await fiveSeconds();
    expect(within(await rowOf('contatos-1.csv')).getByText('Concluída')).toBeVisible();
    await fiveSeconds();
    await fiveSeconds();
    expect(server.count(listImports)).toBe(3);
  });
});

describe('imports/{id}', () => {
  test('[IMPORT-14] marks its import, and opens its contacts when polling stops', async () => {
    const server = serverWith(anImport(2, running), anImport(1));
    const { router } = openApp(`/imports/${importId(2)}`);
    expect((await rowOf('contatos-2.csv')).dataset['highlighted']).toBe('true');
    expect((await rowOf('contatos-1.csv')).dataset['highlighted']).toBeUndefined();
    await fiveSeconds();
    expect(router.state.location.pathname).toBe(`/imports/${importId(2)}`);

    server.on(listImports)(() => ({ data: [anImport(2), anImport(1)], total: 2 }));
    await fiveSeconds();
    await waitFor(() => expect(router.state.location.pathname).toBe('/contatos'));
    expect(router.state.location.search).toMatchObject({ importDataId: importId(2) });
    // The way back does not lead here again.
    expect(router.history.length).toBe(1);
  });

  test('[IMPORT-14] stays on the list while another import is at work', async () => {
    const server = serverWith(anImport(2), anImport(1, running));
    const { router } = openApp(`/imports/${importId(2)}`);
    expect((await rowOf('contatos-2.csv')).dataset['highlighted']).toBe('true');
    await fiveSeconds();
    await waitFor(() => expect(server.count(listImports)).toBe(2));
    expect(router.state.location.pathname).toBe(`/imports/${importId(2)}`);

    server.on(listImports)(() => ({ data: [anImport(2), anImport(1)], total: 2 }));
    await fiveSeconds();
    await waitFor(() => expect(router.state.location.search).toMatchObject({ importDataId: importId(2) }));
  });

  test('[IMPORT-14] opens the answers of an import of answers', async () => {
    serverWith(anImport(2, { type: 'import_answers' }));
    const { router } = openApp(`/imports/${importId(2)}`);
    await waitFor(() => expect(router.state.location.pathname).toBe('/customer-feedback/responses'));
    expect(router.state.location.search).toEqual({ importId: importId(2) });
  });

  test('stays on the list and says why when its import failed', async () => {
    serverWith(anImport(2, { status: 'error', progress: 0.5, error: 'LINE_TOO_LONG' }));
    const { router } = openApp(`/imports/${importId(2)}`);
    expect(await screen.findByText(/linha longa demais/)).toBeVisible();
    await fiveSeconds();
    expect(router.state.location.pathname).toBe(`/imports/${importId(2)}`);
  });

  test('opens an old import that stands on a later page', async () => {
    serverWith(anImport(2)).on(getImport)(() => anImport(9));
    const { router } = openApp(`/imports/${importId(9)}`);
    await waitFor(() => expect(router.state.location.search).toMatchObject({ importDataId: importId(9) }));
  });

  test.each(['NOT_FOUND', 'INVALID_INPUT'] as const)('says that there is no such import here: %s', async (code) => {
    serverWith(anImport(2)).refuse(getImport, code);
    openApp(`/imports/${importId(9)}`);
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1, name: 'Não encontramos o que você procura' })).toBeVisible(),
    );
    expect(screen.getByRole('link', { name: 'Ir para Importações' })).toHaveAttribute('href', '/imports');
  });
});

describe('admin mode', () => {
  const company = (nome: string) => ({ _id: testUser()._empresa._id, nome });
  const theirs: AdminImport[] = [
    {
      ...anImport(1, { status: 'finished', user: { _id: testUser()._id, nome: 'Bruno Dias' } }),
      company: company('Clínica Vida'),
    },
    { ...anImport(2), company: company('Padaria Central'), business: { ...anImport(2).business, nome: 'Moema' } },
  ];
  const everywhere = (role: Role = 'acmng') =>
    signedInServer(role)
      .on(listImports)(() => ({ data: [anImport(9)], total: 1 }))
      .on(listAllImports)(({ query }) => {
      const found = theirs.filter(({ company: { nome } }) => nome.includes(query.search ?? ''));
      return { data: found, total: found.length };
    });

  test('[IMPORT-05, IMPORT-09] is a switch of the internal administration, and shows unit and user of the imports of all companies', async () => {
    everywhere();
    const { user, router } = openApp('/imports');
    await rowOf('contatos-9.csv');
    expect(screen.queryByRole('columnheader', { name: 'Usuário' })).toBeNull();
    await user.click(screen.getByRole('switch', { name: 'Modo admin' }));
    const row = within(await rowOf('contatos-1.csv'));
    for (const text of ['Clínica Vida', 'Aurora Paulista', 'Bruno Dias']) expect(row.getByText(text)).toBeVisible();
    expect(within(await rowOf('contatos-2.csv')).getByText('Moema')).toBeVisible();
    expect(screen.queryByText('contatos-9.csv')).toBeNull();
    for (const name of ['Unidade', 'Usuário']) expect(screen.getByRole('columnheader', { name })).toBeVisible();
    // What came of it belongs to another company: no way leads there.
    expect(row.queryByRole('link')).toBeNull();
    await user.click(row.getByText('Contatos'));
    expect(router.state.location.pathname).toBe('/imports');

    await user.click(screen.getByRole('switch', { name: 'Modo admin' }));
    await rowOf('contatos-9.csv');
    expect(screen.queryByText('contatos-1.csv')).toBeNull();
  });

  test.each(['own', 'adm', 'ana'] as const)(
    '[IMPORT-05, IMPORT-09] is not there for %s, by no address either',
    async (role) => {
      const server = everywhere(role);
      openApp('/imports?admin=true&search=Vida');
      await rowOf('contatos-9.csv');
      expect(screen.queryByRole('switch')).toBeNull();
      expect(screen.queryByRole('searchbox')).toBeNull();
      expect(server.count(listAllImports)).toBe(0);
    },
  );

  test('[IMPORT-06, IMPORT-07, IMPORT-13] searches 300 ms after the last letter, and says when nothing is found', async () => {
    const server = everywhere();
    openApp('/imports?admin=true');
    await rowOf('contatos-1.csv');
    const asked = () => server.calls.filter(({ route }) => route === 'GET /admin/imports').length;
    const field = screen.getByRole('searchbox', { name: 'Buscar importações' });
    // From here on no time passes but this.
    vi.useFakeTimers({ now: Date.now(), shouldAdvanceTime: false });
    fireEvent.change(field, { target: { value: 'Pada' } });
    await vi.advanceTimersByTimeAsync(200);
    fireEvent.change(field, { target: { value: 'Padaria' } });
    await vi.advanceTimersByTimeAsync(295);
    expect(asked()).toBe(1);
    await vi.advanceTimersByTimeAsync(10);
    vi.useFakeTimers({ now: Date.now(), shouldAdvanceTime: true });
    await waitFor(() => expect(asked()).toBe(2));
    await waitFor(() => expect(screen.queryByText('contatos-1.csv')).toBeNull());
    expect(screen.getByText('contatos-2.csv')).toBeVisible();

    fireEvent.change(field, { target: { value: 'Ninguém' } });
    expect(await screen.findByText('NENHUM RESULTADO ENCONTRADO')).toBeVisible();
  });
});

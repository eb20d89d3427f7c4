import {
  cancelExport,
  downloadExport,
  getExport,
  listAllExports,
  listExports,
  startResponsesExport,
} from '@escuta/contract/exports';
import type { Export } from '@escuta/contract/exports';
import { CompanyId, ExportFileId, ExportId, ResponseId, SurveyId, UserId } from '@escuta/contract/ids';
import { listResponses } from '@escuta/contract/response-list';
import type { ListedResponse } from '@escuta/contract/response-list';
import { listSurveys } from '@escuta/contract/surveys';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { companyId, openApp, otherUnitId, signedInServer, testUser, unitId } from '#web/testing/render-app.tsx';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00.000Z'), shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

const exportId = (at: number) => ExportId.parse(`019a9f3e-0000-7000-8000-${String(500 + at).padStart(12, '0')}`);
const fileId = ExportFileId.parse('3f0c2b62-7f0b-4a3e-9c55-0c0a4b0c1d2e');

function anExport(at: number, changes: Partial<Export> = {}): Export {
  return {
    _id: exportId(at),
    type: 'export_single_survey',
    status: 'finished',
    created_at: '2026-11-19T15:02:03.000Z',
    ended_at: '2026-11-19T15:03:00.000Z',
    file: fileId,
    is_file_gone: false,
    format: 'csv',
    totalData: 10_240,
    progress: 1,
    data: { surveyTitle: `Pesquisa ${at}`, exportMode: 'responses' },
    _business: { _id: unitId, nome: 'Aurora Paulista', _empresa: { _id: companyId, nome: 'Aurora' } },
    _user: { _id: testUser()._id, nome: 'Ana Souza' },
    ...changes,
  };
}
const running = { status: 'running', progress: 0.4, ended_at: null, file: null } as const satisfies Partial<Export>;

function serverWith(exports: readonly Export[], role: Parameters<typeof signedInServer>[0] = 'own') {
  return signedInServer(role).on(listExports)(() => ({ data: [...exports], total: exports.length }));
}
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);
const rowOf = async (text: string) => within((await screen.findByText(text)).closest('tr')!);

describe('the list of exports', () => {
  test('[EXPORT-01, EXPORT-02] has its title and says what is known of each', async () => {
    serverWith([anExport(1), anExport(2, running)]);
    openApp('/exports');
    const first = await rowOf('Pesquisa 1');
    expect(screen.getByRole('heading', { level: 1, name: 'Exportações' })).toBeVisible();
    expect(heads()).toEqual(['Tipo', 'Informações', 'Link', 'Data da solicitação', 'Status', 'Registros', 'Progresso']);
    for (const text of ['Uma pesquisa · CSV', 'Uma linha por resposta', '19/11/26 12:02:03', 'Concluída', '10.240'])
      expect(first.getByText(text)).toBeVisible();
    expect(first.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
    const second = await rowOf('Pesquisa 2');
    expect(second.getByText('Exportando')).toBeVisible();
    expect(second.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
    expect(second.queryByRole('button', { name: 'Baixar' })).toBeNull();
  });

  test('[EXPORT-03] says surveys and mode of exports of surveys, and nothing of others', async () => {
    const data = { surveyTitle: 'Nada disto', exportMode: 'questions' } as const;
    serverWith([
      anExport(1, { type: 'export_contacts', data }),
      anExport(3, { type: 'export_sends', data }),
      anExport(2, {
        type: 'export_multi_survey',
        data: { surveyTitle: 'Hospedagem, Restaurante', exportMode: 'questions' },
      }),
    ]);
    openApp('/exports');
    const multi = await rowOf('Hospedagem, Restaurante');
    expect(multi.getByText('Uma linha por pergunta')).toBeVisible();
    for (const type of ['Contatos · CSV', 'Envios · CSV'])
      expect((await rowOf(type)).getAllByRole('cell')[1]).toHaveTextContent(/^$/);
  });

  test('[EXPORT-04] cuts the title of a survey at 40 signs', async () => {
    const surveyTitle = 'Pesquisa de satisfação depois da estadias';
    serverWith([anExport(1, { data: { surveyTitle, exportMode: 'responses' } })]);
    openApp('/exports');
    const cut = 'Pesquisa de satisfação depois da estadi…'; // cspell:disable-line
    expect((await rowOf(cut)).getByText(cut)).toHaveAttribute('title', surveyTitle);
  });

  test('says where exports are asked for, when there is none', async () => {
    serverWith([]);
    openApp('/exports');
    expect(await screen.findByText(/^Em contatos, em respostas e na fila de envios, escolha “Exportar”/)).toBeVisible();
    const links = { 'Ir para Contatos': '/contatos', 'Ir para a Fila de Envios': '/queues' };
    for (const [name, href] of Object.entries(links))
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', href);
  });

  test('[EXPORT-10, EXPORT-12] saves the file, and says that its link expires', async () => {
    const server = serverWith([anExport(1)]);
    const disposition = 'attachment; filename="export-single-survey.csv"';
    server.on(downloadExport, { 'content-disposition': disposition })(() => 'a;b');
    const saved: string[] = [];
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:export');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const { user } = openApp('/exports');
    const link = await screen.findByRole('button', { name: 'Baixar' });
    await user.hover(link);
    expect(await screen.findByRole('tooltip', { hidden: true })).toHaveTextContent('O link expira em 7 dias.');
    await user.click(link);
    await waitFor(() => expect(saved).toEqual(['export-single-survey.csv']));
    expect(server.asked(downloadExport).map(({ params }) => params['id'])).toEqual([fileId]);
  });

  test('[EXPORT-11] says that a link has expired', async () => {
    serverWith([anExport(1, { ended_at: '2026-11-13T15:00:00.000Z' }), anExport(2, { file: null })]);
    openApp('/exports');
    expect((await rowOf('Pesquisa 1')).getByText('Link Expirado')).toBeVisible();
    // It is there, and not for whoever looks.
    expect((await rowOf('Pesquisa 2')).getByText('Restrito')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Baixar' })).toBeNull();
  });

  test('says that a file went with a person who was erased, and keeps that apart from a missing right', async () => {
    serverWith([anExport(1, { file: null, is_file_gone: true }), anExport(2, { file: null })]);
    const { user } = openApp('/exports');
    const word = (await rowOf('Pesquisa 1')).getByText('Arquivo apagado');
    expect((await rowOf('Pesquisa 2')).getByText('Restrito')).toBeVisible();
    await user.hover(word);
    expect(await screen.findByRole('tooltip', { hidden: true })).toHaveTextContent(
      'O arquivo foi apagado porque uma pessoa que podia estar nele foi excluída. Exporte de novo.',
    );
  });

  test('[EXPORT-14] has twenty on a page', async () => {
    const asked: (string | undefined)[][] = [];
    signedInServer().on(listExports)(({ query }) => {
      asked.push([query['limit'], query['page']]);
      return { data: [anExport(1)], total: 45 };
    });
    openApp('/exports?page=2');
    await rowOf('Pesquisa 1');
    expect(asked).toContainEqual(['20', '2']);
    // 45 of them are three pages.
    expect(screen.getByRole('button', { name: /3$/ })).toBeVisible();
  });

  test('[PAGING-01, PAGING-02] shows at most 9 page links, the first and the last', async () => {
    signedInServer().on(listExports)(() => ({ data: [anExport(1)], total: 20 * 30 }));
    const { user, router } = openApp('/exports?page=15');
    const pages = within(await screen.findByRole('navigation', { name: 'Páginas' }));
    const links = pages.getAllByRole('button', { name: /^Página / });
    expect(links.length).toBeGreaterThan(4);
    expect(links.length).toBeLessThanOrEqual(9);
    await user.click(pages.getByRole('button', { name: 'Última' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ page: 30 }));
    await user.click(pages.getByRole('button', { name: 'Primeira' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  test('[EXPORT-06, EXPORT-07] shows internal staff those of all, with unit and user', async () => {
    const elsewhere = {
      file: null,
      _business: {
        _id: otherUnitId,
        nome: 'Boreal Norte',
        _empresa: { _id: CompanyId.parse('019a9f3e-0000-7000-8000-0000000000e1'), nome: 'Boreal' },
      },
      _user: { _id: UserId.parse('019a9f3e-0000-7000-8000-0000000000e2'), nome: 'Bruno Lima' },
    };
    serverWith([anExport(1)], 'acmng').on(listAllExports)(() => ({ data: [anExport(2, elsewhere)], total: 1 }));
    const { user, router } = openApp('/exports');
    await rowOf('Pesquisa 1');
    expect(heads()).not.toContain('Unidade');
    await user.click(screen.getByRole('switch', { name: 'Modo admin' }));
    const row = await rowOf('Pesquisa 2');
    for (const text of ['Boreal Norte', 'Boreal', 'Bruno Lima']) expect(row.getByText(text)).toBeVisible();
    expect(heads().slice(2, 4)).toEqual(['Unidade', 'Usuário']);
    expect(router.state.location.search).toEqual({ admin: true });
  });

  test.each(['own', 'adm', 'ana'] as const)(
    '[EXPORT-06] has no admin mode for %s, also not by the address',
    async (role) => {
      serverWith([anExport(1)], role);
      openApp('/exports?admin=true');
      await rowOf('Pesquisa 1');
      expect(screen.queryByRole('switch')).toBeNull();
      expect(heads()).not.toContain('Unidade');
    },
  );

  test('[EXPORT-13] marks the export of the address, also an older one', async () => {
    serverWith([anExport(1), anExport(2)]).on(getExport)(() => anExport(3));
    openApp(`/exports/${exportId(2)}`);
    const marked = async (text: string) =>
      (await screen.findByText(text)).closest('tr')!.hasAttribute('data-highlighted');
    expect(await marked('Pesquisa 2')).toBe(true);
    expect(await marked('Pesquisa 1')).toBe(false);
  });

  test('shows an older export that the address names before the others', async () => {
    serverWith([anExport(1)]).on(getExport)(() => anExport(3));
    openApp(`/exports/${exportId(3)}`);
    expect(await screen.findByText('Pesquisa 3')).toBeVisible();
    expect(screen.getAllByRole('row')[1]).toHaveAttribute('data-highlighted');
  });

  test('asks again while one runs, and rests once none does', async () => {
    let asked = 0;
    signedInServer().on(listExports)(() => {
      asked += 1;
      return { data: [anExport(1, asked < 2 ? running : {})], total: 1 };
    });
    openApp('/exports');
    expect(await screen.findByText('Exportando')).toBeVisible();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await screen.findByText('Concluída')).toBeVisible();
    const before = asked;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked).toBe(before);
  });

  test('cancels one’s own export, and offers it for nobody else’s', async () => {
    const theirs = { _id: UserId.parse('019a9f3e-0000-7000-8000-0000000000e2'), nome: 'Bruno Lima' };
    const server = serverWith([anExport(1, running), anExport(2, { ...running, _user: theirs })]);
    const cancelled: string[] = [];
    server.on(cancelExport)(({ params }) => {
      cancelled.push(params['id'] ?? '');
      return anExport(1, { ...running, status: 'cancelled' });
    });
    const { user } = openApp('/exports');
    await user.click((await rowOf('Pesquisa 1')).getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(cancelled).toEqual([exportId(1)]));
    expect((await rowOf('Pesquisa 2')).queryByRole('button', { name: 'Cancelar' })).toBeNull();
  });
});

const aResponse: ListedResponse = {
  _id: ResponseId.parse('019a9f3e-0000-7000-8000-000000000101'),
  survey: { _id: SurveyId.parse('019a9f3e-0000-7000-8000-000000000190'), title: 'Hospedagem' },
  metric: 'nps',
  score: 3,
  score_group: 'bottom',
  comment: null,
  status: 'complete',
  channel: 'email',
  origin: 'invitation',
  anonymous: false,
  language: 'pt',
  answered_at: '2026-11-10T15:00:00.000Z',
  customer: null,
};

test('an export in the background is asked for with its choices, and followed in the list', async () => {
  const server = serverWith([anExport(1, running)]);
  server.on(listSurveys)(() => ({ data: [], total: 0 }));
  server.on(listResponses)(() => ({ data: [aResponse], total: 1 }));
  const bodies: unknown[] = [];
  server.on(startResponsesExport)(({ body }) => {
    bodies.push(body);
    return anExport(1, running);
  });
  const { user, router } = openApp('/customer-feedback/responses?group=bottom&metric=nps');
  await user.click(await screen.findByRole('button', { name: 'Exportar' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Em segundo plano…', hidden: true }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: 'JSON' }));
  await user.click(dialog.getByRole('radio', { name: 'Uma linha por pergunta' }));
  await user.click(dialog.getByRole('radio', { name: 'Códigos' }));
  await user.click(dialog.getByRole('button', { name: 'Exportar' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/exports/${exportId(1)}`));
  expect(bodies).toEqual([
    {
      filter: { group: 'bottom', metric: 'nps' },
      format: 'json',
      language: 'pt',
      exportMode: 'questions',
      exportValues: 'codes',
    },
  ]);
});

import type { Role } from '@escuta/contract/access-policy';
import { listCustomFields } from '@escuta/contract/custom-fields';
import { getContactCompany } from '@escuta/contract/contact-companies';
import { addDays } from '@escuta/contract/calendar-days';
import { ContactCompanyId, ResponseId, SavedFilterId, SendId } from '@escuta/contract/ids';
import { getResponse, listResponses, revealAnswer } from '@escuta/contract/response-list';
import type { ListedResponse, ResponseDetail } from '@escuta/contract/response-list';
import { createSavedFilter, listSavedFilters } from '@escuta/contract/saved-filters';
import { listSurveys } from '@escuta/contract/surveys';
import { dayIn } from '#web/lib/time.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { showInWindow, showOnPhone } from '#web/testing/phone.ts';
import { aCustomField } from '#web/testing/custom-field-samples.ts';
import { openApp, signedInServer } from '#web/testing/render-app.tsx';

const id = (last: number) => `019a9f3e-0000-7000-8000-0000000001${String(last).padStart(2, '0')}`;
const path = '/customer-feedback/responses';

function response(last: number, changes: Partial<ListedResponse> = {}): ListedResponse {
  return {
    _id: ResponseId.parse(id(last)),
    survey: { _id: id(90) as ListedResponse['survey']['_id'], title: 'Hospedagem' },
    metric: 'nps',
    score: 9,
    score_group: 'top',
    comment: `Comentário ${last}`,
    status: 'complete',
    channel: 'email',
    origin: 'invitation',
    anonymous: false,
    language: 'pt',
    answered_at: '2026-11-10T15:00:00.000Z',
    customer: {
      _id: id(80) as NonNullable<ListedResponse['customer']>['_id'],
      name: `Pessoa ${last}`,
      email: null,
      tel: null,
    },
    ...changes,
  };
}

function detail(listed: ListedResponse, changes: Partial<ResponseDetail> = {}): ResponseDetail {
  return {
    ...listed,
    answers: [
      { key: 'score', type: 'nps', title: 'Recomendaria?', metric: 'nps', number: listed.score, text: null },
      { key: 'why', type: 'why', title: 'Por quê?', metric: null, number: null, text: listed.comment },
    ],
    started_at: '2026-11-10T14:58:00.000Z',
    completed_at: null,
    send_id: null,
    ...changes,
  };
}

/** A server that holds these responses, `total` in all. */
function serverWith(all: readonly ListedResponse[], total = all.length, role: Role = 'own') {
  const server = signedInServer(role);
  server.on(listSurveys)(() => ({ data: [], total: 0 }));
  server.on(listResponses)(({ query }) => {
    const from = (Number(query['page'] ?? 1) - 1) * 20;
    return { data: all.slice(from, from + 20), total };
  });
  server.on(getResponse)(({ params }) => detail(all.find(({ _id }) => _id === params['id']) ?? all[0]!));
  return server;
}

describe('the list of responses', () => {
  test('[LISTS-01] shows who answered what, and asks for what the address says', async () => {
    const server = serverWith([
      response(1),
      response(2, { customer: null, score: 3, comment: null }),
      response(3, { customer: null, origin: 'link', anonymous: true, comment: null }),
    ]);
    openApp(`${path}?group=top&metric=nps&from=2026-11-01&to=2026-11-30&score=with&scoreMin=9&scoreMax=9`);

    const row = (await screen.findByText('Pessoa 1')).closest('tr')!;
    expect(within(row).getByText('Comentário 1')).toBeVisible();
    expect(within(row).getByText('9')).toBeVisible();
    expect(within(row).getByText('10 nov 2026, 12:00')).toBeVisible();
    // Who came by an open link was never known; who was invited, and is gone, was.
    expect(screen.getByText('Contato Excluído').closest('tr')).toHaveTextContent('3');
    expect(screen.getByText('Anônimo')).toBeVisible();
    expect(server.calls.find((call) => call.route === 'GET /responses')?.query).toEqual({
      group: 'top',
      metric: 'nps',
      from: '2026-11-01',
      to: '2026-11-30',
      score: 'with',
      scoreMin: '9',
      scoreMax: '9',
      page: '1',
      limit: '20',
    });
    expect(screen.getByText('1–3 de 3')).toBeVisible();
  });

  test('[PRIVACY-21] says of a masked comment that it is one, and asks for none', async () => {
    const server = serverWith([response(1, { comment: null, comment_hidden: true }), response(2)]);
    openApp(path);
    const row = (await screen.findByText('Pessoa 1')).closest('tr')!;
    expect(within(row).getByText('Resposta sensível')).toBeVisible();
    expect(within(row).queryByRole('button', { name: /^Mostrar/ })).toBeNull();
    expect(screen.getAllByText('Resposta sensível')).toHaveLength(1);
    expect(server.count(revealAnswer)).toBe(0);
  });

  test('says how many there are beside its title, once for who listens', async () => {
    serverWith([response(1), response(2)], 1_209);
    openApp(path);
    const count = await screen.findByText('1.209 respostas');
    expect(count.closest('output, [aria-live], [role="status"]')).toBeNull();
    const title = screen.getByRole('heading', { level: 1 });
    expect(title.parentElement).toContainElement(count);
    expect(title).toHaveTextContent(/^Respostas$/);
  });

  test.each([
    ['none', { total: 0 }],
    ['more than were counted', { total: 10_000, totalIsAtLeast: true as const }],
  ])('says no number beside its title where there are %s', async (_what, counted) => {
    signedInServer()
      .on(listSurveys)(() => ({ data: [], total: 0 }))
      .on(listResponses)(() => ({ data: counted.total === 0 ? [] : [response(1)], ...counted }));
    openApp(path);
    await screen.findByText(/Nenhuma resposta ainda|^1–1 de 10\.000\+$/);
    expect(screen.queryByText(/^[\d.]+ respostas$/)).toBeNull();
  });

  test('a group without its metric narrows nothing: its scores have no name', async () => {
    const server = serverWith([response(1)]);
    openApp(`${path}?group=top&comment=with`);
    await screen.findByText('Pessoa 1');
    expect(screen.getByRole('combobox', { name: 'Nota' })).toHaveValue('');
    expect(server.asked(listResponses).map(({ query }) => query['group'])).toEqual([undefined]);
  });

  test('says of what metric a score is', async () => {
    serverWith([response(1, { score: 7 }), response(2, { metric: 'ces', score: 7 })]);
    openApp(path);
    const score = async (name: string) => {
      const row = (await screen.findByText(name)).closest('tr')!;
      return within(row).getAllByRole('cell')[1]!.textContent;
    };
    expect(await score('Pessoa 1')).toMatch(/7Neutro.*NPS$/);
    expect(await score('Pessoa 2')).toMatch(/7Achou fácil.*CES$/);
  });

  test('beyond its last page is at its last, in place of that address', async () => {
    serverWith(Array.from({ length: 21 }, (_, at) => response(at + 1)));
    const { router } = openApp(`${path}?page=9999`);
    expect(await screen.findByText('Pessoa 21')).toBeVisible();
    expect(screen.getByText('21–21 de 21')).toBeVisible();
    expect(router.state.location.search).toEqual({ page: 2 });
    expect(router.history.length).toBe(1);
  });

  test('calls somebody without a name so, in the list and in the panel, and writes the phone as people do', async () => {
    const nameless = { ...response(1).customer!, name: '', tel: '+5511987654321' };
    serverWith([response(1, { customer: nameless })]);
    const { user } = openApp(path);
    await user.click(await screen.findByRole('link', { name: 'Sem nome' }));
    const panel = within(await screen.findByRole('dialog'));
    expect(await panel.findByText('Sem nome')).toBeVisible();
    expect(panel.getByText('+55 11 98765-4321')).toBeVisible();
  });

  test('[PRIVACY-09] calls somebody who was anonymized “Anônimo”, in the list and in the panel', async () => {
    const erased = { ...response(1).customer!, name: '', anonymized: true } as const;
    serverWith([response(1, { customer: erased })]);
    const { user } = openApp(path);
    await user.click(await screen.findByRole('link', { name: 'Anônimo' }));
    expect(await within(await screen.findByRole('dialog')).findByText('Anônimo')).toBeVisible();
  });

  test('is put in the order of time, either way, by the head of its column', async () => {
    const server = serverWith([response(1)]);
    const { user, router } = openApp(`${path}?page=2&group=top&metric=nps`);
    const when = () => screen.getByRole('columnheader', { name: 'Respondida em' });
    await screen.findByText('Pessoa 1');
    expect(when()).toHaveAttribute('aria-sort', 'descending');
    await user.click(within(when()).getByRole('button'));
    await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'oldest', group: 'top', metric: 'nps' }));
    expect(when()).toHaveAttribute('aria-sort', 'ascending');
    await waitFor(() => expect(server.asked(listResponses).at(-1)?.query).toMatchObject({ sort: 'oldest', page: '1' }));
    await user.click(within(when()).getByRole('button'));
    await waitFor(() => expect(router.state.location.search).toEqual({ group: 'top', metric: 'nps' }));
    // The heads say it: a menu with nothing else would take a line of its own.
    expect(screen.queryByRole('button', { name: 'Exibir' })).toBeNull();
  });

  test('in a narrow window has the channel under the survey', async () => {
    showInWindow(1200);
    serverWith([response(1)]);
    openApp(path);
    const row = (await screen.findByText('Pessoa 1')).closest('tr')!;
    expect(screen.queryByRole('columnheader', { name: 'Canal' })).toBeNull();
    expect(within(row).getByText('Hospedagem').closest('td')).toHaveTextContent('HospedagemE-mail');
  });

  test('on a phone is put in the order of time, either way, from “Exibir”', async () => {
    showOnPhone();
    serverWith([response(1)]);
    const { user, router } = openApp(path);
    await screen.findByText('Pessoa 1');
    await user.click(screen.getByRole('button', { name: 'Exibir' }));
    const order = (name: string) => screen.findByRole('menuitemradio', { name, hidden: true });
    expect(await order('Mais recentes primeiro')).toBeChecked();
    await user.click(await order('Mais antigas primeiro'));
    await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'oldest' }));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Exibir' })).toHaveAttribute('aria-expanded', 'false'),
    );
  });

  test('takes a filter back by its mark, and chooses others by the fields', async () => {
    const server = serverWith([response(1)]);
    const { user, router } = openApp(`${path}?scoreMin=9&scoreMax=9&page=2`);
    await user.click(await screen.findByRole('button', { name: 'Remover filtro: Nota 9' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));

    await user.click(await screen.findByRole('combobox', { name: 'Nota' }));
    await user.click(await screen.findByText('Detratores'));
    await user.click(screen.getByRole('combobox', { name: 'Comentário' }));
    await user.click(await screen.findByText('Com comentário'));
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ metric: 'nps', group: 'bottom', comment: 'with' }),
    );
    await waitFor(() =>
      expect(server.calls.findLast((call) => call.route === 'GET /responses')?.query).toMatchObject({
        metric: 'nps',
        group: 'bottom',
        comment: 'with',
      }),
    );
  });

  test('names the company whose people it is narrowed to, and takes it back', async () => {
    const server = serverWith([response(1)]);
    server.on(getContactCompany)(({ params }) => ({
      _id: ContactCompanyId.parse(params['id']),
      nome: 'Padaria Lua',
      cnpj: null,
      segmento: null,
      created_at: '2026-11-10T15:00:00.000Z',
    }));
    const { user, router } = openApp(`${path}?contactCompanyId=${id(70)}`);
    await user.click(await screen.findByRole('button', { name: 'Remover filtro: Empresa: Padaria Lua' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    const asked = server.asked(listResponses).map(({ query }) => query['contactCompanyId']);
    expect([asked[0], asked.at(-1)]).toEqual([id(70), undefined]);
  });

  test('a period that moves on with the day is in the address by its name, also where it is saved as a filter', async () => {
    const server = serverWith([response(1)]);
    server
      .on(listSavedFilters)(() => ({ data: [] }))
      .on(createSavedFilter)(({ body }) => ({
      ...body,
      _id: SavedFilterId.parse(id(71)),
      own: true,
      owner: 'Ana Souza',
    }));
    const { user, router } = openApp(`${path}?from=2026-03-01`);
    await user.click(await screen.findByRole('combobox', { name: 'Período' }));
    await user.click(await screen.findByText('Últimos 7 dias'));
    await waitFor(() => expect(router.state.location.search).toEqual({ period: '7d' }));
    expect(screen.getByRole('combobox', { name: 'Período' })).toHaveValue('Últimos 7 dias');
    const to = dayIn('America/Sao_Paulo', new Date());
    await waitFor(() => expect(server.asked(listResponses).at(-1)?.query).toMatchObject({ from: addDays(to, -6), to }));
    await user.click(screen.getByRole('button', { name: 'Filtros salvos' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Salvar filtro atual…', hidden: true }));
    expect(server.asked(listSavedFilters)[0]?.query).toEqual({ list: 'responses' });
    await user.type(await screen.findByLabelText('Nome'), 'Semana{Enter}');
    await waitFor(() =>
      expect(server.asked(createSavedFilter)[0]?.body).toMatchObject({ list: 'responses', search: { period: '7d' } }),
    );

    await user.click(screen.getByRole('combobox', { name: 'Período' }));
    await user.click(await screen.findByText('Desde sempre'));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  test('opens the calendar for who asks for days of their own, and not for who comes with them', async () => {
    serverWith([response(1)]);
    const { user } = openApp(path);
    await user.click(await screen.findByRole('combobox', { name: 'Período' }));
    await user.click(await screen.findByText('Personalizado'));
    expect(await screen.findByRole('button', { name: 'Mês anterior', hidden: true })).toBeInTheDocument();
    cleanup();
    openApp(`${path}?from=2026-11-02&to=2026-11-03`);
    expect(await screen.findByRole('button', { name: 'Período: 2 nov – 3 nov 2026' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Mês anterior', hidden: true })).toBeNull();
  });

  test('on a phone shows the period, and the other filters when asked, with how many are set', async () => {
    showOnPhone();
    serverWith([response(1)]);
    const { user } = openApp(`${path}?comment=with&metric=nps&group=top&from=2026-11-02`);
    const button = await screen.findByRole('button', { name: 'Filtros (2)' });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    expect(screen.getByRole('combobox', { name: 'Período' })).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Comentário' })).toBeNull();
    await user.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    await user.click(screen.getByRole('combobox', { name: 'Canal' }));
    await user.click(await screen.findByRole('option', { name: 'SMS', hidden: true }));
    await user.click(await screen.findByRole('button', { name: 'Filtros (3)' }));
    expect(screen.queryByRole('combobox', { name: 'Comentário' })).toBeNull();
  });

  test('on a phone gives the comment a line of its own', async () => {
    showOnPhone();
    serverWith([response(1), response(2, { comment: null })]);
    openApp(path);
    const linesOf = async (name: string) => {
      const card = (await screen.findByRole('link', { name })).closest('li')!;
      return [...card.children].map((line) => line.textContent);
    };
    expect((await linesOf('Pessoa 1')).slice(1)).toEqual(['Comentário 1', 'HospedagemE-mail10 nov 2026, 12:00']);
    expect((await linesOf('Pessoa 2')).slice(1)).toEqual(['HospedagemE-mail10 nov 2026, 12:00']);
  });

  test('opens the list of a filter within the landmark of the page', async () => {
    serverWith([response(1)]);
    const { user } = openApp(path);
    await user.click(await screen.findByRole('combobox', { name: 'Comentário' }));
    expect(screen.getByRole('main')).toContainElement(await screen.findByText('Com comentário'));
  });

  test('[STATES-03] says when the filter leaves nothing, and takes it back', async () => {
    serverWith([]).on(listResponses)(({ query }) =>
      query['comment'] || query['group'] ? { data: [], total: 0 } : { data: [response(1)], total: 1 },
    );
    const { user, router } = openApp(`${path}?comment=with&group=top`);
    expect(await screen.findByText('NENHUM RESULTADO ENCONTRADO')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Limpar filtros' }));
    expect(await screen.findByText('Pessoa 1')).toBeVisible();
    expect(router.state.location.search).toEqual({});
  });

  test('says why nothing is there yet, and what to do', async () => {
    serverWith([]);
    openApp(path);
    expect(await screen.findByText('Nenhuma resposta ainda')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Novo envio' })).toHaveAttribute('href', '/sends/new');
  });

  test('says what failed and tries again', async () => {
    const server = serverWith([response(1)]);
    server.refuse(listResponses, 'UNAVAILABLE');
    const { user } = openApp(path);
    await screen.findByText('Não foi possível carregar');
    server.on(listResponses)(() => ({ data: [response(1)], total: 1 }));
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByText('Pessoa 1')).toBeVisible();
  });

  test('turns away who may not know who answered', async () => {
    signedInServer('notesonly');
    const { router } = openApp(path);
    await waitFor(() => expect(router.state.location.pathname).toBe('/cf-dashboard'));
  });
});

describe('the panel of a response', () => {
  test('says what a question names by its words, whoever answered', async () => {
    const server = serverWith([response(1)]);
    const title = 'Olá {{nome}}, nível {{nivel_clube}}: de 0 a 10?';
    const [first] = detail(response(1)).answers;
    server
      .on(getResponse)(() => detail(response(1), { answers: [{ ...first!, title }] }))
      .on(listCustomFields)(() => ({
      data: [aCustomField({ internal_name: 'nivel_clube', label: 'Nível do clube' })],
    }));
    const { user } = openApp(path);
    await user.click(await screen.findByRole('link', { name: 'Pessoa 1' }));
    expect(await screen.findByText('Olá [nome], nível [Nível do clube]: de 0 a 10?')).toBeVisible();
  });

  describe('with a masked answer', () => {
    const [masked, other] = [1, 2].map((last) => response(last, { comment: null, comment_hidden: true })) as [
      ListedResponse,
      ListedResponse,
    ];
    const withMasked = (as: Role = 'own') => {
      const server = serverWith([masked, other], 2, as);
      server.on(getResponse)(({ params }) => {
        const { answers, ...rest } = detail(params['id'] === masked._id ? masked : other);
        return { ...rest, answers: answers.map((each) => (each.key === 'why' ? { ...each, hidden: true } : each)) };
      });
      server.on(revealAnswer)(() => ({ text: 'Sou alérgica' }));
      return server;
    };
    const button = 'Mostrar a resposta a “Por quê?”';

    test('[PRIVACY-21] shows it to who asks and may, as long as the panel shows the response', async () => {
      const server = withMasked();
      const { user } = openApp(`${path}?response=${masked._id}`);
      const panel = within(await screen.findByRole('dialog'));
      expect(await panel.findByText('Resposta sensível')).toBeVisible();
      // Both are known by then, so that nothing is drawn between them.
      await user.keyboard('j');
      await panel.findByText('2 de 2');
      await user.keyboard('k');
      await panel.findByText('1 de 2');
      expect(server.count(revealAnswer)).toBe(0);
      await user.click(panel.getByRole('button', { name: button }));
      expect(await panel.findByText('Sou alérgica')).toHaveFocus();
      expect(panel.queryByText('Resposta sensível')).toBeNull();
      expect(server.asked(revealAnswer)).toMatchObject([{ params: { id: masked._id }, body: { question: 'why' } }]);
      await user.keyboard('j');
      await panel.findByText('2 de 2');
      expect(panel.getByRole('button', { name: button })).toBeVisible();
      expect(screen.queryByText('Sou alérgica')).toBeNull();
      await user.keyboard('k');
      await panel.findByText('1 de 2');
      expect(panel.getByRole('button', { name: button })).toBeVisible();
      expect(screen.queryByText('Sou alérgica')).toBeNull();
      expect(server.count(revealAnswer)).toBe(1);
    });

    test('says why it could not be shown, and shows it when asked again', async () => {
      const server = withMasked();
      server.refuse(revealAnswer, 'INTERNAL_ERROR');
      const { user } = openApp(`${path}?response=${masked._id}`);
      await user.click(await screen.findByRole('button', { name: button }));
      expect(await screen.findByRole('alert')).toBeVisible();
      server.on(revealAnswer)(() => ({ text: 'Sou alérgica' }));
      await user.click(screen.getByRole('button', { name: button }));
      expect(await screen.findByText('Sou alérgica')).toBeVisible();
    });

    test('[PRIVACY-21] offers nothing to who may not see it', async () => {
      withMasked('pdv');
      openApp(`${path}?response=${masked._id}`);
      const panel = within(await screen.findByRole('dialog'));
      expect(await panel.findByText('Resposta sensível')).toBeVisible();
      expect(panel.queryByRole('button', { name: /^Mostrar/ })).toBeNull();
    });
  });

  test('opens from the list, is named by the address, and closes by Esc', async () => {
    const server = serverWith([response(1)]);
    const send = SendId.parse('019a9f3e-0000-7000-8000-0000000000aa');
    server.on(getResponse)(() => detail(response(1), { send_id: send }));
    const { user, router } = openApp(path);
    await user.click(await screen.findByRole('link', { name: 'Pessoa 1' }));

    const panel = await screen.findByRole('dialog', { name: 'Resposta' });
    const answers = within(await within(panel).findByRole('list', { name: 'Perguntas e respostas' }));
    expect(answers.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringMatching(/^Recomendaria\?.*9/),
      'Por quê?Comentário 1',
    ]);
    expect(within(panel).getByText('E-mail')).toBeVisible();
    expect(within(panel).getByText('10 nov 2026, 11:58')).toBeVisible();
    expect(within(panel).getByText('Não concluída')).toBeVisible();
    expect(within(panel).getByRole('link', { name: 'Envio' })).toHaveAttribute('href', `/queues/${send}/detailed`);
    expect(router.state.location.search).toEqual({ response: id(1) });

    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.search).toEqual({});
  });

  test('leaves the list beside it in use: another row opens in its place, and once closed none opens again', async () => {
    serverWith([response(1), response(2)]);
    const { user, router } = openApp(path);
    await user.click(await screen.findByRole('link', { name: 'Pessoa 1' }));
    const panel = await screen.findByRole('dialog', { name: 'Resposta' });
    expect(await within(panel).findByText('Comentário 1')).toBeVisible();

    expect(document.querySelector('.mantine-Drawer-overlay')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Pessoa 2' }));
    expect(await within(panel).findByText('Comentário 2')).toBeVisible();
    await user.click(screen.getByText('Comentário 1'));
    expect(await within(panel).findByText('Pessoa 1')).toBeVisible();
    expect(router.state.location.search).toEqual({ response: id(1) });

    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.search).toEqual({});
  });

  test('[RPANEL-08] j and k go through the list, over the ends of a page, without closing it', async () => {
    const all = Array.from({ length: 21 }, (_unused, at) => response(at + 1));
    serverWith(all);
    const { user, router } = openApp(`${path}?response=${id(19)}`);
    const panel = await screen.findByRole('dialog', { name: 'Resposta' });
    expect(await within(panel).findByText('Comentário 19')).toBeVisible();

    expect(within(panel).getByText('19 de 21')).toBeVisible();
    await user.keyboard('j');
    expect(await within(panel).findByText('Comentário 20')).toBeVisible();
    await user.keyboard('j');
    expect(await within(panel).findByText('Comentário 21')).toBeVisible();
    expect(within(panel).getByText('21 de 21')).toBeVisible();
    expect(router.state.location.search).toEqual({ response: id(21), page: 2 });
    // The last of all: nothing more comes.
    const next = within(panel).getByRole('button', { name: /Próxima resposta/ });
    expect(next).toHaveAttribute('aria-disabled', 'true');
    expect(next).toHaveAttribute('data-disabled');
    await user.keyboard('j');
    await user.keyboard('k');
    expect(await within(panel).findByText('Comentário 20')).toBeVisible();
    expect(router.state.location.search).toEqual({ response: id(20) });
    await user.click(within(panel).getByRole('button', { name: /Resposta anterior/ }));
    expect(await within(panel).findByText('Comentário 19')).toBeVisible();
  });

  test('j and k lead to what stands beside the open response, also when answers came meanwhile', async () => {
    const all = Array.from({ length: 30 }, (_unused, at) => response(at + 1));
    serverWith(all);
    const { user, router } = openApp(`${path}?response=${id(20)}`);
    const panel = await screen.findByRole('dialog', { name: 'Resposta' });
    expect(await within(panel).findByText('20 de 30')).toBeVisible();
    all.unshift(response(31), response(32));
    await user.keyboard('j');
    expect(await within(panel).findByText('Comentário 21')).toBeVisible();
    expect(within(panel).getByText('23 de 30')).toBeVisible();
    expect(router.state.location.search).toEqual({ response: id(21), page: 2 });

    await user.keyboard('kk');
    expect(await within(panel).findByText('Comentário 19')).toBeVisible();
    all.unshift(response(33));
    await user.keyboard('j');
    expect(await within(panel).findByText('Comentário 20')).toBeVisible();
  });

  test('says nothing of a place, and leads nowhere, where the page does not hold the response', async () => {
    const all = Array.from({ length: 30 }, (_unused, at) => response(at + 1));
    serverWith(all);
    openApp(`${path}?response=${id(25)}`);
    const panel = await screen.findByRole('dialog', { name: 'Resposta' });
    expect(await within(panel).findByText('Comentário 25')).toBeVisible();
    expect(within(panel).queryByRole('button', { name: /Próxima/ })).toBeNull();
    expect(within(panel).queryByRole('status')).toBeNull();
  });

  test('of very many, says that there are more', async () => {
    const server = serverWith([response(1)]);
    server.on(listResponses)(() => ({ data: [response(1)], total: 10_000, totalIsAtLeast: true }));
    openApp(`${path}?response=${id(1)}`);
    const panel = await screen.findByRole('dialog', { name: 'Resposta' });
    expect(await within(panel).findByRole('status')).toHaveTextContent('1 de 10.000+');
  });

  test('gives the focus back to the row last read, also on another page', async () => {
    serverWith(Array.from({ length: 21 }, (_unused, at) => response(at + 1)));
    const { user } = openApp(path);
    for (const [opened, key, read] of [
      [18, 'j', 19],
      [20, 'j', 21],
      [21, 'k', 20],
    ]) {
      await user.click(await screen.findByRole('link', { name: `Pessoa ${opened}` }));
      await within(await screen.findByRole('dialog')).findByText(`Comentário ${opened}`);
      await user.keyboard(`${key}`);
      await within(screen.getByRole('dialog')).findByText(`Comentário ${read}`);
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(screen.getByRole('link', { name: `Pessoa ${read}` })).toHaveFocus();
    }
  });

  test('gives the focus to the title where the list does not hold what was read', async () => {
    serverWith([response(1)]);
    const { user } = openApp(`${path}?response=${id(2)}`);
    await screen.findByRole('link', { name: 'Pessoa 1' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Respostas', level: 1 })).toHaveFocus());
  });

  test('is closed by Back, and once closed is not opened by it again', async () => {
    serverWith(Array.from({ length: 21 }, (_unused, at) => response(at + 1)));
    const { user, router } = openApp('/customer-feedback');
    await router.navigate({ to: path });
    const open = async (last: number) => {
      await user.click(await screen.findByRole('link', { name: `Pessoa ${last}` }));
      await within(await screen.findByRole('dialog')).findByText(`Comentário ${last}`);
    };
    const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await open(1);
    router.history.back();
    await isClosed();
    expect(router.state.location.pathname).toBe(path);

    await open(1);
    await user.keyboard('j');
    await within(screen.getByRole('dialog')).findByText('Comentário 2');
    await user.keyboard('{Escape}');
    await isClosed();
    expect(router.state.location.search).toEqual({});
    router.history.back();
    await waitFor(() => expect(router.state.location.pathname).toBe('/customer-feedback'));
    router.history.forward();

    // On another page than it was opened from, it leaves the one it came from behind.
    await open(20);
    await user.keyboard('j');
    await within(screen.getByRole('dialog')).findByText('Comentário 21');
    await user.click(screen.getByRole('button', { name: 'Fechar' }));
    await isClosed();
    expect(router.state.location.search).toEqual({ page: 2 });
    router.history.back();
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    expect(router.state.location.pathname).toBe(path);
  });

  test('says of a response by an open link that it is anonymous, and speaks of no deleted contact', async () => {
    serverWith([response(1, { customer: null, anonymous: true, origin: 'link', channel: 'link' })]);
    openApp(`${path}?response=${id(1)}`);
    expect(await screen.findByText('Resposta anônima.')).toBeVisible();
    expect(screen.getByText('Link aberto')).toBeVisible();
  });

  test('says that a response is not there, and that nobody is known', async () => {
    const server = serverWith([response(1, { customer: null })]);
    openApp(`${path}?response=${id(1)}`);
    expect(await screen.findByText('Resposta anônima, ou de um contato que foi excluído.')).toBeVisible();
    server.refuse(getResponse, 'NOT_FOUND');
    const { user, router } = openApp(`${path}?response=unknown`);
    expect(await screen.findByText('Não encontramos o que você procura')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Voltar' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });
});

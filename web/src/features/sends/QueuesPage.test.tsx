import { opens, roles } from '@escuta/contract/access-policy';
import { listQueues } from '@escuta/contract/sends';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FakeServer } from '#web/testing/fake-server.ts';
import { showOnPhone } from '#web/testing/phone.ts';
import { openApp, signedInServer } from '#web/testing/render-app.tsx';
import { finished, testQueue } from '#web/testing/send-samples.ts';

// Noon of 20 November in the unit, São Paulo.
const now = new Date('2026-11-20T15:00:00.000Z');

beforeEach(() => vi.useFakeTimers({ now, shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

/** What the list asked; the bar over the pages asks for one row and is not meant. */
function asked(server: FakeServer) {
  return server.calls.flatMap(({ route, query }) => (route === 'GET /queues' && query['limit'] !== '1' ? [query] : []));
}

async function fiveSeconds(): Promise<void> {
  await vi.advanceTimersByTimeAsync(5_000);
}

describe('the queue of sends', () => {
  test('[QUEUE-01, QUEUE-02, QUEUE-04, QUEUE-11, I18N-03] has its title, description, search and columns', async () => {
    signedInServer().on(listQueues)(() => ({ data: [testQueue(1, finished)], total: 1 }));
    openApp('/queues');
    await screen.findByText('Pesquisa 1');
    expect(screen.getByRole('heading', { level: 1, name: 'Fila de Envios' })).toBeVisible();
    expect(
      await screen.findByText(/envios em massa da conta.+individuais ou de integrações não aparecem/),
    ).toBeVisible();
    expect(screen.getByPlaceholderText('Buscar pesquisa...')).toBeVisible();
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Pesquisa',
      'Tipo',
      'Data de Solicitação',
      'Status',
      'Data de Envio',
      'Processamento',
      'Progresso',
      'Ações',
    ]);
    const row = within(screen.getByRole('link', { name: 'Pesquisa 1' }).closest('tr')!);
    expect(row.getByText('NPS')).toBeVisible();
    expect(row.getByText('20 nov 2026, 12:02')).toBeVisible();
    // It left in the minute of the request.
    expect(row.getByText('na hora')).toHaveAttribute('title', '20 nov 2026, 12:02');
    expect(row.getByText('Finalizado')).toBeVisible();
    // Decision 56: people held back are neither sent nor failures.
    for (const count of ['1.180 enviados', '12 retidos', '8 falhas']) expect(row.getByText(count)).toBeInTheDocument();
    expect(row.getByText('1.200/1.200').parentElement).toHaveTextContent('1.200/1.200 processados');
    expect(row.getByRole('progressbar', { name: 'Progresso de Pesquisa 1' })).toHaveAttribute('aria-valuenow', '100');
    expect(row.getByRole('link', { name: 'Ver detalhes de Pesquisa 1' })).toBeVisible();
  });

  test.each([
    ['2026-11-20T15:02:59.000Z', 'na hora'],
    ['2026-11-20T15:03:00.000Z', '20 nov 2026, 12:03'],
    ['2026-11-21T15:02:05.000Z', '21 nov 2026, 12:02'],
    [null, '—'],
  ])('[QUEUE-11] says day and time of a send that did not leave at once: %s', async (sent_at, shown) => {
    signedInServer().on(listQueues)(() => ({ data: [testQueue(1, { ...finished, sent_at })], total: 1 }));
    openApp('/queues');
    const row = (await screen.findByRole('link', { name: 'Pesquisa 1' })).closest('tr')!;
    expect(row.cells[4]).toHaveTextContent(new RegExp(`^${shown}$`));
  });

  test('names what the survey of a send measures, if anything', async () => {
    const entries = [testQueue(1, { metric: 'csat' }), testQueue(2, { metric: 'none' })];
    signedInServer().on(listQueues)(() => ({ data: entries, total: 2 }));
    openApp('/queues');
    const rowOf = (name: string) => screen.getByRole('link', { name }).closest('tr')!;
    await screen.findByText('Pesquisa 1');
    expect(within(rowOf('Pesquisa 1')).getByText('CSAT')).toBeVisible();
    expect(within(rowOf('Pesquisa 2')).getByText('Feedback')).toBeVisible();
  });

  test('is a card on a phone, with status, numbers with their words and progress', async () => {
    showOnPhone();
    signedInServer().on(listQueues)(() => ({ data: [testQueue(1)], total: 1 }));
    openApp('/queues');
    const first = within((await screen.findByRole('link', { name: 'Pesquisa 1' })).closest('li')!);
    expect(first.getByText('Em Processamento')).toBeVisible();
    expect(first.getByText('600/1.200')).toBeVisible();
    expect(first.getByRole('progressbar', { name: 'Progresso de Pesquisa 1' })).toHaveAttribute('aria-valuenow', '50');
    for (const count of ['580 enviados', '10 retidos', '8 falhas', '2 sem confirmação'])
      expect(first.getByText(count)).toHaveClass('figures');
    expect(first.getByText('20 nov 2026, 12:02')).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('is a card on a phone that tells an SMS from an e-mail', async () => {
    showOnPhone();
    const entries = [testQueue(1, { channel: 'sms' }), testQueue(2)];
    signedInServer().on(listQueues)(() => ({ data: entries, total: 2 }));
    openApp('/queues');
    const cardOf = (name: string) => screen.getByRole('link', { name }).closest('li')!;
    await screen.findByText('Pesquisa 1');
    expect(within(cardOf('Pesquisa 1')).getByText('NPS · SMS')).toBeVisible();
    expect(within(cardOf('Pesquisa 2')).getByText('NPS · E-mail')).toBeVisible();
  });

  test('is a card without a dash while nothing has come of a send', async () => {
    showOnPhone();
    const processing = { accepted: 0, heldBack: 0, failed: 0, unknown: 0, pending: 1200 };
    signedInServer().on(listQueues)(() => ({ data: [testQueue(1, { processing })], total: 1 }));
    openApp('/queues');
    const first = (await screen.findByRole('link', { name: 'Pesquisa 1' })).closest('li')!;
    expect(first).toHaveTextContent('0/1.200 processados');
    expect(first).not.toHaveTextContent('—');
  });

  test.each(roles.filter((role) => opens(role, 'queues')))(
    '[QUEUE-11, QUEUE-12] has its columns for every role that may open it, the planning for internal staff only: %s',
    async (role) => {
      signedInServer(role).on(listQueues)(() => ({ data: [testQueue(1, finished)], total: 1 }));
      openApp('/queues');
      await screen.findByText('Pesquisa 1');
      const columns = screen.getAllByRole('columnheader').map((header) => header.textContent);
      expect(columns.filter((column) => column !== 'Agendamento')).toEqual([
        'Pesquisa',
        'Tipo',
        'Data de Solicitação',
        'Status',
        'Data de Envio',
        'Processamento',
        'Progresso',
        'Ações',
      ]);
      expect(columns.includes('Agendamento')).toBe(role === 'acmng');
    },
  );

  test('[QUEUE-12] shows how far the planning is to internal staff only', async () => {
    const server = signedInServer('acmng');
    server.on(listQueues)(() => ({ data: [testQueue(1, { percentageScheduled: 0.25 })], total: 1 }));
    openApp('/queues');
    expect(await screen.findByText('25%')).toBeVisible();
    expect(screen.getByRole('columnheader', { name: 'Agendamento' })).toBeVisible();
  });

  test('[QUEUE-05, QUEUE-06] searches 500 ms after the last key, and clears', async () => {
    const server = signedInServer();
    server.on(listQueues)(({ query }) => ({ data: [testQueue(query['search'] ? 2 : 1, finished)], total: 1 }));
    const { user } = openApp('/queues');
    await screen.findByText('Pesquisa 1');
    await user.type(screen.getByLabelText('Buscar pesquisa'), 'nps');
    await vi.advanceTimersByTimeAsync(400);
    expect(asked(server).some((query) => 'search' in query)).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(await screen.findByText('Pesquisa 2')).toBeVisible();
    expect(asked(server).flatMap((query) => query['search'] ?? [])).toEqual(['nps']);

    const before = asked(server).length;
    await user.click(screen.getByRole('button', { name: 'Limpar busca' }));
    expect(await screen.findByText('Pesquisa 1')).toBeVisible();
    expect(screen.getByLabelText('Buscar pesquisa')).toHaveValue('');
    await waitFor(() => expect(asked(server).slice(before)).toHaveLength(1));
    expect(asked(server).at(-1)).not.toHaveProperty('search');
  });

  test('takes a first day alone as up to today, and says so', async () => {
    const server = signedInServer();
    server.on(listQueues)(() => ({ data: [testQueue(1, finished)], total: 1 }));
    openApp('/queues?from=2020-01-01');
    await screen.findByText('Pesquisa 1');
    expect(asked(server)).toMatchObject([{ from: '2020-01-01', to: '2026-11-20' }]);
    expect(screen.getByRole('button', { name: /^Período: / })).toHaveTextContent('1 jan 2020 – 20 nov 2026');
  });

  test('[QUEUE-07, QUEUE-08] asks for the current month until other days are chosen', async () => {
    const server = signedInServer();
    server.on(listQueues)(() => ({ data: [testQueue(1, finished)], total: 1 }));
    const { user, router } = openApp('/queues');
    await screen.findByText('Pesquisa 1');
    expect(asked(server)[0]).toMatchObject({ from: '2026-11-01', to: '2026-11-30' });
    const field = screen.getByRole('button', { name: /^Período: / });
    expect(field).toHaveTextContent('1 nov – 30 nov 2026');

    await user.click(field);
    await user.click(await screen.findByLabelText('3 nov 2026'));
    await user.click(screen.getByLabelText('9 nov 2026'));
    await waitFor(() => expect(asked(server).at(-1)).toMatchObject({ from: '2026-11-03', to: '2026-11-09' }));
    expect(router.state.location.search).toMatchObject({ from: '2026-11-03', to: '2026-11-09' });

    await user.click(field);
    await user.click(await screen.findByText('Mês anterior'));
    await waitFor(() => expect(asked(server).at(-1)).toMatchObject({ from: '2026-10-01', to: '2026-10-31' }));
  });

  test('begins at the first page of other days', async () => {
    const server = signedInServer();
    server.on(listQueues)(() => ({ data: [testQueue(1, finished)], total: 41 }));
    const { user, router } = openApp('/queues?page=2');
    expect(await screen.findByText('21–40 de 41')).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Período: / }));
    await user.click(await screen.findByText('Mês anterior'));
    expect(await screen.findByText('1–20 de 41')).toBeVisible();
    expect(router.state.location.search).toEqual({ from: '2026-10-01', to: '2026-10-31' });
    expect(asked(server).at(-1)).toMatchObject({ from: '2026-10-01', page: '1' });
  });

  test('the calendar opens on the last month of the days, and stays where somebody turned to', async () => {
    const server = signedInServer();
    server.on(listQueues)(() => ({ data: [testQueue(1, finished)], total: 1 }));
    const { user } = openApp('/queues?from=2026-08-01&to=2026-10-15');
    await screen.findByText('Pesquisa 1');
    const field = screen.getByRole('button', { name: /^Período: / });
    await user.click(field);
    expect(await screen.findByText('Outubro de 2026')).toBeInTheDocument();
    await user.click(screen.getByLabelText('Mês anterior'));
    expect(await screen.findByText('Setembro de 2026')).toBeInTheDocument();
    await user.click(field);
    await waitFor(() => expect(screen.queryByText('Setembro de 2026')).toBeNull());
    await user.click(field);
    expect(await screen.findByText('Outubro de 2026')).toBeInTheDocument();
  });

  test('[QUEUE-14] a click on a row opens its details', async () => {
    const server = signedInServer();
    server.on(listQueues)(() => ({ data: [testQueue(1, finished), testQueue(2, finished)], total: 2 }));
    const { user, router } = openApp('/queues');
    const row = (await screen.findByText('Pesquisa 2')).closest('tr')!;
    await user.click(within(row).getByText('Finalizado'));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/queues/${testQueue(2)._id}/detailed`));
  });

  test('[QUEUE-15] says when nothing is found, and clears the filters', async () => {
    const server = signedInServer();
    server.on(listQueues)(({ query }) =>
      query['search'] ? { data: [], total: 0 } : { data: [testQueue(1, finished)], total: 1 },
    );
    const { user } = openApp('/queues?search=nothing');
    expect(await screen.findByText('NENHUM RESULTADO ENCONTRADO')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Limpar filtros' }));
    expect(await screen.findByText('Pesquisa 1')).toBeVisible();
    expect(screen.getByLabelText('Buscar pesquisa')).toHaveValue('');
  });

  test('[QUEUE-15] clears chosen days in which nothing is found', async () => {
    const server = signedInServer();
    server.on(listQueues)(({ query }) =>
      query['from'] === '2026-10-01' ? { data: [], total: 0 } : { data: [testQueue(1, finished)], total: 1 },
    );
    const { user, router } = openApp('/queues?from=2026-10-01&to=2026-10-31');
    expect(await screen.findByText('NENHUM RESULTADO ENCONTRADO')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Limpar filtros' }));
    expect(await screen.findByText('Pesquisa 1')).toBeVisible();
    expect(router.state.location.search).toEqual({});
    expect(asked(server).at(-1)).toMatchObject({ from: '2026-11-01', to: '2026-11-30' });
  });

  test('offers the first send when there is none', async () => {
    signedInServer();
    openApp('/queues');
    expect(await screen.findByText('NENHUM RESULTADO ENCONTRADO')).toBeVisible();
    const links = screen.getAllByRole('link', { name: 'Novo envio' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/sends/new', '/sends/new']);
  });

  test('says what failed and tries again', async () => {
    const server = signedInServer();
    server.refuse(listQueues, 'UNAVAILABLE');
    const { user } = openApp('/queues');
    expect(
      await screen.findByText('A plataforma está fora do ar por um momento. Tente de novo em alguns segundos.'),
    ).toBeVisible();
    server.on(listQueues)(() => ({ data: [testQueue(1, finished)], total: 1 }));
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByText('Pesquisa 1')).toBeVisible();
  });

  test('[QUEUE-18, PAGING-01, PAGING-02] has pages of 20, with at most 9 links, a first and a last', async () => {
    const server = signedInServer();
    server.on(listQueues)(() => ({ data: [testQueue(1, finished)], total: 20 * 30 }));
    const { user } = openApp('/queues?page=15');
    await screen.findByText('Pesquisa 1');
    expect(asked(server)[0]).toMatchObject({ limit: '20', page: '15' });
    const pages = within(screen.getByRole('navigation', { name: 'Páginas' }));
    const links = pages.getAllByRole('button', { name: /^Página / });
    expect(links.length).toBeGreaterThan(4);
    expect(links.length).toBeLessThanOrEqual(9);
    await user.click(pages.getByRole('button', { name: 'Última' }));
    await waitFor(() => expect(asked(server).at(-1)).toMatchObject({ page: '30' }));
    await user.click(pages.getByRole('button', { name: 'Primeira' }));
    await waitFor(() => expect(asked(server).at(-1)).toMatchObject({ page: '1' }));
  });
});

describe('the polling of the queue', () => {
  test('[QUEUE-22] asks every 5 s while an entry is active', async () => {
    const server = signedInServer();
    server.on(listQueues)(() => ({ data: [testQueue(2, finished), testQueue(1)], total: 2 }));
    openApp('/queues');
    await screen.findByText('600/1.200');
    expect(asked(server)).toHaveLength(1);
    await fiveSeconds();
    expect(asked(server)).toHaveLength(2);
    const further = { accepted: 890, heldBack: 10, failed: 8, unknown: 2, pending: 290 };
    server.on(listQueues)(() => ({
      data: [testQueue(2, finished), testQueue(1, { processing: further })],
      total: 2,
    }));
    await fiveSeconds();
    expect(asked(server)).toHaveLength(3);
    expect(await screen.findByText('910/1.200')).toBeVisible();
  });

  test('[QUEUE-23, QUEUE-24] asks while the first queue is unfinished and of default type, and stops when it finishes', async () => {
    const waiting = { status: 'waiting', scheduledSum: 0, statusSum: 0, percentageStatus: 0 } as const;
    const server = signedInServer();
    server.on(listQueues)(() => ({ data: [testQueue(1, waiting)], total: 1 }));
    openApp('/queues');
    await screen.findByText('Aguardando');
    await fiveSeconds();
    expect(asked(server)).toHaveLength(2);
    server.on(listQueues)(() => ({ data: [testQueue(1, finished)], total: 1 }));
    await fiveSeconds();
    expect(await screen.findByText('Finalizado')).toBeVisible();
    expect(asked(server)).toHaveLength(3);
    await fiveSeconds();
    await fiveSeconds();
    expect(asked(server)).toHaveLength(3);
  });

  describe('first=true', () => {
    const scheduled = {
      status: 'waiting',
      scheduledSum: 0,
      percentageStatus: 0,
      scheduled: true,
      schedule_params: { type: 'scheduled', scheduled_to: '2026-12-01T12:00:00.000Z' },
    } as const;
    const highlighted = async (name: string) => (await screen.findByText(name)).closest('tr')?.dataset['highlighted'];

    test('[QUEUE-16, QUEUE-17] highlights the first row and polls until it finishes', async () => {
      const server = signedInServer();
      server.on(listQueues)(() => ({ data: [testQueue(2, scheduled), testQueue(1, finished)], total: 2 }));
      openApp('/queues?first=true');
      expect(await highlighted('Pesquisa 2')).toBe('true');
      expect(await highlighted('Pesquisa 1')).toBeUndefined();
      await fiveSeconds();
      expect(asked(server)).toHaveLength(2);
      server.on(listQueues)(() => ({ data: [testQueue(2, finished), testQueue(1, finished)], total: 2 }));
      await fiveSeconds();
      await fiveSeconds();
      expect(asked(server)).toHaveLength(3);
    });

    test('[QUEUE-16] highlights no row of the other pages', async () => {
      signedInServer().on(listQueues)(() => ({ data: [testQueue(2, scheduled), testQueue(1, finished)], total: 41 }));
      openApp('/queues?first=true&page=2');
      expect(await highlighted('Pesquisa 2')).toBeUndefined();
      expect(await highlighted('Pesquisa 1')).toBeUndefined();
    });

    test('is over when other days are chosen: their first row is not the send that somebody waits for', async () => {
      const server = signedInServer();
      server.on(listQueues)(() => ({ data: [testQueue(2, scheduled), testQueue(1, finished)], total: 2 }));
      const { user, router } = openApp('/queues?first=true');
      expect(await highlighted('Pesquisa 2')).toBe('true');
      await user.click(screen.getByRole('button', { name: /^Período: / }));
      await user.click(await screen.findByText('Mês anterior'));
      await waitFor(() => expect(asked(server).at(-1)).toMatchObject({ from: '2026-10-01' }));
      expect(router.state.location.search).toEqual({ from: '2026-10-01', to: '2026-10-31' });
      expect(await highlighted('Pesquisa 2')).toBeUndefined();
      const before = asked(server).length;
      await fiveSeconds();
      expect(asked(server)).toHaveLength(before);
    });

    test('without it the same list neither highlights nor polls', async () => {
      const server = signedInServer();
      server.on(listQueues)(() => ({ data: [testQueue(2, scheduled), testQueue(1, finished)], total: 2 }));
      openApp('/queues');
      expect(await highlighted('Pesquisa 2')).toBeUndefined();
      await fiveSeconds();
      await fiveSeconds();
      expect(asked(server)).toHaveLength(1);
    });
  });
});

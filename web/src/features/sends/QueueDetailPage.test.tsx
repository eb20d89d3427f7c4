import type { RouteDefinition } from '@escuta/contract/route';
import { getQueue, listQueueItems } from '@escuta/contract/sends';
import type { QueueItem } from '@escuta/contract/sends';
import { screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { showOnPhone } from '#web/testing/phone.ts';
import { openApp, signedInServer } from '#web/testing/render-app.tsx';
import { finished, testItem, testQueue } from '#web/testing/send-samples.ts';

const address = `/queues/${testQueue(1)._id}/detailed`;
const unsubscribed = { response: 'NOT_EXECUTED', responseReason: 'unsubscribed' } as const;
const pending = { response: null, executed_at: null } as const;

afterEach(async () => {
  vi.useRealTimers();
  await i18next.changeLanguage('pt');
});

function serverWith(items: QueueItem[], queue = testQueue(1, { ...finished, total: items.length })) {
  return signedInServer()
    .on(getQueue)(() => queue)
    .on(listQueueItems)(() => items);
}

function many(count: number, from = 0): QueueItem[] {
  return Array.from({ length: count }, (_, at) => testItem(from + at));
}

/** The rows under the head of a table, cell by cell. */
function cellsOf(table: HTMLElement): string[][] {
  const rows = within(table).getAllByRole('row').slice(1);
  return rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent.trim()));
}

describe('the details of a queue', () => {
  test('[QDETAIL-01] have their title and show the queue of the address', async () => {
    const server = serverWith(many(3));
    openApp(address);
    await screen.findByText('Cliente 1');
    expect(screen.getByRole('heading', { level: 1, name: 'Detalhes da Fila' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 2, name: 'Pesquisa 1' })).toBeVisible();
    expect(within(screen.getByRole('main')).getByText('Aurora Paulista')).toBeVisible();
    expect(screen.getByText('Finalizado')).toBeVisible();
    for (const route of [getQueue, listQueueItems])
      expect(server.asked<RouteDefinition>(route).map(({ params }) => params)).toEqual([{ id: testQueue(1)._id }]);
  });

  test('[QDETAIL-02] show a loader, then the summary, then the items', async () => {
    let deliver: (items: QueueItem[]) => void = () => undefined;
    const server = serverWith([]);
    server.on(listQueueItems)(() => new Promise<QueueItem[]>((resolve) => (deliver = resolve)));
    openApp(address);
    expect(await screen.findByRole('status', { name: 'Carregando os detalhes da fila' })).toBeVisible();
    await screen.findByRole('heading', { level: 2, name: 'Pesquisa 1' });
    expect(screen.queryByText('Resumo')).toBeNull();
    deliver(many(2));
    const summary = await screen.findByRole('heading', { name: 'Resumo' });
    const items = screen.getByRole('heading', { name: 'Destinatários' });
    expect(summary.compareDocumentPosition(items)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByText('1–2 de 2')).toBeVisible();
    expect(screen.queryByRole('status', { name: 'Carregando os detalhes da fila' })).toBeNull();
  });

  test('[QDETAIL-18] summarize the items, most frequent first, with a total', async () => {
    serverWith([...many(3), testItem(8, unsubscribed), testItem(9, pending), testItem(10, pending)]);
    openApp(address);
    expect(cellsOf(await screen.findByRole('table', { name: 'Resumo' }))).toEqual([
      ['Executado', '3', '50,0%'],
      ['Pendente/Aguardando', '2', '33,3%'],
      ['Cancelou o recebimento', '1', '16,7%'],
      ['Total', '6', '100,0%'],
    ]);
  });

  test('[PRIVACY-09] call somebody who was anonymized “Anônimo”, without an address', async () => {
    const erased = { ...testItem(1).customer!, name: '', email: null, anonymized: true } as const;
    serverWith([testItem(1, { customer: erased, address: null }), testItem(2)]);
    openApp(address);
    const rows = cellsOf(await screen.findByRole('table', { name: 'Destinatários' }));
    expect(rows.map(([customer]) => customer?.trim())).toEqual(['Anônimo', 'Cliente 2 cliente2@exemplo.example']);
  });

  test('summarize in shares that are 100% together', async () => {
    const invalid = { response: 'NOT_EXECUTED', responseReason: 'address_invalid' } as const;
    serverWith([testItem(1), testItem(2, unsubscribed), testItem(3, invalid)]);
    openApp(address);
    const rows = cellsOf(await screen.findByRole('table', { name: 'Resumo' }));
    expect(rows.map(([, , share]) => share)).toEqual(['33,4%', '33,3%', '33,3%', '100,0%']);
  });

  test('[QDETAIL-05, QDETAIL-06, QDETAIL-07, QDETAIL-08] show status, reason, time and customer of each item', async () => {
    const rejected = {
      response: 'NOT_EXECUTED',
      responseReason: 'rejected_by_server',
      detail: '550 no such user',
    } as const;
    serverWith([testItem(1), testItem(2, rejected), testItem(3, { customer: null }), testItem(4, pending)]);
    openApp(address);
    expect(cellsOf(await screen.findByRole('table', { name: 'Destinatários' }))).toEqual([
      ['Cliente 1 cliente1@exemplo.example', 'Sucesso', '—', '20/11/26 14:02:09'],
      [
        'Cliente 2 cliente2@exemplo.example',
        'Falha',
        'Recusado pelo servidor de e-mail 550 no such user',
        '20/11/26 14:02:09',
      ],
      ['Contato Excluído', 'Sucesso', '—', '20/11/26 14:02:09'],
      ['Cliente 4 cliente4@exemplo.example', 'Aguardando...', '—', '—'],
    ]);
  });

  test('show an item on a phone without a dash for what it has not', async () => {
    showOnPhone();
    serverWith([testItem(1), testItem(2, pending)]);
    openApp(address);
    const list = await screen.findByRole('list', { name: 'Destinatários' });
    expect(within(list).getByText('20/11/26 14:02:09')).toBeVisible();
    expect(list).not.toHaveTextContent('—');
  });

  test('[QDETAIL-03, QDETAIL-04] show 50 items to a page, at most 9 links, a first and a last', async () => {
    const server = serverWith(many(1_010));
    const { user } = openApp(address);
    const names = () =>
      cellsOf(screen.getByRole('table', { name: 'Destinatários' })).map(([customer]) => customer?.split(' c')[0]);
    await screen.findByText('Cliente 0');
    expect(names()).toHaveLength(50);
    expect(screen.getByText('1–50 de 1.010')).toBeVisible();
    const pages = within(screen.getByRole('navigation', { name: 'Páginas' }));
    expect(pages.getAllByRole('button', { name: /^Página / }).length).toBeLessThanOrEqual(9);
    await user.click(pages.getByRole('button', { name: 'Última' }));
    expect(names()).toEqual(many(10, 1_000).map(({ customer }) => customer?.name));
    await user.click(pages.getByRole('button', { name: 'Primeira' }));
    expect(names()[0]).toBe('Cliente 0');
    // The pages are the browser's own: the server was asked once.
    expect(server.count(listQueueItems)).toBe(1);
  });

  test('[QDETAIL-09] say when there is no item', async () => {
    serverWith([]);
    openApp(address);
    expect(await screen.findByText('Dados não encontrados.')).toBeVisible();
  });

  test.each([
    ['es', 'Resumen', 'Destinatarios', ['Contacto', 'Estado', 'Motivo', 'Fecha y hora'], ['Enviado', 'En espera']],
    ['en', 'Summary', 'Recipients', ['Contact', 'Status', 'Reason', 'Date and time'], ['Sent', 'Waiting']],
  ])(
    'call one thing by one word, over the summary and over the list: %s',
    async (language, summary, list, heads, words) => {
      serverWith([...many(2), testItem(9, pending)]);
      await i18next.changeLanguage(language);
      openApp(address);
      const [first, second] = [
        await screen.findByRole('table', { name: summary }),
        screen.getByRole('table', { name: list }),
      ];
      expect(
        within(second)
          .getAllByRole('columnheader')
          .map((head) => head.textContent),
      ).toEqual(heads);
      for (const word of words) {
        expect(within(first).getByText(word)).toBeVisible();
        expect(within(second).getAllByText(new RegExp(`^${word}`))[0]).toBeVisible();
      }
    },
  );

  test('tell people held back from failures, and give no time at which they were tried', async () => {
    const held = { response: 'NOT_EXECUTED', responseReason: 'quarantine', held_back: true } as const;
    const failed = { response: 'NOT_EXECUTED', responseReason: 'rejected_by_server', held_back: false } as const;
    serverWith([testItem(1, held), testItem(2, failed)]);
    openApp(address);
    const cells = async (name: string) =>
      [...(await screen.findByText(new RegExp(`^${name}`))).closest('tr')!.cells]
        .slice(1)
        .map((cell) => cell.textContent);
    expect(await cells('Cliente 1')).toEqual(['Retido', 'Em quarentena: recebeu uma pesquisa há pouco tempo ', '—']);
    expect(await cells('Cliente 2')).toEqual(['Falha', 'Recusado pelo servidor de e-mail ', '20/11/26 14:02:09']);
  });

  test('[PRIVACY-25] say of a child that the consent of a guardian is missing', async () => {
    const held = { response: 'NOT_EXECUTED', responseReason: 'child_without_consent', held_back: true } as const;
    serverWith([testItem(1, held)]);
    openApp(address);
    const row = (await screen.findByText(/^Cliente 1/)).closest('tr')!;
    expect(row).toHaveTextContent(/Retido.*Menor de 12 anos sem consentimento do responsável/);
  });

  test('explain messages that were never confirmed', async () => {
    const processing = { accepted: 1, heldBack: 0, failed: 0, unknown: 2, pending: 0 };
    serverWith(many(3), testQueue(1, { ...finished, total: 3, processing }));
    openApp(address);
    expect(await screen.findByText('2 mensagens ficaram sem confirmação')).toBeVisible();
    expect(screen.getByText(/Não reenviamos, para ninguém receber duas vezes/)).toBeVisible();
    expect(screen.queryByText(/Aguardamos até 30 minutos/)).toBeNull();
  });

  test('say how long news of them is awaited', async () => {
    const processing = { accepted: 1, heldBack: 0, failed: 0, unknown: 2, pending: 0 };
    serverWith(many(3), testQueue(1, { total: 3, statusSum: 1, processing }));
    openApp(address);
    expect(await screen.findByText(/Aguardamos até 30 minutos por um sinal/)).toBeVisible();
  });

  test.each([
    ['restored', /restaurado de um backup.+Peça a quem restaurou o Escuta que confira este envio e o libere\./],
    ['template_not_valid', /não pôde ser montado.+Fale com o suporte e informe o nome da pesquisa\./],
    ['a_newer_one', /até alguém liberar este envio.+Fale com o suporte para saber o motivo\./],
    [null, /até alguém liberar este envio/],
  ])('say why a send is paused, and what to do: %s', async (pause_reason, text) => {
    serverWith(many(3), testQueue(1, { status: 'paused', pause_reason }));
    openApp(address);
    const notice = await screen.findByRole('alert', { name: 'Este envio está pausado' });
    expect(notice).toHaveTextContent(text);
  });

  test('say nothing of a pause while the send goes on', async () => {
    serverWith(many(3), testQueue(1));
    openApp(address);
    await screen.findByRole('heading', { name: 'Destinatários' });
    expect(screen.queryByText('Este envio está pausado')).toBeNull();
  });

  test('say when a send is longer than its list', async () => {
    serverWith(many(3), testQueue(1, { ...finished, total: 60_000 }));
    openApp(address);
    expect(await screen.findByText(/Este envio tem 60\.000 destinatários\..+os primeiros 3\./)).toBeVisible();
  });

  test('poll every 5 s until the send is finished, then look a last time', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const server = serverWith([testItem(1), testItem(2, pending)], testQueue(1, { total: 2, statusSum: 1 }));
    openApp(address);
    await screen.findByText('Cliente 2');
    expect([server.count(getQueue), server.count(listQueueItems)]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect([server.count(getQueue), server.count(listQueueItems)]).toEqual([2, 2]);
    server
      .on(getQueue)(() => testQueue(1, { ...finished, total: 2, statusSum: 2 }))
      .on(listQueueItems)(() => many(2));
    await vi.advanceTimersByTimeAsync(5_000);
    await waitFor(() => expect(screen.queryByText('Pendente/Aguardando')).toBeNull());
    expect(screen.getByText('2/2')).toBeVisible();
    const after = [server.count(getQueue), server.count(listQueueItems)];
    await vi.advanceTimersByTimeAsync(20_000);
    expect([server.count(getQueue), server.count(listQueueItems)]).toEqual(after);
  });

  test('say that a queue of another unit is not here', async () => {
    signedInServer().refuse(getQueue, 'NOT_FOUND');
    openApp(address);
    expect(await screen.findByText('Não encontramos o que você procura')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ir para Fila de Envios' })).toHaveAttribute('href', '/queues');
    openApp('/queues/not-an-id/detailed');
    await waitFor(() => expect(screen.getAllByText('Não encontramos o que você procura')).toHaveLength(2));
  });

  test('say what failed and try again', async () => {
    const server = serverWith(many(1));
    server.refuse(listQueueItems, 'UNAVAILABLE');
    const { user } = openApp(address);
    expect(
      await screen.findByText('A plataforma está fora do ar por um momento. Tente de novo em alguns segundos.'),
    ).toBeVisible();
    server.on(listQueueItems)(() => many(1));
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByText('Cliente 0')).toBeVisible();
  });
});

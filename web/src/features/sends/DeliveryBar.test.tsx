import { listContacts } from '@escuta/contract/contacts';
import { listQueues } from '@escuta/contract/sends';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { showOnPhone } from '#web/testing/phone.ts';
import { openApp, signedInServer } from '#web/testing/render-app.tsx';
import type { FakeServer } from '#web/testing/fake-server.ts';
import { finished, testQueue } from '#web/testing/send-samples.ts';

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

function serverSending(role?: Parameters<typeof signedInServer>[0]): FakeServer {
  return signedInServer(role)
    .on(listContacts)(() => ({ data: [], total: 0 }))
    .on(listQueues)(() => ({ data: [testQueue(1)], total: 1 }));
}

describe('the delivery bar', () => {
  test('[BAR-01, BAR-02] says how many of how many, with a bar that follows', async () => {
    const server = serverSending();
    openApp('/contatos');
    const bar = within(await screen.findByRole('region', { name: 'Envio em andamento' }));
    expect(bar.getByText('Enviando 580/1.200')).toBeVisible();
    for (const count of ['580 enviados', '10 retidos', '8 falhas']) expect(bar.getByText(count)).toHaveClass('figures');
    expect(bar.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
    expect(server.calls.find((call) => call.route === 'GET /queues')?.query).toEqual({ page: '1', limit: '1' });
    server.on(listQueues)(() => ({ data: [testQueue(1, { statusSum: 900, percentageStatus: 0.75 })], total: 1 }));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await bar.findByText('Enviando 900/1.200')).toBeVisible();
    expect(bar.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '75');
  });

  test('keeps to one line of numbers on a phone', async () => {
    showOnPhone();
    serverSending();
    openApp('/contatos');
    const bar = within(await screen.findByRole('region', { name: 'Envio em andamento' }));
    expect(bar.getByText('10 retidos')).not.toHaveClass('figures');
  });

  test('says what it waits for when all messages have gone out and some have no answer', async () => {
    const processing = { accepted: 1_181, heldBack: 0, failed: 0, unknown: 19, pending: 0 };
    const entry = testQueue(1, { statusSum: 1_181, percentageStatus: 0.984, processing });
    const server = serverSending().on(listQueues)(() => ({ data: [entry], total: 1 }));
    openApp('/contatos');
    const bar = within(await screen.findByRole('region', { name: 'Envio em andamento' }));
    expect(bar.getByText('Enviando 1.181/1.200')).toBeVisible();
    expect(bar.getByText('Aguardando confirmação de 19 mensagens (até 30 min)')).toBeVisible();
    server.on(listQueues)(() => ({ data: [testQueue(1)], total: 1 }));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await bar.findByText('Enviando 580/1.200')).toBeVisible();
    expect(bar.queryByText(/Aguardando notícia/)).toBeNull();
  });

  test('[BAR-03] goes when it is closed, and stays away', async () => {
    const server = serverSending();
    const { user } = openApp('/contatos');
    await user.click(await screen.findByRole('button', { name: 'Fechar aviso de envio' }));
    expect(screen.queryByText('Enviando 580/1.200')).toBeNull();
    const before = server.count(listQueues);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(screen.queryByText('Enviando 580/1.200')).toBeNull();
    expect(server.count(listQueues)).toBe(before);
  });

  test('[BAR-04] leads to the queue', async () => {
    serverSending();
    const { user, router } = openApp('/contatos');
    await user.click(await screen.findByText('Enviando 580/1.200'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/queues'));
  });

  test('[BAR-06, BAR-07] asks every 5 s, hides when the send is done and then asks no more', async () => {
    const server = serverSending();
    openApp('/contatos');
    await screen.findByText('Enviando 580/1.200');
    const before = server.count(listQueues);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(server.count(listQueues)).toBe(before);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(server.count(listQueues)).toBe(before + 1);
    server.on(listQueues)(() => ({ data: [testQueue(1, finished)], total: 1 }));
    await vi.advanceTimersByTimeAsync(5_000);
    await waitFor(() => expect(screen.queryByText(/^Enviando/)).toBeNull());
    const after = server.count(listQueues);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(server.count(listQueues)).toBe(after);
  });

  test('learns of a send from the list that shows it', async () => {
    const waiting = { status: 'waiting', scheduledSum: 0, statusSum: 0, percentageStatus: 0 } as const;
    const server = serverSending();
    server.on(listQueues)(() => ({ data: [testQueue(1, waiting)], total: 1 }));
    openApp('/queues?first=true');
    await screen.findByText('Aguardando');
    expect(screen.queryByText(/^Enviando/)).toBeNull();
    server.on(listQueues)(() => ({ data: [testQueue(1)], total: 1 }));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await screen.findByText('Enviando 580/1.200')).toBeVisible();
  });

  test.each(['page=2', 'search=natal', 'from=2026-10-01&to=2026-10-31'])(
    'learns nothing from a list whose first row is not the newest send: %s',
    async (part) => {
      const server = serverSending();
      server.on(listQueues)(({ query }) =>
        query['limit'] === '1' ? { data: [testQueue(2, finished)], total: 41 } : { data: [testQueue(1)], total: 41 },
      );
      openApp(`/queues?${part}`);
      expect(await screen.findByText('600/1.200')).toBeVisible();
      const processing = { accepted: 890, heldBack: 10, failed: 8, unknown: 2, pending: 290 };
      server.on(listQueues)(() => ({ data: [testQueue(1, { processing })], total: 41 }));
      await vi.advanceTimersByTimeAsync(5_000);
      expect(await screen.findByText('910/1.200')).toBeVisible();
      expect(screen.queryByRole('region', { name: 'Envio em andamento' })).toBeNull();
    },
  );

  test('asks nothing for who may not see sends', async () => {
    const server = serverSending('readonly');
    openApp('/contatos');
    await screen.findByRole('heading', { level: 1, name: 'Contatos' });
    expect(server.count(listQueues)).toBe(0);
  });
});

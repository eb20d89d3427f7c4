import type { Role } from '@escuta/contract/access-policy';
import { startSendsExport } from '@escuta/contract/exports';
import type { Export } from '@escuta/contract/exports';
import { ExportId } from '@escuta/contract/ids';
import { exportSends, getQueue, listQueueItems, listQueues } from '@escuta/contract/sends';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { companyId, openApp, signedInServer, unitId } from '#web/testing/render-app.tsx';
import { finished, testItem, testQueue } from '#web/testing/send-samples.ts';

const queue = testQueue(1, finished);
const pages = {
  list: '/queues?from=2026-11-03&to=2026-11-09&search=hotel&page=1',
  detail: `/queues/${queue._id}/detailed`,
} as const;
/** What the file of each page is narrowed by. */
const filters = {
  list: { from: '2026-11-03', to: '2026-11-09', search: 'hotel' },
  detail: { sendId: queue._id },
} as const;
const pageNames = ['list', 'detail'] as const;

const exportId = ExportId.parse('019a9f3e-0000-7000-8000-000000000501');
const waiting: Export = {
  _id: exportId,
  type: 'export_sends',
  status: 'pending',
  created_at: '2026-11-19T15:02:03.000Z',
  ended_at: null,
  file: null,
  is_file_gone: false,
  format: 'json',
  totalData: 0,
  progress: 0,
  data: { surveyTitle: null, exportMode: null },
  _business: { _id: unitId, nome: 'Aurora Paulista', _empresa: { _id: companyId, nome: 'Aurora' } },
  _user: null,
};

function serverWith({ role = 'own', total = queue.total }: { role?: Role; total?: number } = {}) {
  return signedInServer(role)
    .on(listQueues)(() => ({ data: [queue], total: 1 }))
    .on(getQueue)(() => ({ ...queue, total }))
    .on(listQueueItems)(() => (total === 0 ? [] : [testItem(1)]));
}

async function openMenu(page: keyof typeof pages) {
  const opened = openApp(pages[page]);
  await opened.user.click(await screen.findByRole('button', { name: 'Exportar' }));
  return opened;
}

test.each(pageNames)('the sends of the %s are saved as a file, of what it shows', async (page) => {
  const server = serverWith();
  server.on(exportSends, { 'content-disposition': 'attachment; filename="envios.csv"' })(() => 'a;b');
  const saved: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:export');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { user } = await openMenu(page);
  await user.click(await screen.findByRole('menuitem', { name: 'CSV', hidden: true }));
  await waitFor(() => expect(saved).toEqual(['envios.csv']));
  const asked = server.calls.filter(({ route }) => route === 'GET /sends/export');
  expect(asked.map(({ query }) => query)).toEqual([{ ...filters[page], format: 'csv', fileLanguage: 'pt' }]);
  expect(screen.queryByText('Nomes, e-mails e telefones saem mascarados.')).toBeNull();
});

test.each(pageNames)('the sends of the %s are exported in the background, and followed in the list', async (page) => {
  const server = serverWith();
  const bodies: unknown[] = [];
  server.on(startSendsExport)(({ body }) => {
    bodies.push(body);
    return waiting;
  });
  const { user, router } = await openMenu(page);
  await user.click(await screen.findByRole('menuitem', { name: 'Em segundo plano…', hidden: true }));
  const dialog = within(await screen.findByRole('dialog'));
  // Rows and values are choices of responses alone.
  expect(dialog.getAllByRole('radiogroup')).toHaveLength(1);
  await user.click(dialog.getByRole('radio', { name: 'JSON' }));
  await user.click(dialog.getByRole('button', { name: 'Exportar' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/exports/${exportId}`));
  expect(bodies).toEqual([{ filter: filters[page], format: 'json', language: 'pt' }]);
});

test.each(pageNames)('ana is told that people are masked in the file of the %s', async (page) => {
  serverWith({ role: 'ana' });
  await openMenu(page);
  expect(await screen.findByText('Nomes, e-mails e telefones saem mascarados.')).toBeInTheDocument();
});

test('a send to nobody has nothing to export', async () => {
  serverWith({ total: 0 });
  openApp(pages.detail);
  const button = await screen.findByRole('button', { name: 'Exportar' });
  expect(button).toHaveAccessibleDescription('Não há nada para exportar.');
});

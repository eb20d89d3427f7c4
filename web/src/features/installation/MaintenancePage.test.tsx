import { beginMaintenance, endMaintenance, getMaintenance } from '@escuta/contract/maintenance';
import type { Maintenance } from '@escuta/contract/maintenance';
import { createSystemNotice, listAllSystemNotices } from '@escuta/contract/system-notices';
import { SystemNoticeId } from '@escuta/contract/ids';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openApp, signedInServer } from '#web/testing/render-app.tsx';

vi.setConfig({ testTimeout: 60_000 });
const texts = { Português: 'Voltamos já.', Español: 'Ya volvemos.', English: 'Back soon.' };

function server() {
  let maintenance: Maintenance = null;
  return signedInServer('acmng')
    .on(getMaintenance)(() => ({ maintenance }))
    .on(beginMaintenance)(({ body }) => {
      maintenance = { ...body, began_at: '2026-11-23T10:00:00.000Z' };
      return { maintenance };
    })
    .on(endMaintenance)(() => {
      maintenance = null;
      return { ok: true };
    })
    .on(listAllSystemNotices)(() => ({ data: [] }))
    .on(createSystemNotice)(({ body }) => ({
    ...body,
    _id: SystemNoticeId.parse('019a9f3e-0000-7000-8000-0000000000c1'),
  }));
}

const fill = (group: HTMLElement) => {
  for (const [label, value] of Object.entries(texts))
    fireEvent.change(within(group).getByLabelText(label), { target: { value } });
};

test('[DIALOG-03] the internal admin shuts the platform after being asked, and opens it again', async () => {
  const fake = server();
  const { user } = openApp('/admin/maintenance');
  await screen.findByText('A plataforma está aberta.', {}, { timeout: 30_000 });
  const [group] = screen.getAllByRole('group');
  fireEvent.change(within(group!).getByLabelText('Português'), { target: { value: 'Voltamos já.' } });
  expect(screen.getByRole('button', { name: 'Colocar em manutenção' })).toBeDisabled();
  fill(group!);
  fireEvent.change(screen.getByLabelText('Previsão de retorno (opcional)'), { target: { value: '2026-11-24T08:00' } });
  await user.click(screen.getByRole('button', { name: 'Colocar em manutenção' }));
  expect(fake.count(beginMaintenance)).toBe(0);
  const asked = within(await screen.findByRole('dialog', { name: 'Colocar em manutenção' }));
  await user.click(await asked.findByRole('button', { name: 'Colocar em manutenção' }));
  expect(await screen.findByText(/^Em manutenção desde/)).toBeVisible();
  expect(fake.asked(beginMaintenance)[0]?.body).toEqual({
    text: { pt: 'Voltamos já.', es: 'Ya volvemos.', en: 'Back soon.' },
    until: new Date('2026-11-24T08:00').toISOString(),
  });
  await user.click(screen.getByRole('button', { name: 'Encerrar manutenção' }));
  expect(await screen.findByText('A plataforma está aberta.')).toBeVisible();
});

test('[TOPBAR-04] the internal admin publishes a notice in three languages, from an instant to another', async () => {
  const fake = server();
  const { user } = openApp('/admin/maintenance');
  const create = await screen.findByRole('button', { name: 'Publicar aviso' }, { timeout: 30_000 });
  expect(create).toBeDisabled();
  fill((await screen.findAllByRole('group')).at(-1)!);
  fireEvent.change(screen.getByLabelText('Gravidade'), { target: { value: 'warning' } });
  fireEvent.change(screen.getByLabelText('Mostrar a partir de'), { target: { value: '2026-11-24T08:00' } });
  fireEvent.change(screen.getByLabelText('Mostrar até'), { target: { value: '2026-11-25T08:00' } });
  await user.click(create);
  await vi.waitFor(() => expect(fake.asked(createSystemNotice)[0]?.body).toMatchObject({ severity: 'warning' }));
});

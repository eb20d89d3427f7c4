import { getMe } from '@escuta/contract/access';
import { getAccountAccess, leaveAccount } from '@escuta/contract/accounts';
import { getDashboard, listComments } from '@escuta/contract/analytics';
import { listMembers } from '@escuta/contract/team';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { previewRole } from '#web/lib/role-preview.ts';
import { anAccess, staffServer } from '#web/testing/account-samples.ts';
import { card, dashboardServer } from '#web/testing/dashboard-server.ts';
import { companyId, openApp, signedInServer, testUser } from '#web/testing/render-app.tsx';

afterEach(() => previewRole(testUser(), undefined));

function atTeam() {
  return signedInServer('own', { nps_enabled: true })
    .refuse(getDashboard, 'FORBIDDEN')
    .refuse(listComments, 'FORBIDDEN')
    .on(getMe)(() => ({ ...testUser('own'), permissions: { can_temporary_access: true, exports_personal_data: true } }))
    .on(listMembers)(() => ({ data: [], total: 0 }));
}

const menuEntries = () =>
  within(screen.getByRole('navigation', { name: 'Menu principal' }))
    .queryAllByRole('link')
    .map(({ textContent }) => textContent);
const bar = () => screen.queryByRole('region', { name: 'Visualização de um papel' });

test('[SETTING-14] the product is shown as pdv finds it, says so on every page, and is one’s own again', async () => {
  const server = atTeam();
  const { user, router } = openApp('/settings/users');
  await user.click(await screen.findByRole('button', { name: 'Ver como' }));
  const choices = await screen.findAllByRole('menuitem', { hidden: true });
  expect(choices.map(({ textContent }) => textContent)).toEqual([
    'Analista',
    'Ponto de venda',
    'Somente leitura',
    'Somente notas',
    'Somente dashboard',
  ]);
  const before = menuEntries();
  expect(before).toContain('Integrações');
  await user.click(choices[1]!);

  await waitFor(() => expect(router.state.location.pathname).toBe('/cf-dashboard'));
  await waitFor(() => expect(bar()).toHaveTextContent(/Você vê o Escuta como Ponto de venda/));
  expect(menuEntries()).toContain('Contatos');
  for (const gone of ['Integrações', 'Fila de Envios']) expect(menuEntries()).not.toContain(gone);
  // Guards as well: what pdv does not open leads back, and the bar stays.
  await router.navigate({ to: '/settings/users' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/cf-dashboard'));
  expect(bar()).toBeVisible();
  // The server is never told.
  expect(JSON.stringify(server.calls)).not.toContain('pdv');

  await user.click(within(bar()!).getByRole('button', { name: 'Voltar ao meu papel' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings/users'));
  expect(await screen.findByRole('button', { name: 'Ver como' })).toBeVisible();
  expect(bar()).toBeNull();
  expect(menuEntries()).toEqual(before);
});

test('[SETTING-14] says that the data are those of one’s own access, and nothing else of them', async () => {
  dashboardServer('own');
  previewRole(testUser('own'), 'notesonly');
  openApp('/cf-dashboard');
  await waitFor(() => expect(bar()).toHaveTextContent(/Os dados continuam sendo os do seu acesso/));
  await within(await card('Tendência do NPS')).findByRole('slider');
  expect(screen.queryByText(/seu acesso não inclui todas as respostas/)).toBeNull();
});

test.each([
  ['an account manager', { role: 'acmng' }],
  ['who has temporary access', { role: 'adm', temporaryAccess: true }],
] as const)(
  '[SETTING-14, INTADM-06] the bar of the account stays for %s, and leads out of it; the power menu goes',
  async (_who, staff) => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    staffServer(staff)
      .refuse(getDashboard, 'FORBIDDEN')
      .refuse(listComments, 'FORBIDDEN')
      .on(listMembers)(() => ({ data: [], total: 0 }))
      .on(getAccountAccess)(() => ({ access: anAccess() }))
      .on(leaveAccount)(() => ({ home: { _id: companyId, nome: 'Aurora' } }));
    const { user } = openApp('/settings/users');
    await user.click(await screen.findByRole('button', { name: 'Ver como' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Ponto de venda', hidden: true }));
    await waitFor(() => expect(bar()).toHaveTextContent(/Ponto de venda/));
    await waitFor(() => expect(menuEntries()).not.toContain('Integrações'));
    const account = within(screen.getByRole('region', { name: 'Acesso à conta de um cliente' }));
    expect(account.getByText('Você está na conta de Horizonte')).toBeVisible();
    await user.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(account.getByRole('button', { name: 'Sair da conta' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
  },
);

test('[SETTING-14] nothing is asked of accounts in the preview of who belongs to a customer', async () => {
  const server = dashboardServer('own').on(getAccountAccess)(() => ({ access: null }));
  previewRole(testUser('own'), 'pdv');
  openApp('/cf-dashboard');
  await waitFor(() => expect(bar()).toBeVisible());
  await within(await card('Tendência do NPS')).findByRole('slider');
  expect(server.count(getAccountAccess)).toBe(0);
});

import { getMe } from '@escuta/contract/access';
import { getDashboard, listComments } from '@escuta/contract/analytics';
import { listMembers } from '@escuta/contract/team';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp, signedInServer, testUser } from '#web/testing/render-app.tsx';

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

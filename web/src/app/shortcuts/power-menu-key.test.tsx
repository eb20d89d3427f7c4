import { getMe } from '@escuta/contract/access';
import { getAccountAccess } from '@escuta/contract/accounts';
import { getCompany, listMyBusinesses } from '@escuta/contract/companies';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { shellPages } from '#web/app/feature-pages.ts';
import { staffServer } from '#web/testing/account-samples.ts';
import { companyId, openApp, testUnit, testUser } from '#web/testing/render-app.tsx';

vi.setConfig({ testTimeout: 120_000 });
const id = '019a9f3e-0000-7000-8000-000000000190';

test('[KEYS-07] Ctrl+K and Cmd+K open the power menu on every screen, also from a field', async () => {
  const allOn = { reviews_enabled: true, cf_attributes: { cf_surveys: true, cf_ai: true } };
  const server = staffServer()
    .on(getMe)(() => ({ ...testUser('acmng'), ticketing_role: 'adm' }))
    .on(listMyBusinesses)(() => ({ data: [testUnit(allOn)] }))
    .on(getCompany)(() => ({
    _id: companyId,
    nome: 'Aurora',
    isTrial: false,
    trial_expiration_date: null,
    logo: null,
    general_attributes: { allow_beta: false, allow_ticketing: true },
    language: 'pt',
  }));
  const { user, router } = openApp('/profile');
  await waitFor(() => expect(server.count(getAccountAccess)).toBe(1), { timeout: 30_000 });
  const addresses = shellPages.map(({ fullPath }) => fullPath.replace(/\$\w+/g, id));
  expect(addresses.length).toBeGreaterThan(20);
  const menu = () => screen.queryByRole('dialog', { name: 'Menu rápido' });
  for (const address of addresses) {
    await router.navigate({ to: address });
    await waitFor(() => expect(router.state.status).toBe('idle'));
    const { pathname } = router.state.location;
    for (const keys of ['{Control>}k{/Control}', '{Meta>}k{/Meta}']) {
      document.querySelector<HTMLElement>('main input')?.focus();
      await user.keyboard(keys);
      await waitFor(() => expect([address, menu() !== null]).toEqual([address, true]));
      await user.keyboard('{Escape}');
      await waitFor(() => expect([address, menu()]).toEqual([address, null]));
    }
    expect(router.state.location.pathname).toBe(pathname);
  }
});

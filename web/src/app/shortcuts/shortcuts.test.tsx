import { getMe } from '@escuta/contract/access';
import { getDashboard, listComments } from '@escuta/contract/analytics';
import { listContacts } from '@escuta/contract/contacts';
import type { Contact } from '@escuta/contract/contacts';
import { listImports } from '@escuta/contract/imports';
import { listSurveys } from '@escuta/contract/surveys';
import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { goTo } from '#web/app/shortcuts/shortcut-keys.ts';
import { aContact } from '#web/testing/contact-samples.ts';
import type { FakeServer } from '#web/testing/fake-server.ts';
import { openApp, signedInServer, testUser } from '#web/testing/render-app.tsx';

vi.setConfig({ testTimeout: 60_000 });
const loaded = { timeout: 30_000 };

const disabled = 'Você não possui esse recurso habilitado. Entre em contato com o suporte para saber mais.';

// Notices live beside the tree, and stay until they are closed.
afterEach(() => notifications.clean());

async function openContacts(server: FakeServer = signedInServer()) {
  const contacts = ['Alba', 'Bruno'].map((name, at) =>
    aContact({ _id: `019a9f3e-0000-7000-8000-00000000000${at}` as Contact['_id'], name }),
  );
  server
    .on(listContacts)(() => ({ data: contacts, total: contacts.length }))
    .on(listImports)(() => ({ data: [], total: 0 }))
    .on(listSurveys)(() => ({ data: [], total: 0 }))
    .refuse(getDashboard, 'FORBIDDEN')
    .refuse(listComments, 'FORBIDDEN');
  const app = openApp('/contatos');
  await screen.findByText('Bruno', {}, loaded);
  await screen.findByRole('button', { name: /^Avisos do sistema/ }, loaded);
  return app;
}

const rowOf = (name: string) => screen.getByText(name).closest('tr');

describe('the keys of every page', () => {
  test('[KEYS-01] / goes to the search, and is written where somebody types', async () => {
    const { user } = await openContacts();
    const search = screen.getByLabelText('Buscar contatos');
    await user.keyboard('/');
    expect(search).toHaveFocus();
    expect(search).toHaveValue('');
    await user.keyboard('a/b?j');
    expect(search).toHaveValue('a/b?j');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('[KEYS-02] g and a letter go to a screen that the role opens', async () => {
    const { user, router } = await openContacts();
    await user.keyboard('gd');
    await waitFor(() => expect(router.state.location.pathname).toBe('/cf-dashboard'));
    await user.keyboard('d');
    await user.keyboard('gp');
    await waitFor(() => expect(router.state.location.pathname).toBe('/customer-feedback'));
    expect(goTo.map(({ key, screen: to }) => `${key} ${to}`)).toEqual([
      'd cf-dashboard',
      'c contatos',
      'p customer-feedback',
      'a cf-analytics',
      'i insights',
      't ticketing',
      'r reputation-management',
      's settings',
    ]);
  });

  test.each([
    ['insights', 'i'],
    ['reputation', 'r'],
    ['tickets', 't'],
  ])(
    '[KEYS-02, MENU-24] to %s, which is switched off, they say so as the menu does, and stay',
    async (_what, letter) => {
      const server = signedInServer().on(getMe)(() => ({ ...testUser(), ticketing_role: 'adm' }));
      const { user, router } = await openContacts(server);
      await user.keyboard(`g${letter}`);
      expect(await screen.findByText(disabled)).toBeVisible();
      expect(router.state.location.pathname).toBe('/contatos');
      await user.keyboard('gp');
      await waitFor(() => expect(router.state.location.pathname).toBe('/customer-feedback'));
    },
  );

  test('[KEYS-02, KEYS-06] what the menu hides is neither listed nor gone to', async () => {
    // The surveys and the analytics are open to this role, and not in its menu.
    const { user, router } = await openContacts(signedInServer('pdv'));
    await user.keyboard('gp');
    await user.keyboard('ga');
    expect(screen.queryByText(disabled)).toBeNull();
    expect(router.state.location.pathname).toBe('/contatos');
    await user.keyboard('?');
    const list = within(await screen.findByRole('dialog', { name: 'Atalhos' }));
    const listed = list.getAllByText(/^Ir para/).map(({ textContent }) => textContent);
    expect(listed).toEqual([
      'Ir para o Dashboard',
      'Ir para Contatos',
      'Ir para Gestão de reputação',
      'Ir para Configurações',
    ]);
  });

  test('[KEYS-03, KEYS-04] j and k go through the rows, Enter opens the one in focus', async () => {
    const { user } = await openContacts();
    await user.keyboard('j');
    expect(rowOf('Alba')).toContainElement(document.activeElement as HTMLElement);
    await user.keyboard('j');
    expect(rowOf('Bruno')).toContainElement(document.activeElement as HTMLElement);
    await user.keyboard('jk');
    expect(rowOf('Alba')).toContainElement(document.activeElement as HTMLElement);
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog')).toBeInTheDocument();
  });

  test('[KEYS-06] ? lists them, and none of the others reacts over it', async () => {
    const { user, router } = await openContacts();
    await user.keyboard('?');
    const list = within(await screen.findByRole('dialog', { name: 'Atalhos' }));
    expect(list.getByText('Ir para Contatos')).toBeInTheDocument();
    await user.keyboard('gd/');
    expect(router.state.location.pathname).toBe('/contatos');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('[KEYS-08] turned off in the profile none of them reacts', async () => {
    const server = signedInServer().on(getMe)(() => ({ ...testUser(), shortcuts_off: true }));
    const { user, router } = await openContacts(server);
    await user.keyboard('/?jgd');
    expect(document.body).toHaveFocus();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(router.state.location.pathname).toBe('/contatos');
  });
});

import { getMe, signOut } from '@escuta/contract/access';
import { listMyBusinesses } from '@escuta/contract/companies';
import { listContacts } from '@escuta/contract/contacts';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openApp, signedInServer, testUnit } from '#web/testing/render-app.tsx';

afterEach(() => void vi.useRealTimers());

const phrase = 'Preparando a casa…';
const headings = () => screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent);

const pass = (durationMs: number) =>
  act(() => {
    vi.advanceTimersByTime(durationMs);
  });

/** A server that says who is signed in, but not yet where. */
function slowServer() {
  const units = Promise.withResolvers<void>();
  const server = signedInServer().on(listContacts)(() => ({ data: [], total: 0 }));
  server.on(listMyBusinesses)(async () => {
    await units.promise;
    return { data: [testUnit()] };
  });
  return { loadUnits: units.resolve };
}

describe('the splash', () => {
  test('[SPLASH-01] stands until user and unit are loaded, as the only content of the page', async () => {
    const { loadUnits } = slowServer();
    openApp('/contatos');
    expect(await screen.findByText(phrase)).toBeVisible();
    expect(screen.getAllByRole('main')).toHaveLength(1);
    expect(headings()).toEqual(['Escuta']);
    loadUnits();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Contatos' })).toBeVisible());
    expect(screen.queryByText(phrase)).toBeNull();
    expect(screen.getAllByRole('main')).toHaveLength(1);
  });

  test('[SPLASH-02] says something else every three seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    slowServer();
    openApp('/contatos');
    expect(await screen.findByText(phrase)).toBeVisible();
    pass(2_999);
    expect(screen.getByText(phrase)).toBeVisible();
    pass(1);
    expect(screen.getByText('Ouvindo seus clientes…')).toBeVisible();
    pass(6_000);
    expect(screen.getByText(phrase)).toBeVisible();
  });

  async function expectFailure() {
    const app = openApp('/contatos');
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent(
        /^Houve um erro\. Por favor, atualize a página ou entre novamente\.Tentar de novoEntrar de novo$/,
      ),
    );
    expect(screen.getAllByRole('main')).toHaveLength(1);
    expect(headings()).toEqual(['Contatos']);
    return app;
  }

  test('[SPLASH-03, SPLASH-04] says so when the user cannot be loaded', async () => {
    signedInServer().refuse(getMe, 'FORBIDDEN');
    await expectFailure();
  });

  test('says where one may work from, when that is why', async () => {
    signedInServer().refuse(getMe, 'ADDRESS_NOT_ALLOWED');
    openApp('/contatos');
    expect(await screen.findByRole('alert')).toHaveTextContent(/só permite o acesso a partir das redes dela/);
  });

  test('leads from there to the login, without the session', async () => {
    const server = signedInServer().refuse(getMe, 'FORBIDDEN').on(signOut)(() => ({ ok: true }));
    const { user, router } = await expectFailure();
    await user.click(screen.getByRole('button', { name: 'Entrar de novo' }));
    expect(await screen.findByLabelText('E-mail')).toBeVisible();
    expect(router.state.location.pathname).toBe('/login');
    expect(server.count(signOut)).toBe(1);
    expect(localStorage.getItem('access_token')).toBeNull();
  });

  test('[SPLASH-03, SPLASH-05] says so when the units cannot be loaded', async () => {
    signedInServer().refuse(listMyBusinesses, 'FORBIDDEN');
    await expectFailure();
  });
});

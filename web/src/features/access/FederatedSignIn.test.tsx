import { getMe, signIn } from '@escuta/contract/access';
import { getEnvironment } from '@escuta/contract/environment';
import { federatedFailures, getSignInOptions, takeFederatedSession } from '@escuta/contract/federated-login';
import { validateCode } from '@escuta/contract/second-factor';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isSignInAwaited } from '#web/lib/sign-in-again.ts';
import { FederatedErrorDialog } from '#web/features/access/FederatedErrorDialog.tsx';
import { FakeServer } from '#web/testing/fake-server.ts';
import { openApp, signedInServer, testUser } from '#web/testing/render-app.tsx';

const microsoft = { name: 'Entrar com Microsoft' };
const environment = {
  homologation: null,
  support_email: 'ajuda@escuta.example',
  support_chat_url: 'https://chat.escuta.example/',
  beta_url: null,
  short_links_url: null,
};
// A page whose code is loaded and compiled first.
vi.setConfig({ testTimeout: 30_000 });
afterEach(() => vi.restoreAllMocks());

function withProvider(server = new FakeServer()): FakeServer {
  return server
    .on(getSignInOptions)(() => ({ federated: true }))
    .on(getEnvironment)(() => environment);
}

describe('the login page', () => {
  test('[FED-01] has the button ‘Entrar com Microsoft’, which leads to the provider with what is typed', async () => {
    withProvider();
    const { user } = openApp('/login?returnUrl=%2Fcontatos');
    const button = await screen.findByRole('link', microsoft);
    const asked = () =>
      Object.fromEntries(new URL(button.getAttribute('href') ?? '', 'https://x.example').searchParams);
    expect(button.getAttribute('href')).toMatch(/^\/api\/federated-login\?/);
    expect(button).not.toHaveAttribute('target');
    expect(asked()).toEqual({ returnUrl: '/contatos' });
    await user.type(screen.getByLabelText('E-mail'), 'ana@aurora.example');
    await user.click(screen.getByLabelText('Manter conectado'));
    expect(asked()).toEqual({ returnUrl: '/contatos', email: 'ana@aurora.example', keepMeLoggedIn: 'true' });
  });

  test('has no such button where the installation has no provider', async () => {
    const server = new FakeServer().on(getSignInOptions)(() => ({ federated: false }));
    openApp('/login');
    await waitFor(() => expect(server.count(getSignInOptions)).toBe(1));
    await screen.findByLabelText('E-mail');
    expect(screen.queryByRole('link', microsoft)).toBeNull();
  });

  test('[LOGIN-21] says to MSAL_AUTH that the account asks for the federated login', async () => {
    withProvider().refuse(signIn, 'MSAL_AUTH');
    const { user } = openApp('/login');
    await user.type(await screen.findByLabelText('E-mail'), 'ana@aurora.example');
    await user.type(screen.getByLabelText('Senha'), 'a password');
    await user.click(screen.getByRole('button', { name: 'Entrar' }));
    expect(await screen.findByText(/Sua empresa usa o Microsoft Entra ID/)).toBeVisible();
  });
});

describe('the error dialog', () => {
  test('[FED-04, FED-05, FED-06] names the provider and the reason, and offers the support chat', async () => {
    withProvider();
    const { user } = openApp('/login', <FederatedErrorDialog failure="CANCELLED" />);
    const dialog = await screen.findByRole('dialog', { name: 'Erro de autenticação com Login Federado' });
    expect(dialog).toHaveTextContent('Microsoft Entra ID');
    expect(dialog).toHaveTextContent('O login foi cancelado antes de terminar.');
    const support = await within(dialog).findByRole('link', { name: 'Falar com o suporte' });
    expect(support).toHaveAttribute('href', 'https://chat.escuta.example/');
    await user.click(within(dialog).getByText('Fechar'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('has a sentence for each failure, and one for what somebody wrote there', async () => {
    const sentences = new Set<string>();
    for (const failure of [...federatedFailures, '<script>']) {
      withProvider();
      const { unmount } = openApp('/login', <FederatedErrorDialog failure={failure} />);
      const dialog = await screen.findByRole('dialog');
      expect(dialog.textContent).not.toContain(failure);
      sentences.add(dialog.textContent ?? '');
      unmount();
    }
    expect(sentences.size).toBe(federatedFailures.length);
  });
});

describe('the way back', () => {
  test('[FED-07] takes the session with the code, remembers it, and goes where one wanted to', async () => {
    const server = withProvider(signedInServer());
    localStorage.clear();
    server.on(takeFederatedSession)(() => ({ result: 1, user: testUser(), token: 'the-token' }));
    const { router } = openApp('/federated-login?access_token=a-code&returnUrl=%2Fqueues');
    await waitFor(() => expect(router.state.location.pathname).toBe('/queues'));
    expect(server.asked(takeFederatedSession).map(({ body }) => body)).toEqual([{ code: 'a-code' }]);
    expect(localStorage.getItem('access_token')).toBe('the-token');
    expect(localStorage.getItem('user_id')).toBe(testUser()._id);
    expect(server.count(getMe)).toBe(1);
  });

  test.each([
    ['FEDERATED_LOGIN_EXPIRED', 'EXPIRED'],
    ['USER_DEACTIVATED', 'USER_DEACTIVATED'],
  ] as const)('[FED-07] begins the login page anew with what went wrong: %s', async (code, failure) => {
    const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined);
    withProvider().refuse(takeFederatedSession, code);
    openApp('/federated-login?access_token=a-code&returnUrl=%2Fqueues');
    await waitFor(() => expect(replace).toHaveBeenCalledWith(`/login?msal_error=${failure}&returnUrl=%2Fqueues`));
    expect(localStorage.getItem('access_token')).toBeNull();
    replace.mockRestore();
  });

  test.each(['//evil.example', 'https://evil.example/', '/\\evil.example'])('never leads to %s', async (evil) => {
    const server = withProvider(signedInServer());
    server.on(takeFederatedSession)(() => ({ result: 1, user: testUser(), token: 'the-token' }));
    const { router } = openApp(`/federated-login?access_token=a-code&returnUrl=${encodeURIComponent(evil)}`);
    await waitFor(() => expect(router.state.location.pathname).toBe('/cf-dashboard'));
  });

  test('asks for our own code first where the company wants it beside', async () => {
    const server = withProvider(signedInServer());
    localStorage.clear();
    const step = { userId: testUser()._id, token: 'a-step', hasPasskey: false };
    server.on(takeFederatedSession)(() => ({ result: -1, user: null, token: null, step }));
    server.on(validateCode)(() => ({ result: 1, user: testUser(), token: 'the-token' }));
    const { user, router } = openApp('/federated-login?access_token=a-code&returnUrl=%2Fqueues&keepMeLoggedIn=true');
    await user.type(await screen.findByRole('textbox'), '123456');
    await waitFor(() => expect(router.state.location.pathname).toBe('/queues'));
    const [sent] = server.asked(validateCode);
    expect(sent?.body).toEqual({ userId: step.userId, token: '123456', keepMeLoggedIn: true, step: 'a-step' });
    expect(localStorage.getItem('access_token')).toBe('the-token');
  });

  test('in a tab of its own it takes the code out of the address and closes, or says that one may', async () => {
    const close = vi.spyOn(window, 'close').mockReturnValue();
    const server = withProvider(signedInServer());
    server.on(takeFederatedSession)(() => ({ result: 1, user: testUser(), token: 'the-token' }));
    const { router } = openApp('/federated-login?access_token=a-code&tab=true');
    expect(await screen.findByText('Pode fechar esta aba e continuar na anterior.')).toBeVisible();
    expect(router.state.location.search).toEqual({ tab: true });
    expect(close).toHaveBeenCalled();
  });
});

describe('over a page whose session has ended', () => {
  async function openDialog() {
    const server = withProvider(signedInServer());
    const app = openApp('/customer-feedback/none');
    await screen.findByRole('banner');
    server.endSession();
    localStorage.removeItem('access_token');
    void app.queryClient.invalidateQueries();
    await screen.findByRole('dialog', { name: 'Fazer Login' });
    return { ...app, server };
  }

  test('[FED-02] opens a new tab', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user } = await openDialog();
    await user.click(await screen.findByRole('link', microsoft));
    const [address, target] = open.mock.calls[0] ?? [];
    const { pathname, searchParams } = new URL(String(address), location.href);
    expect([pathname, target]).toEqual(['/api/federated-login', '_blank']);
    expect(Object.fromEntries(searchParams)).toEqual({ email: 'ana@aurora.example', tab: 'true' });
  });

  test('[FED-03] looks at the stored token every second until it changes, and goes on then', async () => {
    const { server } = await openDialog();
    expect(isSignInAwaited()).toBe(true);
    server.beginSession();
    // As the tab of the provider leaves it: nothing but the storage knows.
    act(() => localStorage.setItem('access_token', 'a-newer-token'));
    expect(isSignInAwaited()).toBe(true);
    await waitFor(() => expect(isSignInAwaited()).toBe(false), { timeout: 3_000 });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Fazer Login' })).toBeNull());
  });
});

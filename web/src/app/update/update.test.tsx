import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { watchForUpdates } from '#web/app/update/app-updates.ts';
import { UpdatePrompt } from '#web/app/update/UpdatePrompt.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the watch for a newer build', () => {
  const register = vi.fn<(address: string) => Promise<object>>(() => Promise.resolve({}));
  let asked: string[];
  beforeEach(() => {
    vi.useFakeTimers();
    register.mockClear();
    asked = [];
    vi.stubGlobal('requestIdleCallback', undefined);
    Reflect.deleteProperty(globalThis, 'requestIdleCallback');
    Object.defineProperty(navigator, 'serviceWorker', { value: { register }, configurable: true });
    const script = document.createElement('script');
    script.type = 'module';
    script.setAttribute('src', '/assets/index-old.js');
    // The document here would try to load it.
    vi.spyOn(document, 'querySelector').mockReturnValue(script);
  });

  function serve(build: string) {
    vi.stubGlobal('fetch', (address: string) => {
      asked.push(address);
      return Promise.resolve(new Response(`<script type="module" src="/assets/index-${build}.js"></script>`));
    });
  }

  test('[UPDATE-05] asks every 60 s, and tells only of another build', async () => {
    const tell = vi.fn<() => void>();
    serve('old');
    const stop = watchForUpdates(tell, { isProduction: true });
    await vi.advanceTimersByTimeAsync(59_999);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(['/']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([asked.length, tell.mock.calls.length]).toEqual([2, 0]);
    serve('new');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tell).toHaveBeenCalled();
    stop();
    const before = asked.length;
    await vi.advanceTimersByTimeAsync(120_000);
    expect(asked).toHaveLength(before);
  });

  test('[UPDATE-06] registers the worker of this build when the app is stable', () => {
    vi.stubGlobal('cancelIdleCallback', () => undefined);
    const idle: (() => void)[] = [];
    vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work));
    const stop = watchForUpdates(() => undefined, { isProduction: true });
    expect(register).not.toHaveBeenCalled();
    for (const work of idle) work();
    expect(register).toHaveBeenCalledExactlyOnceWith(
      `/service-worker.js?v=${encodeURIComponent('/assets/index-old.js')}`,
    );
    stop();
  });

  test('[UPDATE-06] or after 30 s; in production builds only', async () => {
    const stop = watchForUpdates(() => undefined, { isProduction: true });
    await vi.advanceTimersByTimeAsync(29_999);
    expect(register).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(register).toHaveBeenCalledTimes(1);
    stop();
    serve('new');
    watchForUpdates(() => undefined, { isProduction: false });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(register).toHaveBeenCalledTimes(1);
    expect(asked).toEqual([]);
  });
});

describe('the prompt', () => {
  const ready = (tell: () => void) => {
    tell();
    return () => undefined;
  };

  function show(path: string) {
    const rootRoute = createRootRoute({
      component: () => <UpdatePrompt watch={ready} />,
      notFoundComponent: () => null,
    });
    const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory({ initialEntries: [path] }) });
    render(
      <MantineProvider env="test">
        <RouterProvider router={router as never} />
      </MantineProvider>,
    );
    return { user: userEvent.setup(), router };
  }

  test('[UPDATE-01, UPDATE-02] says that there is a newer version, and loads it', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
    const { user } = show('/contatos');
    expect(await screen.findByRole('dialog', { name: 'Atualização Disponível' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Atualizar' }));
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  test('[UPDATE-03] put off, it closes and loads nothing', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
    const { user } = show('/contatos');
    await user.click(await screen.findByRole('button', { name: 'Mais tarde' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(reload).not.toHaveBeenCalled();
  });

  test('[UPDATE-04] waits while somebody writes a survey', async () => {
    const { router } = show('/customer-feedback/create-survey/1');
    await waitFor(() => expect(router.state.status).toBe('idle'));
    expect(screen.queryByRole('dialog')).toBeNull();
    await router.navigate({ to: '/contatos' });
    expect(await screen.findByRole('dialog', { name: 'Atualização Disponível' })).toBeVisible();
  });
});

import { getEnvironment } from '@escuta/contract/environment';
import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeServer } from '#web/testing/fake-server.ts';
import { openApp, testEnvironment } from '#web/testing/render-app.tsx';

vi.setConfig({ testTimeout: 30_000 });
// As the page that somebody has just signed out of.
beforeEach(() => {
  document.title = 'Contatos · Escuta';
  localStorage.clear();
  new FakeServer().on(getEnvironment)(() => testEnvironment);
});

test.each([
  ['/login', 'Entrar · Escuta'],
  ['/create-account', 'Criar conta · Escuta'],
  ['/terms', 'Termos de Uso · Escuta'],
  ['/cf-dashboard/public', 'Dashboard público · Escuta'],
])('before one has signed in the tab is named too: %s', async (path, title) => {
  openApp(path);
  await waitFor(() => expect(document.title).toBe(title));
});

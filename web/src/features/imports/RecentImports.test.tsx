import { getImport, listImports } from '@escuta/contract/imports';
import { listSurveys } from '@escuta/contract/surveys';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anImport, importId } from '#web/testing/import-samples.ts';
import { openApp, signedInServer } from '#web/testing/render-app.tsx';

const running = { status: 'running', progress: 0.4, ended_at: null } as const;

test('who may import and opens no list finds the way back to the cards of their last imports', async () => {
  const entries = [anImport(2, running), anImport(1, { type: 'import_answers' })];
  const server = signedInServer('pdv')
    .on(listImports)(() => ({ data: entries, total: 2 }))
    .on(getImport)(() => entries[0]!);
  const { user, router } = openApp('/importer/contacts');
  const recent = within(await screen.findByRole('region', { name: 'Suas últimas importações' }));
  expect(server.asked(listImports)[0]?.query).toEqual({ limit: '5' });
  expect(recent.getByText('Importando')).toBeVisible();
  expect(recent.getByRole('link', { name: 'contatos-1.csv' })).toHaveAttribute(
    'href',
    `/importer/answers?importId=${importId(1)}`,
  );
  await user.click(recent.getByRole('link', { name: 'contatos-2.csv' }));
  expect(await screen.findByRole('button', { name: 'Cancelar importação' })).toBeVisible();
  expect(router.state.location.search).toEqual({ importId: importId(2) });
  expect(screen.queryByRole('region', { name: 'Suas últimas importações' })).toBeNull();
});

test('stands on the first page of the importer of answers too', async () => {
  signedInServer('pdv')
    .on(listSurveys)(() => ({ data: [], total: 0 }))
    .on(listImports)(() => ({ data: [anImport(1)], total: 1 }));
  openApp('/importer/answers');
  expect(await screen.findByRole('region', { name: 'Suas últimas importações' })).toBeVisible();
});

test('says nothing to who has imported nothing, and is not asked for where the list is open', async () => {
  const server = signedInServer('pdv').on(listImports)(() => ({ data: [], total: 0 }));
  const { unmount } = openApp('/importer/contacts');
  await expect.poll(() => server.count(listImports)).toBe(1);
  await screen.findByLabelText('Escolher arquivo');
  expect(screen.queryByRole('region', { name: 'Suas últimas importações' })).toBeNull();
  unmount();
  const ofOwner = signedInServer('own').on(listImports)(() => ({ data: [anImport(1)], total: 1 }));
  openApp('/importer/contacts');
  await screen.findByLabelText('Escolher arquivo');
  expect(ofOwner.count(listImports)).toBe(0);
});

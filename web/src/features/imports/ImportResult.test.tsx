import { getImport } from '@escuta/contract/imports';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anImport, importId } from '#web/testing/import-samples.ts';
import { openApp, signedInServer } from '#web/testing/render-app.tsx';

const failed = { status: 'error', progress: 0.99, error: 'ROWS_BROKEN' } as const;

test('the card of a failed import leads to the contacts that it brought, and shows no progress', async () => {
  signedInServer().on(getImport)(() => anImport(5, failed));
  openApp(`/importer/contacts?importId=${importId(5)}`);
  const card = within(await screen.findByRole('region', { name: 'contatos-5.csv' }));
  expect(card.getByRole('link', { name: 'Ver contatos' })).toHaveAttribute(
    'href',
    expect.stringContaining(`/contatos?importDataId=${importId(5)}`),
  );
  expect(card.getByRole('link', { name: 'Enviar pesquisa a estes contatos' })).toHaveAttribute(
    'href',
    `/sends/new?to=import&importId=${importId(5)}`,
  );
  expect(card.queryByRole('progressbar')).toBeNull();
});

test('the card of an import that failed before anybody came in leads nowhere', async () => {
  const counts = { created: 0, updated: 0, unchanged: 0, rejected: 300, warned: 0 };
  signedInServer().on(getImport)(() => anImport(5, { ...failed, counts }));
  openApp(`/importer/contacts?importId=${importId(5)}`);
  await screen.findByRole('region', { name: 'contatos-5.csv' });
  expect(screen.queryByRole('link', { name: 'Ver contatos' })).toBeNull();
  expect(screen.queryByRole('link', { name: /^Enviar pesquisa/ })).toBeNull();
});

test.each([
  [400, 0, 0],
  [399, 1, 1],
])('the card of an import of which %i contacts were undone leads to the others alone', async (undone, kept, links) => {
  const counts = { created: 400, updated: 0, unchanged: 0, rejected: 2, warned: 0 };
  const undo = { status: 'finished', undone, kept } as const;
  signedInServer().on(getImport)(() => anImport(5, { counts, undo, undoUntil: null }));
  openApp(`/importer/contacts?importId=${importId(5)}`);
  await screen.findByRole('region', { name: 'contatos-5.csv' });
  expect(screen.queryAllByRole('link', { name: 'Ver contatos' })).toHaveLength(links);
  expect(screen.queryAllByRole('link', { name: /^Enviar pesquisa/ })).toHaveLength(links);
});

test.each([
  ['that were all deleted', { undone: 40, kept: 0 }],
  ['of which some were deleted before', { undone: 38, kept: 2 }],
])('the card of an undone import of answers %s leads to none, and shows no progress', async (_which, left) => {
  const counts = { created: 40, updated: 0, unchanged: 3, rejected: 0, warned: 0 };
  const undo = { status: 'finished', ...left } as const;
  signedInServer().on(getImport)(() => anImport(5, { type: 'import_answers', counts, undo }));
  openApp(`/importer/answers?importId=${importId(5)}`);
  const card = within(await screen.findByRole('region', { name: 'contatos-5.csv' }));
  expect(card.getByText('Desfeita')).toBeVisible();
  expect(card.queryByText('Concluída')).toBeNull();
  expect(card.queryByRole('progressbar')).toBeNull();
  expect(card.queryByRole('link', { name: 'Ver respostas' })).toBeNull();
});

test('the card of an import that is being undone says so, and offers no send to whom it brought', async () => {
  const undo = { status: 'running', undone: 10, kept: 0 } as const;
  signedInServer().on(getImport)(() => anImport(5, { undo }));
  openApp(`/importer/contacts?importId=${importId(5)}`);
  const card = within(await screen.findByRole('region', { name: 'contatos-5.csv' }));
  expect(card.getByText('Desfazendo')).toBeVisible();
  expect(card.queryByRole('link', { name: /^Enviar pesquisa/ })).toBeNull();
});

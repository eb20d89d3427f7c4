import {
  changeRetentionRule,
  listRetentionRules,
  rehearseRetentionRule,
  retentionKinds,
} from '@escuta/contract/retention';
import type { RetentionRule } from '@escuta/contract/retention';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp, signedInServer } from '#web/testing/render-app.tsx';

test('shows each rule, what it would reach now, and saves it or turns it off', async () => {
  let rules: RetentionRule[] = retentionKinds.map((kind) => ({
    kind,
    days: kind === 'comments' ? 365 : null,
    ran_at: null,
  }));
  const server = signedInServer('adm')
    .on(listRetentionRules)(() => ({ data: rules }))
    .on(rehearseRetentionRule)(() => ({ before: '2026-01-01T00:00:00.000Z', rows: 1234 }))
    .on(changeRetentionRule)(({ body: { kind, days } }) => {
    rules = rules.map((rule) => (rule.kind === kind ? { ...rule, days } : rule));
    return { data: rules };
  });
  const { user } = openApp('/settings/retention');
  const comments = within(await screen.findByRole('form', { name: 'Comentários' }));
  const logs = within(screen.getByRole('form', { name: 'Auditoria' }));
  expect(screen.getAllByRole('form')).toHaveLength(5);
  const days = { name: 'Dias até apagar' };
  expect(comments.getByRole('textbox', days)).toHaveValue('365');
  expect(logs.getByRole('textbox', days)).toHaveValue('');
  expect(logs.getByRole('button', { name: 'Simular' })).toBeDisabled();

  await user.type(logs.getByRole('textbox', days), '90');
  await user.click(logs.getByRole('button', { name: 'Salvar' }));
  expect(await logs.findByText('Use um número de 183 a 3.650.')).toBeVisible();
  expect(server.calls.some(({ body }) => body)).toBe(false);
  await user.clear(logs.getByRole('textbox', days));
  await user.type(logs.getByRole('textbox', days), '300');
  await user.click(logs.getByRole('button', { name: 'Simular' }));
  await waitFor(() => expect(logs.getByRole('status')).toHaveTextContent('Agora seriam apagados 1.234 registros.'));
  expect(server.calls.map(({ query }) => query).filter((query) => 'kind' in query)).toEqual([
    { kind: 'logs', days: '300' },
  ]);
  // What was counted for another number of days says nothing of this one.
  await user.type(logs.getByRole('textbox', days), '0');
  expect(logs.getByRole('status')).toBeEmptyDOMElement();
  await user.click(logs.getByRole('button', { name: 'Salvar' }));
  const dialog = await screen.findByRole('dialog', { name: 'Auditoria: apagar depois de 3.000 dias?' });
  const erases =
    'Agora seriam apagados 1.234 registros. A regra roda toda noite, e o que ela apaga não pode ser recuperado.';
  expect(await within(dialog).findByText(erases)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Voltar' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(server.calls.some(({ body }) => body)).toBe(false);
  await user.click(logs.getByRole('button', { name: 'Salvar' }));
  await user.click(await screen.findByRole('button', { name: 'Salvar e apagar' }));
  expect(await screen.findByText('Regra salva.')).toBeVisible();
  await user.clear(comments.getByRole('textbox', days));
  await user.click(comments.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(server.calls.filter(({ body }) => body)).toHaveLength(2));
  // Erasing later than before is not asked about.
  await user.type(comments.getByRole('textbox', days), '100');
  await user.click(comments.getByRole('button', { name: 'Salvar' }));
  await user.click(await screen.findByRole('button', { name: 'Salvar e apagar' }));
  await waitFor(() => expect(server.calls.filter(({ body }) => body)).toHaveLength(3));
  await user.type(comments.getByRole('textbox', days), '0');
  await user.click(comments.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(server.calls.filter(({ body }) => body)).toHaveLength(4));
  expect(server.calls.flatMap(({ body }) => body ?? [])).toEqual([
    { kind: 'logs', days: 3000 },
    { kind: 'comments', days: null },
    { kind: 'comments', days: 100 },
    { kind: 'comments', days: 1000 },
  ]);
});

test('are not left with days that are typed and not saved before somebody says so', async () => {
  const rules = retentionKinds.map((kind) => ({ kind, days: null, ran_at: null }));
  signedInServer('adm')
    .on(listRetentionRules)(() => ({ data: rules }))
    .on(rehearseRetentionRule)(() => ({ before: '2026-01-01T00:00:00.000Z', rows: 1 }));
  const { user, router } = openApp('/settings/retention');
  const comments = within(await screen.findByRole('form', { name: 'Comentários' }));
  await user.type(comments.getByRole('textbox'), '90');
  // Whoever does not confirm has saved nothing.
  await user.click(comments.getByRole('button', { name: 'Salvar' }));
  const question = await screen.findByRole('dialog');
  await user.click(within(question).getByRole('button', { name: 'Voltar' }));
  await waitFor(() => expect(question).not.toBeInTheDocument());
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Descartar o que você digitou?' }));
  await user.click(dialog.getByRole('button', { name: 'Descartar' }));
  await waitFor(() => expect(router.state.location.pathname).not.toContain('retention'));
});

test('says when a rule that was confirmed could not be saved', async () => {
  const rules = retentionKinds.map((kind) => ({ kind, days: null, ran_at: null }));
  signedInServer('adm')
    .on(listRetentionRules)(() => ({ data: rules }))
    .on(rehearseRetentionRule)(() => ({ before: '2026-01-01T00:00:00.000Z', rows: 1 }))
    .refuse(changeRetentionRule, 'INTERNAL_ERROR');
  const { user } = openApp('/settings/retention');
  const comments = within(await screen.findByRole('form', { name: 'Comentários' }));
  await user.type(comments.getByRole('textbox'), '90');
  await user.click(comments.getByRole('button', { name: 'Salvar' }));
  await user.click(await screen.findByRole('button', { name: 'Salvar e apagar' }));
  expect(await screen.findByText(/Algo deu errado/)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByText('Regra salva.')).toBeNull();
});

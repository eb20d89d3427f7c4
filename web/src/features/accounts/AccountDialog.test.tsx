import { enterAccount, listManagedAccounts, listTemporaryAccounts } from '@escuta/contract/accounts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Suspense } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AccountDialog } from '#web/features/accounts/AccountDialog.tsx';
import { testQueryClient } from '#web/testing/query-client.ts';
import { anAccess, anAccount, customerId, staffServer, trial } from '#web/testing/account-samples.ts';
import { companyId } from '#web/testing/render-app.tsx';

const assign = vi.spyOn(window.location, 'assign');
beforeEach(() => {
  assign.mockReset().mockImplementation(() => undefined);
});

async function openDialog(server = staffServer()) {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={testQueryClient()}>
        <Suspense>
          <AccountDialog opened onClose={() => undefined} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Trocar de Conta' }));
  return { server, dialog, user: userEvent.setup() };
}

const namesIn = async (dialog: Awaited<ReturnType<typeof openDialog>>['dialog']) =>
  within(await dialog.findByRole('list', { name: 'Contas' }))
    .getAllByRole('button')
    .map((row) => row.textContent);

describe('the change-account dialog', () => {
  test('[SWITCH-01, SWITCH-02] has its title and its text', async () => {
    const { dialog } = await openDialog();
    expect(dialog.getByRole('heading', { name: 'Trocar de Conta' })).toBeVisible();
    expect(dialog.getByText('Escolha uma conta abaixo para acessar.')).toBeVisible();
  });

  test('[SWITCH-03] has four quick buttons, each to the account of the configuration', async () => {
    const { dialog, user, server } = await openDialog();
    server.on(enterAccount)(() => ({ access: anAccess() }));
    const names = ['Conta Oficial', 'Conta de Vendas', 'Conta de Testes', 'Conta de CS'];
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Conta de Vendas' })).toBeEnabled());
    const buttons = names.map((name) => dialog.getByRole('button', { name }));
    expect(buttons.map((button) => (button as HTMLButtonElement).disabled)).toEqual([false, false, true, false]);
    await user.click(buttons[1]!);
    await user.type(await dialog.findByLabelText('Motivo do acesso'), 'Ver a conta de vendas');
    await user.click(dialog.getByRole('button', { name: 'Acessar conta' }));
    await waitFor(() => expect(server.asked(enterAccount)[0]?.body).toMatchObject({ company: customerId }));
  });

  test('[SWITCH-04] filters by each of the six filters', async () => {
    const { dialog, user, server } = await openDialog();
    await namesIn(dialog);
    for (const [label, filter] of [
      ['Somente em teste', 'only_trial'],
      ['Teste vencido', 'free_trial_expired'],
      ['Teste em andamento', 'free_trial_not_expired'],
      ['Somente ativas', 'only_active'],
      ['Canceladas', 'canceled'],
      ['Todas', 'all'],
    ] as const) {
      await user.click(dialog.getByRole('combobox', { name: 'Filtrar contas' }));
      await user.click(await screen.findByRole('option', { name: label, hidden: true }));
      await waitFor(() =>
        expect(server.asked(listManagedAccounts).some(({ query }) => query['filter'] === filter)).toBe(true),
      );
    }
  });

  test('[SWITCH-05, SWITCH-08] finds by the company’s name, and says when none matches', async () => {
    const { dialog, user } = await openDialog();
    expect(await namesIn(dialog)).toEqual(['Horizonte', 'Ipê', 'Jasmim']);
    const field = dialog.getByRole('searchbox', { name: 'Nome da Empresa' });
    await user.type(field, 'jas');
    await waitFor(async () => expect(await namesIn(dialog)).toEqual(['Jasmim']));
    await user.clear(field);
    await user.type(field, 'nada');
    expect(await dialog.findByText('NENHUM RESULTADO ENCONTRADO')).toBeVisible();
  });

  test('[SWITCH-06] each toggle shows or hides its class', async () => {
    const { dialog, user, server } = await openDialog();
    expect(await namesIn(dialog)).toHaveLength(3);
    const toggle = (name: string) => dialog.getByRole('button', { name, pressed: undefined });
    await user.click(toggle('Ativo'));
    await waitFor(async () => expect(await namesIn(dialog)).toEqual(['Ipê', 'Jasmim']));
    await user.click(toggle('Cancelado'));
    await waitFor(async () => expect(await namesIn(dialog)).toEqual(['Ipê']));
    expect(toggle('Ativo')).toHaveAttribute('aria-pressed', 'false');
    expect(toggle('Em Teste')).toHaveAttribute('aria-pressed', 'true');
    const calls = server.count(listManagedAccounts);
    await user.click(toggle('Em Teste'));
    expect(await dialog.findByText('NENHUM RESULTADO ENCONTRADO')).toBeVisible();
    expect(server.count(listManagedAccounts)).toBe(calls);
    await user.click(toggle('Ativo'));
    await waitFor(async () => expect(await namesIn(dialog)).toEqual(['Horizonte']));
  });

  test('[SWITCH-07] lists accounts, each with the dot of its class', async () => {
    const { dialog } = await openDialog();
    const rows = within(await dialog.findByRole('list', { name: 'Contas' })).getAllByRole('listitem');
    const dots = rows.map((row) => within(row).getByRole('img'));
    expect(dots.map((dot) => [dot.getAttribute('aria-label'), dot.dataset['class']])).toEqual([
      ['Ativo', 'active'],
      ['Em Teste', 'trial'],
      ['Cancelado', 'canceled'],
    ]);
  });

  test('[SWITCH-09, SWITCH-10] choosing an account stores it, removes the unit and reloads at /', async () => {
    const { dialog, user, server } = await openDialog();
    server.on(enterAccount)(() => ({ access: anAccess() }));
    localStorage.setItem('business', 'the-unit-of-before');
    sessionStorage.setItem('business', 'the-unit-of-before');
    await user.click((await dialog.findByText('Horizonte')).closest('button')!);
    const enter = () => user.click(dialog.getByRole('button', { name: 'Acessar conta' }));
    expect(dialog.getByLabelText('Motivo do acesso')).toHaveFocus();
    await enter();
    expect(dialog.getByText('Escreva pelo menos 5 caracteres.')).toBeVisible();
    expect(dialog.getByLabelText('Motivo do acesso')).toHaveFocus();
    expect(server.count(enterAccount)).toBe(0);
    await user.type(dialog.getByLabelText('Motivo do acesso'), 'Ajudar com um envio');
    await enter();
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
    expect(server.asked(enterAccount)[0]?.body).toEqual({ company: customerId, reason: 'Ajudar com um envio' });
    expect(localStorage.getItem('empresaId')).toBe(customerId);
    expect(localStorage.getItem('business')).toBeNull();
    expect(sessionStorage.getItem('business')).toBeNull();
    expect(localStorage.getItem('empresa_home')).toBe(companyId);
  });

  test('an account that is refused is not entered, and the dialog says why', async () => {
    const { dialog, user, server } = await openDialog();
    server.refuse(enterAccount, 'ACCOUNT_NOT_ACTIVE');
    await user.click((await dialog.findByText('Jasmim')).closest('button')!);
    await user.type(dialog.getByLabelText('Motivo do acesso'), 'Ver o histórico');
    await user.click(dialog.getByRole('button', { name: 'Acessar conta' }));
    expect(await dialog.findByText('Esta conta está encerrada e não pode ser acessada.')).toBeVisible();
    expect(assign).not.toHaveBeenCalled();
    await user.click(dialog.getByRole('button', { name: 'Voltar' }));
    expect(await namesIn(dialog)).toHaveLength(3);
  });

  test('the account that one is in cannot be chosen', async () => {
    const here = anAccount({ _id: companyId, nome: 'Aurora' });
    const { dialog } = await openDialog(staffServer({}, [here, trial]));
    await waitFor(() => expect(dialog.getByText('Aurora').closest('button')).toBeDisabled());
    expect(dialog.getByText('Você está aqui')).toBeVisible();
  });

  const failures = [
    ['managed', () => staffServer().refuse(listManagedAccounts, 'INTERNAL_ERROR')],
    [
      'temporary',
      () => staffServer({ role: 'ana', temporaryAccess: true }).refuse(listTemporaryAccounts, 'INTERNAL_ERROR'),
    ],
  ] as const;
  test.each(failures)(
    '[SWITCH-16] says when the search of %s accounts failed, and no longer loads',
    async (_kind, server) => {
      const { dialog } = await openDialog(server());
      const sentence = 'Houve um erro ao buscar as contas. Tente novamente ou entre em contato com o suporte.';
      expect(await dialog.findByText(sentence)).toBeVisible();
      expect(dialog.queryByLabelText('Buscando contas')).toBeNull();
    },
  );
});

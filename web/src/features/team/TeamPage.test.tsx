import { getAccountAccess } from '@escuta/contract/accounts';
import { listCustomFields } from '@escuta/contract/custom-fields';
import { BusinessUnitId, InvitationId, UserId } from '@escuta/contract/ids';
import {
  cancelInvitation,
  deactivateMember,
  getOwnership,
  inviteMembers,
  listMembers,
  reactivateMember,
  resendInvitation,
  transferCompany,
  updateMember,
} from '@escuta/contract/team';
import type { Member } from '@escuta/contract/team';
import { resetSecondFactor } from '@escuta/contract/second-factor';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { anAccess, staffServer } from '#web/testing/account-samples.ts';
import { aCustomField } from '#web/testing/custom-field-samples.ts';
import { openApp, signedInServer, unitId } from '#web/testing/render-app.tsx';

const idOf = (last: string) => `019a9f3e-0000-7000-8000-0000000001${last}`;
const base = {
  role: 'ana' as const,
  ticketing_role: null,
  _businesses: [],
  exports_personal_data: false,
  narrowing: null,
  authenticator_enabled: false,
  expires_at: null,
  manageable: true,
} satisfies Partial<Member>;
const bruna: Member = {
  ...base,
  _id: UserId.parse(idOf('01')),
  state: 'ativo',
  nome: 'Bruna Alves',
  email: 'bruna@aurora.example',
  role: 'pdv',
  ticketing_role: 'agent',
  _businesses: [BusinessUnitId.parse(unitId)],
  authenticator_enabled: true,
  last_access: '2026-11-20T17:02:00.000Z',
};
const gone: Member = {
  ...base,
  _id: UserId.parse(idOf('02')),
  state: 'desativado',
  nome: 'Caio Prado',
  email: 'caio@aurora.example',
  last_access: null,
};
const invited: Member = {
  ...base,
  _id: InvitationId.parse(idOf('03')),
  state: 'convidado',
  nome: null,
  email: 'nova@aurora.example',
  last_access: null,
  expires_at: '2026-11-30T12:00:00.000Z',
};
const owner: Member = {
  ...gone,
  _id: UserId.parse(idOf('04')),
  nome: 'Dona',
  role: 'own',
  state: 'ativo',
  manageable: false,
};

function atTeam(role: Parameters<typeof signedInServer>[0] = 'own') {
  const server = signedInServer(role);
  server.on(listMembers)(() => ({ data: [bruna, gone, invited, owner], total: 4 }));
  return server;
}

const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;
/** The options of an opened choice: those of others stay in the page. */
const optionsOf = (choice: HTMLElement) => within(document.getElementById(choice.getAttribute('aria-controls')!)!);
const act = async (user: ReturnType<typeof openApp>['user'], name: string, action: string) => {
  await user.click(await screen.findByRole('button', { name: `Ações de ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: action, hidden: true }));
};

describe('the people of the company', () => {
  test('[TEAM-03, TEAM-02, SETTING-01] shows each with state, roles, units, second factor and last access', async () => {
    atTeam();
    openApp('/settings/users');
    const row = within(await rowOf('Bruna Alves'));
    for (const text of ['bruna@aurora.example', 'Ativo', 'Ponto de venda', 'Atendente', 'Aurora Paulista', 'Ativada'])
      expect(row.getByText(text)).toBeVisible();
    expect(row.getByText(/20 nov 2026, 14:02/)).toBeVisible();
    expect(within(await rowOf('Caio Prado')).getByText('Desativado')).toBeVisible();
    expect(within(await rowOf('Caio Prado')).getByText('Nunca')).toBeVisible();
    expect(within(await rowOf('nova@aurora.example')).getByText('Convidado')).toBeVisible();
    // Nothing is offered with whom one may not manage.
    expect(within(await rowOf('Dona')).queryByRole('button')).toBeNull();
  });

  test('[TEAM-02, PAGING-03] asks for words, state, role and order, and keeps them in the address', async () => {
    const server = atTeam();
    const { user, router } = openApp('/settings/users?state=convidado&role=ana&sort=role&search=nova');
    await rowOf('nova@aurora.example');
    expect(server.asked(listMembers)[0]?.query).toEqual({
      limit: '20',
      page: '1',
      search: 'nova',
      state: 'convidado',
      role: 'ana',
      sort: 'role',
    });
    await user.click(screen.getByRole('combobox', { name: 'Status' }));
    await user.click(await screen.findByRole('option', { name: 'Ativo', hidden: true }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ state: 'ativo', role: 'ana' }));
  });

  test('[PERMS-10, PERMS-18] opens for nobody who does not manage people', async () => {
    const server = signedInServer('ana');
    openApp('/settings/users');
    await waitFor(() => expect(document.body.textContent).not.toBe(''));
    await screen.findAllByRole('heading');
    expect(screen.queryByRole('button', { name: 'Convidar' })).toBeNull();
    expect(server.count(listMembers)).toBe(0);
  });
});

describe('inviting', () => {
  test('[TEAM-01, TEAM-07] sends a list of addresses with role and units, offers no role above the own, and says who got none', async () => {
    const server = atTeam('adm');
    server.on(inviteMembers)(() => ({
      invited: ['a@um.example'],
      alreadyInvited: ['b@dois.example'],
      haveAccount: ['c@tres.example'],
    }));
    const { user } = openApp('/settings/users');
    await user.click(await screen.findByRole('button', { name: 'Convidar' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Convidar pessoas' }));
    await user.click(panel.getByLabelText('E-mails'));
    await user.paste('a@um.example, b@dois.example;\nc@tres.example a@um.example');
    await user.click(panel.getByRole('combobox', { name: 'Papel' }));
    const roleChoice = optionsOf(panel.getByRole('combobox', { name: 'Papel' }));
    const options = roleChoice.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent);
    expect(options).toContain('Administrador');
    expect(options).not.toContain('Proprietário');
    expect(options).not.toContain('Gerente de contas');
    await user.click(roleChoice.getByRole('option', { name: 'Ponto de venda', hidden: true }));
    await user.click(panel.getByRole('combobox', { name: 'Unidades' }));
    await user.click(await screen.findByRole('option', { name: 'Aurora Paulista', hidden: true }));
    await user.click(panel.getByRole('button', { name: 'Enviar convites' }));

    expect(await screen.findByText('Nem todos receberam um convite')).toBeVisible();
    expect(screen.getByText('b@dois.example')).toBeVisible();
    expect(screen.getByText('c@tres.example')).toBeVisible();
    expect(server.asked(inviteMembers)[0]?.body).toEqual({
      emails: ['a@um.example', 'b@dois.example', 'c@tres.example'],
      role: 'pdv',
      ticketing_role: null,
      _businesses: [unitId],
      exports_personal_data: false,
      narrowing: null,
    });
  });

  test('[TEAM-01] names the addresses that are none', async () => {
    const server = atTeam();
    const { user } = openApp('/settings/users');
    await user.click(await screen.findByRole('button', { name: 'Convidar' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Convidar pessoas' }));
    await user.click(panel.getByLabelText('E-mails'));
    await user.paste('ana@aurora.example, sem-arroba');
    await user.click(panel.getByRole('button', { name: 'Enviar convites' }));
    expect(await panel.findByText('Confira: sem-arroba')).toBeVisible();
    expect(server.count(inviteMembers)).toBe(0);
  });

  test('[TEAM-04] sends an invitation again, and takes one back after asking', async () => {
    const server = atTeam();
    server.on(resendInvitation)(() => ({ ok: true }));
    server.on(cancelInvitation)(() => ({ ok: true }));
    const { user } = openApp('/settings/users');
    await act(user, 'nova@aurora.example', 'Reenviar convite');
    expect(await screen.findByText(/Convite reenviado para nova@aurora.example/)).toBeVisible();
    expect(server.asked(resendInvitation)[0]?.params).toEqual({ id: invited._id });
    await act(user, 'nova@aurora.example', 'Cancelar convite');
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancelar convite' }));
    expect(server.count(cancelInvitation)).toBe(0);
    await user.click(dialog.getByRole('button', { name: 'Cancelar convite' }));
    await waitFor(() => expect(server.asked(cancelInvitation)[0]?.params).toEqual({ id: invited._id }));
  });
});

describe('a user', () => {
  test('[PERMS-08, TEAM-07] is changed with the role, ticketing role, units and, for ana, the export of personal data', async () => {
    const server = atTeam();
    server.on(updateMember)(() => ({ ok: true }));
    const { user } = openApp('/settings/users');
    await user.click(await screen.findByRole('button', { name: 'Bruna Alves' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Editar usuário' }));
    expect(panel.queryByLabelText('Pode exportar dados pessoais')).toBeNull();
    await user.click(panel.getByRole('combobox', { name: 'Papel' }));
    const roleChoice = optionsOf(panel.getByRole('combobox', { name: 'Papel' }));
    await user.click(roleChoice.getByRole('option', { name: 'Analista', hidden: true }));
    await user.click(panel.getByLabelText('Pode exportar dados pessoais'));
    await user.click(panel.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('As mudanças de Bruna Alves já valem.')).toBeVisible();
    expect(server.asked(updateMember)[0]).toMatchObject({
      params: { id: bruna._id },
      body: { role: 'ana', ticketing_role: 'agent', _businesses: [unitId], exports_personal_data: true },
    });
  });

  test('[PERMS-14] of role pdv is narrowed to one value of a custom field, which the list shows, and to nothing half said', async () => {
    const fields = [
      aCustomField({ place: 1, internal_name: 'loja', label: 'Loja', type: 'select', options: ['Centro', 'Praia'] }),
      aCustomField({ place: 2, internal_name: 'entrada', label: 'Data de entrada', type: 'date' }),
    ];
    const [shop] = fields as [(typeof fields)[0]];
    const server = atTeam();
    const carla: Member = {
      ...bruna,
      _id: gone._id,
      nome: 'Carla Dias',
      narrowing: { field: shop._id, value: 'Praia' },
    };
    server.on(listMembers)(() => ({ data: [bruna, carla], total: 2 }));
    server.on(listCustomFields)(() => ({ data: fields }));
    server.on(updateMember)(() => ({ ok: true }));
    const { user } = openApp('/settings/users');
    expect(await within(await rowOf('Carla Dias')).findByText('Loja: Praia')).toBeVisible();
    expect(within(await rowOf('Bruna Alves')).queryByText(/Loja/)).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Bruna Alves' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Editar usuário' }));
    const field = panel.getByRole('combobox', { name: 'Restringir por campo do contato' });
    await waitFor(() => expect(field).toBeEnabled());
    await user.click(field);
    expect(optionsOf(field).queryByRole('option', { name: 'Data de entrada', hidden: true })).toBeNull();
    await user.click(optionsOf(field).getByRole('option', { name: 'Loja', hidden: true }));
    await user.click(panel.getByRole('button', { name: 'Salvar' }));
    expect(server.count(updateMember)).toBe(0);
    const value = panel.getByRole('combobox', { name: 'Valor de Loja' });
    expect(value).toBeInvalid();
    await user.click(value);
    await user.click(optionsOf(value).getByRole('option', { name: 'Centro', hidden: true }));
    await user.click(panel.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(server.count(updateMember)).toBe(1));
    expect(server.asked(updateMember)[0]?.body).toMatchObject({ narrowing: { field: shop._id, value: 'Centro' } });
  });

  test('[PERMS-14] who is narrowed keeps it when something else changes, and loses it with the role', async () => {
    const shop = aCustomField({ place: 1, internal_name: 'loja', label: 'Loja' });
    const server = atTeam();
    server.on(listMembers)(() => ({ data: [{ ...bruna, narrowing: { field: shop._id, value: 'Praia' } }], total: 1 }));
    server.on(listCustomFields)(() => ({ data: [shop] }));
    server.on(updateMember)(() => ({ ok: true }));
    const { user } = openApp('/settings/users');
    await user.click(await screen.findByRole('button', { name: 'Bruna Alves' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Editar usuário' }));
    expect(await panel.findByRole('textbox', { name: 'Valor de Loja' })).toHaveValue('Praia');
    await user.click(panel.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(server.count(updateMember)).toBe(1));
    expect(server.asked(updateMember)[0]?.body).toMatchObject({ narrowing: { field: shop._id, value: 'Praia' } });

    await user.click(await screen.findByRole('button', { name: 'Bruna Alves' }));
    const again = within(await screen.findByRole('dialog', { name: 'Editar usuário' }));
    const role = again.getByRole('combobox', { name: 'Papel' });
    await user.click(role);
    await user.click(optionsOf(role).getByRole('option', { name: 'Somente leitura', hidden: true }));
    expect(again.queryByRole('textbox', { name: 'Valor de Loja' })).toBeNull();
    await user.click(again.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(server.count(updateMember)).toBe(2));
    expect(server.asked(updateMember)[1]?.body).toMatchObject({ role: 'readonly', narrowing: null });
  });

  test('[TEAM-05] is shut out only with somebody who takes over, and it says how much that is', async () => {
    const server = atTeam();
    server.on(getOwnership)(() => ({ surveys: 3 }));
    server.on(deactivateMember)(() => ({ surveys: 3 }));
    const { user } = openApp('/settings/users');
    await act(user, 'Bruna Alves', 'Desativar');
    const dialog = within(await screen.findByRole('dialog', { name: 'Desativar Bruna Alves' }));
    expect(await dialog.findByText('3 pesquisas passam para quem você escolher.')).toBeVisible();
    const confirm = dialog.getByRole('button', { name: 'Desativar' });
    expect(confirm).toBeDisabled();
    await waitFor(() => expect(dialog.getByRole('combobox')).toBeEnabled());
    await user.click(dialog.getByRole('combobox'));
    expect(screen.queryByRole('option', { name: /Bruna Alves/, hidden: true })).toBeNull();
    await user.click(await screen.findByRole('option', { name: /Dona/, hidden: true }));
    await user.click(confirm);
    expect(await screen.findByText(/Bruna Alves não entra mais\. 3 pesquisas mudaram de dono\./)).toBeVisible();
    expect(server.asked(deactivateMember)[0]).toMatchObject({
      params: { id: bruna._id },
      body: { successor: owner._id },
    });
  });

  test('[TEAM-05] is shut out without a word about a successor where there is nothing to take over', async () => {
    const server = atTeam();
    server.on(getOwnership)(() => ({ surveys: 0 }));
    server.on(deactivateMember)(() => ({ surveys: 0 }));
    const { user } = openApp('/settings/users');
    await act(user, 'Bruna Alves', 'Desativar');
    const dialog = within(await screen.findByRole('dialog', { name: 'Desativar Bruna Alves' }));
    expect(dialog.queryByText(/pesquisas?/)).toBeNull();
    expect(dialog.queryByRole('combobox')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Desativar' }));
    expect(await screen.findByText('Bruna Alves não entra mais.')).toBeVisible();
    expect(server.asked(deactivateMember)).toMatchObject([{ params: { id: bruna._id }, body: {} }]);
  });

  test('[TEAM-02] is let in again', async () => {
    const server = atTeam();
    server.on(reactivateMember)(() => ({ ok: true }));
    const { user } = openApp('/settings/users');
    await act(user, 'Caio Prado', 'Reativar');
    expect(await screen.findByText('Caio Prado pode entrar de novo.')).toBeVisible();
    expect(server.asked(reactivateMember)[0]?.params).toEqual({ id: gone._id });
  });

  test('loses a second factor that cannot be found any more, after it was asked; who has none is not offered it', async () => {
    const server = atTeam('adm');
    server.on(resetSecondFactor)(() => ({ ok: true }));
    const { user } = openApp('/settings/users');
    await act(user, 'Bruna Alves', 'Redefinir verificação em duas etapas');
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Redefinir a verificação em duas etapas de Bruna Alves' }),
    );
    expect(server.count(resetSecondFactor)).toBe(0);
    await user.click(dialog.getByRole('button', { name: 'Redefinir verificação em duas etapas' }));
    expect(await screen.findByText('A verificação em duas etapas de Bruna Alves foi redefinida.')).toBeVisible();
    expect(server.asked(resetSecondFactor)[0]?.params).toEqual({ id: bruna._id });
    await user.click(screen.getByRole('button', { name: 'Ações de Caio Prado' }));
    expect(await screen.findByRole('menuitem', { name: 'Reativar', hidden: true })).toBeInTheDocument();
    expect(screen.queryByRole('menuitem', { name: 'Redefinir verificação em duas etapas', hidden: true })).toBeNull();
  });

  test('is left alone where the server says that they stand above, and it is said', async () => {
    const server = atTeam('adm');
    server.refuse(resetSecondFactor, 'ROLE_ABOVE_OWN');
    const { user } = openApp('/settings/users');
    await act(user, 'Bruna Alves', 'Redefinir verificação em duas etapas');
    const dialog = within(await screen.findByRole('dialog', { name: /Redefinir a verificação em duas etapas/ }));
    await user.click(dialog.getByRole('button', { name: 'Redefinir verificação em duas etapas' }));
    expect(await screen.findByText('Você não pode dar, mudar ou retirar um papel acima do seu.')).toBeVisible();
    expect(screen.queryByText(/foi redefinido/)).toBeNull();
  });

  test('[TEAM-06] gets the company from its owner, and from nobody else', async () => {
    const server = atTeam();
    server.on(transferCompany)(() => ({ ok: true }));
    const { user } = openApp('/settings/users');
    await user.click(await screen.findByRole('button', { name: 'Transferir a propriedade' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Transferir a propriedade' }));
    await waitFor(() => expect(dialog.getByRole('combobox')).toBeEnabled());
    await user.click(dialog.getByRole('combobox'));
    expect(screen.queryByRole('option', { name: /Dona/, hidden: true })).toBeNull();
    await user.click(await screen.findByRole('option', { name: /Bruna Alves/, hidden: true }));
    await user.click(dialog.getByRole('button', { name: 'Transferir a propriedade' }));
    await waitFor(() => expect(server.asked(transferCompany)[0]?.body).toEqual({ successor: bruna._id }));
  });

  test('[PERMS-18] the transfer is not offered to who does not own the company', async () => {
    atTeam('adm');
    openApp('/settings/users');
    await rowOf('Bruna Alves');
    expect(screen.queryByRole('button', { name: 'Transferir a propriedade' })).toBeNull();
  });
});

describe('for a visitor in the account of a customer', () => {
  const owner2: Member = { ...owner, _id: UserId.parse(idOf('05')), nome: 'Davi', manageable: true };
  const administrator: Member = { ...gone, _id: UserId.parse(idOf('06')), nome: 'Elisa', role: 'adm' };
  const names = ['Analista', 'Ponto de venda', 'Somente leitura', 'Somente notas', 'Somente dashboard', 'Atendente'];

  async function openTeam() {
    const server = staffServer().on(getAccountAccess)(() => ({ access: anAccess() }));
    server.on(listMembers)(() => ({ data: [bruna, gone, owner2, administrator], total: 4 }));
    const { user } = openApp('/settings/users');
    await screen.findByRole('region', { name: 'Acesso à conta de um cliente' });
    return user;
  }
  const rolesIn = async (user: ReturnType<typeof openApp>['user'], panel: HTMLElement) => {
    const choice = within(panel).getByRole('combobox', { name: 'Papel' });
    await user.click(choice);
    const options = optionsOf(choice).getAllByRole('option', { hidden: true });
    return options.map(({ textContent }) => textContent);
  };

  test('[TEAM-01] nobody is invited with a role that decides how people come in', async () => {
    const user = await openTeam();
    await user.click(await screen.findByRole('button', { name: 'Convidar' }));
    expect(await rolesIn(user, await screen.findByRole('dialog', { name: 'Convidar pessoas' }))).toEqual(names);
  });

  test('[TEAM-07] who has such a role keeps it, or gets another; who owns the company stays its owner', async () => {
    const user = await openTeam();
    await user.click(await screen.findByRole('button', { name: 'Elisa' }));
    const panel = await screen.findByRole('dialog', { name: 'Editar usuário' });
    expect(await rolesIn(user, panel)).toEqual(['Administrador', ...names]);
    await user.keyboard('{Escape}');
    await user.click(within(panel).getByRole('button', { name: 'Fechar' }));
    await user.click(await screen.findByRole('button', { name: 'Davi' }));
    const role = within(await screen.findByRole('dialog', { name: 'Editar usuário' })).getByRole('combobox', {
      name: 'Papel',
    });
    await waitFor(() => expect(role).toHaveValue('Proprietário'));
    expect(role).toBeDisabled();
    expect(role).toHaveAccessibleDescription('Só quem é da empresa muda o papel de quem é proprietário.');
  });

  test('[TEAM-02, TEAM-05] shuts no owner out, and lets nobody in who decides how people come in', async () => {
    const user = await openTeam();
    const offered = async (name: string) => {
      const button = await screen.findByRole('button', { name: `Ações de ${name}` });
      await user.click(button);
      await screen.findByRole('menuitem', { name: 'Editar', hidden: true });
      const entries = screen.getAllByRole('menuitem', { hidden: true }).map(({ textContent }) => textContent);
      await user.click(button);
      await waitFor(() => expect(screen.queryByRole('menuitem', { hidden: true })).toBeNull());
      return entries;
    };
    expect(await offered('Davi')).toEqual(['Editar']);
    expect(await offered('Elisa')).toEqual(['Editar']);
    expect(await offered('Caio Prado')).toEqual(['Editar', 'Reativar']);
    expect(await offered('Bruna Alves')).toContain('Desativar');
  });
});

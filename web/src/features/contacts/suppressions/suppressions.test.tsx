import type { Role } from '@escuta/contract/access-policy';
import { ContactId, SuppressionId } from '@escuta/contract/ids';
import { listContacts } from '@escuta/contract/contacts';
import { addSuppressions, checkAddress, liftSuppression, listSuppressions } from '@escuta/contract/suppressions';
import type { Suppression } from '@escuta/contract/suppressions';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openApp, signedInServer } from '#web/testing/render-app.tsx';

const contactId = ContactId.parse('019a9f3e-0000-7000-8000-00000000000a');
const idOf = (place: number) => SuppressionId.parse(`019a9f3e-0000-7000-8000-00000000060${place}`);

function aSuppression(place: number, changes: Partial<Suppression> = {}): Suppression {
  return {
    _id: idOf(place),
    channel: 'email',
    reason: 'manual',
    at: '2026-11-20T12:00:00.000Z',
    contact: { _id: contactId, name: 'Maria da Silva', address: 'maria@exemplo.example' },
    erased: false,
    stays: null,
    needs_consent: true,
    ...changes,
  };
}

const stopped = aSuppression(1);
const bounced = aSuppression(2, { reason: 'bounced', contact: null, needs_consent: false });
const own = aSuppression(3, { reason: 'unsubscribed', channel: 'sms', stays: 'person', needs_consent: false });
const erased = aSuppression(4, { contact: null, erased: true, stays: 'erased', needs_consent: false });

function serverOf(rows: readonly Suppression[], role: Role = 'ana') {
  const server = signedInServer(role);
  const asked: unknown[] = [];
  server.on(listSuppressions)(({ query }) => {
    asked.push(query);
    return { data: [...rows], total: rows.length };
  });
  return Object.assign(server, { asked });
}

const rowOf = async (text: string | RegExp) => within((await screen.findByText(text)).closest('tr')!);

test('[PEOPLE-08] the list says whose each address is, why it is blocked, and what stays so', async () => {
  serverOf([stopped, bounced, own, erased]);
  openApp('/contatos/bloqueados');
  expect(await screen.findByRole('heading', { level: 1, name: 'Endereços bloqueados' })).toBeVisible();
  const [maria, hers] = await screen.findAllByRole('link', { name: 'Maria da Silva' });
  expect(maria).toHaveAttribute('href', `/contatos/${contactId}`);
  expect(within(hers!.closest('tr')!).getByText('Cancelou o recebimento')).toBeVisible();
  expect(within(hers!.closest('tr')!).getByText('Só a própria pessoa pode voltar a receber.')).toBeVisible();
  expect(within(hers!.closest('tr')!).queryByRole('button')).not.toBeInTheDocument();
  const nobody = await rowOf('Endereço guardado só como código');
  expect(nobody.getByText('Endereço não existe (mensagens devolvidas)')).toBeVisible();
  expect(nobody.getByText('20 nov 2026, 09:00')).toBeVisible();
  const gone = await rowOf('Pessoa anonimizada');
  expect(gone.getByText('A pessoa foi anonimizada: o endereço não pode ser desbloqueado.')).toBeVisible();
  expect(gone.queryByRole('button')).not.toBeInTheDocument();
});

test('the filters stand in the address, and go to the server with it', async () => {
  const user = userEvent.setup();
  const server = serverOf([stopped]);
  const { router } = openApp('/contatos/bloqueados?page=2&reason=nothing');
  await user.click(await screen.findByRole('combobox', { name: 'Motivo' }));
  await user.click(await screen.findByRole('option', { name: 'Reclamação', hidden: true }));
  await user.click(screen.getByRole('combobox', { name: 'Canal' }));
  await user.click(await screen.findByRole('option', { name: 'SMS', hidden: true }));
  await waitFor(() => expect(router.state.location.search).toEqual({ channel: 'sms', reason: 'complained' }));
  await waitFor(() =>
    expect(server.asked.at(-1)).toMatchObject({ channel: 'sms', reason: 'complained', page: '1', limit: '20' }),
  );
});

test('nothing is there: the page says what will be, and begins it', async () => {
  const user = userEvent.setup();
  serverOf([]);
  openApp('/contatos/bloqueados');
  expect(await screen.findByText('Nenhum endereço bloqueado')).toBeVisible();
  await user.click(screen.getAllByRole('button', { name: 'Bloquear endereços' })[0]!);
  expect(await screen.findByRole('textbox', { name: /E-mails e telefones/ })).toBeVisible();
});

test('a list that did not come says so, and is asked for again', async () => {
  const user = userEvent.setup();
  const server = signedInServer('ana');
  server.refuse(listSuppressions, 'INTERNAL_ERROR');
  openApp('/contatos/bloqueados');
  const again = await screen.findByRole('button', { name: /Tentar/ });
  server.on(listSuppressions)(() => ({ data: [bounced], total: 1 }));
  await user.click(again);
  expect(await screen.findByText('Endereço guardado só como código')).toBeVisible();
});

test('an address is checked: blocked with the reason and whose it is, or free, or none', async () => {
  const user = userEvent.setup();
  const server = serverOf([]);
  const typed: string[] = [];
  server.on(checkAddress)(({ body }) => {
    typed.push(body.address);
    return { channels: [{ channel: 'email', suppression: typed.length === 1 ? own : null }] };
  });
  openApp('/contatos/bloqueados');
  const check = within(await screen.findByRole('region', { name: 'Verificar um endereço' }));
  expect(check.getByRole('button', { name: 'Verificar' })).toBeDisabled();
  await user.type(check.getByRole('textbox'), 'maria@exemplo.example{Enter}');
  expect(
    await check.findByText(/E-mail: bloqueado desde 20 nov 2026, 09:00. Motivo: Cancelou o recebimento/),
  ).toBeVisible();
  expect(check.getByRole('link', { name: 'Ver contato: Maria da Silva' })).toHaveAttribute(
    'href',
    `/contatos/${contactId}`,
  );
  await user.type(check.getByRole('textbox'), 'x');
  expect(check.queryByText(/bloqueado desde/)).not.toBeInTheDocument();
  await user.click(check.getByRole('button', { name: 'Verificar' }));
  expect(await check.findByText('E-mail: pode receber.')).toBeVisible();
  expect(typed).toEqual(['maria@exemplo.example', 'maria@exemplo.examplex']);
  server.refuse(checkAddress, 'ADDRESS_NOT_VALID');
  await user.click(check.getByRole('button', { name: 'Verificar' }));
  expect(await check.findByText(/Isto não é um e-mail nem um telefone/)).toBeVisible();
});

test('what was found by a check is unblocked from there, and the verdict goes with it', async () => {
  const user = userEvent.setup();
  const server = serverOf([]);
  server.on(checkAddress)(() => ({ channels: [{ channel: 'sms', suppression: bounced }] }));
  server.on(liftSuppression)(() => ({ ok: true }));
  openApp('/contatos/bloqueados');
  await user.type(await screen.findByRole('textbox', { name: 'Verificar um endereço' }), '(11) 98765-4321{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Desbloquear' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Desbloquear este endereço?' }));
  await user.click(dialog.getByRole('button', { name: 'Desbloquear' }));
  expect(await screen.findByText('Endereço desbloqueado.')).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/bloqueado desde/)).not.toBeInTheDocument());
});

test('addresses are added one per line, and each line that is none is told by its number', async () => {
  const user = userEvent.setup();
  const server = serverOf([]);
  const added: unknown[] = [];
  server.on(addSuppressions)(({ body }) => {
    added.push(body);
    return { added: 1, already_there: 2, left_out: [{ place: 1, reason: 'not_an_address' }] };
  });
  openApp('/contatos/bloqueados');
  await user.click((await screen.findAllByRole('button', { name: 'Bloquear endereços' }))[0]!);
  const dialog = within(await screen.findByRole('dialog', { name: 'Bloquear endereços' }));
  await user.click(dialog.getByRole('button', { name: 'Bloquear' }));
  expect(added).toEqual([]);
  await user.type(dialog.getByRole('textbox'), 'ana@exemplo.example{Enter}{Enter}nada{Enter}bia@exemplo.example');
  await user.click(dialog.getByRole('checkbox', { name: 'SMS' }));
  await user.click(dialog.getByRole('checkbox', { name: 'E-mail' }));
  await user.click(dialog.getByRole('button', { name: 'Bloquear' }));
  expect(await dialog.findByText('Escolha pelo menos um canal.')).toBeVisible();
  await user.click(dialog.getByRole('checkbox', { name: 'E-mail' }));
  await user.click(dialog.getByRole('button', { name: 'Bloquear' }));
  expect(await dialog.findByText('1 endereço bloqueado.')).toHaveFocus();
  expect(dialog.getByText('2 já estavam bloqueados.')).toBeVisible();
  expect(dialog.getByText('Linha 3: não é um e-mail nem um telefone.')).toBeVisible();
  expect(added).toEqual([{ addresses: ['ana@exemplo.example', 'nada', 'bia@exemplo.example'], channels: ['email'] }]);
  await user.click(dialog.getByRole('button', { name: 'Concluir' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('more lines than are taken at once are counted before they are sent', async () => {
  const user = userEvent.setup();
  serverOf([]);
  openApp('/contatos/bloqueados');
  await user.click((await screen.findAllByRole('button', { name: 'Bloquear endereços' }))[0]!);
  const dialog = within(await screen.findByRole('dialog', { name: 'Bloquear endereços' }));
  await user.click(dialog.getByRole('textbox'));
  await user.paste(Array.from({ length: 501 }, (_, place) => `p${place}@x.example`).join('\n'));
  await user.click(dialog.getByRole('button', { name: 'Bloquear' }));
  expect(await dialog.findByText('No máximo 500 de cada vez; há 501 linhas.')).toBeVisible();
});

test('what the company stopped is unblocked with what the person agreed to', async () => {
  const user = userEvent.setup();
  const server = serverOf([stopped]);
  const lifted: unknown[] = [];
  server.on(liftSuppression)(({ params, body }) => {
    lifted.push([params['id'], body]);
    return { ok: true };
  });
  openApp('/contatos/bloqueados');
  await user.click(await screen.findByRole('button', { name: 'Ações de maria@exemplo.example' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Desbloquear', hidden: true }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Desbloquear este endereço?' }));
  expect(dialog.getByText(/volta a enviar para maria@exemplo.example/)).toBeVisible();
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Base legal' }), 'Execução de contrato');
  await user.type(dialog.getByRole('textbox', { name: 'Onde ou como ela disse' }), ' Por telefone ');
  await user.click(dialog.getByRole('button', { name: 'Desbloquear' }));
  expect(await screen.findByText('Endereço desbloqueado.')).toBeVisible();
  expect(lifted).toEqual([[idOf(1), { consent: { basis: 'contract', text_version: 'Por telefone' } }]]);
});

test('an address that bounced is unblocked by a word, and a refusal is told', async () => {
  const user = userEvent.setup();
  const server = serverOf([bounced]);
  server.refuse(liftSuppression, 'SUPPRESSION_STAYS');
  openApp('/contatos/bloqueados');
  const actions = { name: 'Ações de endereço desconhecido (E-mail, 20 nov 2026, 09:00)' };
  const unblock = async () => {
    await user.click(await screen.findByRole('button', actions));
    await user.click(await screen.findByRole('menuitem', { name: 'Desbloquear', hidden: true }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Desbloquear este endereço?' }));
    await user.click(dialog.getByRole('button', { name: 'Desbloquear' }));
  };
  await unblock();
  expect(await screen.findByText(/Este endereço continua bloqueado/)).toBeVisible();
  server.on(liftSuppression)(({ body }) => {
    expect(body).toEqual({ consent: null });
    return { ok: true };
  });
  await unblock();
  expect(await screen.findByText('Endereço desbloqueado.')).toBeVisible();
});

test('who reads alone sees the list, and nothing to change it with', async () => {
  serverOf([stopped], 'readonly');
  openApp('/contatos/bloqueados');
  expect(await screen.findByRole('link', { name: 'Maria da Silva' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Verificar um endereço' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Bloquear endereços|Ações/ })).not.toBeInTheDocument();
});

test('the list of contacts leads there', async () => {
  const user = userEvent.setup();
  const server = serverOf([bounced]);
  server.on(listContacts)(() => ({ data: [], total: 0 }));
  const { router } = openApp('/contatos');
  await user.click(await screen.findByRole('link', { name: 'Bloqueados' }));
  expect(await screen.findByText('Endereço guardado só como código')).toBeVisible();
  expect(router.state.location.pathname).toBe('/contatos/bloqueados');
});

test('[ROLE-09] who may not see contacts is turned away', async () => {
  serverOf([stopped], 'dashonly');
  const { router } = openApp('/contatos/bloqueados');
  await waitFor(() => expect(router.state.location.pathname).not.toBe('/contatos/bloqueados'));
  expect(screen.queryByText('Maria da Silva')).not.toBeInTheDocument();
});

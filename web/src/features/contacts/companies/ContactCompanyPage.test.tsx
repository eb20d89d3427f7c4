import { getContactCompanyScore } from '@escuta/contract/analytics';
import type { Score } from '@escuta/contract/analytics';
import { getMe } from '@escuta/contract/access';
import type { Role } from '@escuta/contract/access-policy';
import { getCompany } from '@escuta/contract/companies';
import { getContactCompany, updateContactCompany } from '@escuta/contract/contact-companies';
import type { ContactCompany } from '@escuta/contract/contact-companies';
import { getContact, listContacts } from '@escuta/contract/contacts';
import { ContactCompanyId, ContactId } from '@escuta/contract/ids';
import type { Output } from '@escuta/contract/route';
import { countCompanyTickets } from '@escuta/contract/tickets';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aContact, edited } from '#web/testing/contact-samples.ts';
import { showOnPhone } from '#web/testing/phone.ts';
import { companyId, openApp, signedInServer, testUser } from '#web/testing/render-app.tsx';

const id = ContactCompanyId.parse('019a9f3e-0000-7000-8000-000000000201');
const path = `/contatos/empresas/${id}`;
const lua: ContactCompany = {
  _id: id,
  nome: 'Padaria Lua',
  cnpj: '11222333000181',
  segmento: 'Alimentação',
  created_at: '2026-11-10T15:00:00.000Z',
};
const maria = aContact({ email: 'maria@exemplo.example', _company: { _id: id, name: 'Padaria Lua' } });
const joana = aContact({ _id: ContactId.parse('019a9f3e-0000-7000-8000-00000000000b'), name: 'Joana Prado' });
const few: Score = {
  value: 50,
  lo: -8.4,
  hi: 71.6,
  n: 12,
  sample: 'small',
  groups: { top: 8, middle: 2, bottom: 2 },
  method: 'adjusted-wald',
};

type MetricScores = Output<(typeof getContactCompanyScore)['definition']['answer']>['scores'];

/** A server that knows the bakery; who looks works on tickets, which are switched on. */
function serverOf(scores: MetricScores = [{ metric: 'nps', score: few }], role: Role = 'own') {
  const server = signedInServer(role);
  server.on(getMe)(() => ({ ...testUser(role), ticketing_role: 'ana' as const }));
  server.on(getCompany)(() => ({
    _id: companyId,
    nome: 'Aurora',
    isTrial: false,
    trial_expiration_date: null,
    logo: null,
    general_attributes: { allow_beta: false, allow_ticketing: true },
    language: 'pt',
  }));
  server.on(getContactCompany)(() => lua);
  server.on(getContactCompanyScore)(() => ({ from: '2026-08-23', to: '2026-11-20', scores }));
  server.on(countCompanyTickets)(() => ({ total: 3 }));
  server.on(listContacts)(({ query }) =>
    query['contactCompanyId'] === id ? { data: [maria], total: 1 } : { data: [maria, joana], total: 2 },
  );
  return server;
}

test('[PEOPLE-23] shows the pooled score, the contacts and the open tickets of a company', async () => {
  serverOf();
  openApp(path);
  expect(await screen.findByRole('heading', { level: 1, name: 'Padaria Lua' })).toBeVisible();
  expect(screen.getByText('11.222.333/0001-81')).toBeVisible();
  expect(screen.getByText('Alimentação')).toBeVisible();

  const numbers = within(await screen.findByRole('region', { name: 'Números da empresa' }));
  expect(numbers.getByText('50')).toBeVisible();
  expect(numbers.getByText('IC 95%: −8 a 72')).toBeVisible();
  expect(numbers.getByText('amostra pequena')).toBeVisible();
  await waitFor(() => expect(numbers.getByText('Tickets abertos').nextSibling).toHaveTextContent('3'));
  const behind = new URL(numbers.getByRole('link', { name: '12 respostas' }).getAttribute('href')!, 'http://x');
  expect([behind.pathname, Object.fromEntries(behind.searchParams)]).toEqual([
    '/customer-feedback/responses',
    { contactCompanyId: id, metric: 'nps', score: 'with', from: '2026-08-23', to: '2026-11-20' },
  ]);

  const people = within(await screen.findByRole('region', { name: 'Contatos' }));
  expect(people.getByRole('link', { name: 'Maria da Silva' })).toHaveAttribute('href', `/contatos/${maria._id}`);
  expect(people.getAllByRole('row')).toHaveLength(2);
  // All of them work here.
  expect(people.queryByRole('columnheader', { name: 'Empresa' })).toBeNull();
});

const hidden: Score = { ...few, value: null, lo: null, hi: null, n: 3, sample: 'hidden', method: null };

test('says that too few have answered to be shown, and opens none of them', async () => {
  serverOf([{ metric: 'nps', score: hidden }], 'notesonly');
  openApp(path);
  expect(await screen.findByText('3 respostas')).toBeVisible();
  expect(screen.getByText(/^Ainda são poucas respostas/)).toBeVisible();
  expect(screen.queryByRole('link', { name: '3 respostas' })).toBeNull();
});

test('[PEOPLE-23] shows a score for each metric that was answered, which opens the responses of that metric', async () => {
  const satisfied: Score = { ...few, value: 82.35, lo: 60, hi: 93.8, n: 17, method: 'wilson' };
  const easy: Score = { ...few, value: 5.5, lo: 4.1, hi: 6.6, n: 8, method: 'bca' };
  serverOf([
    { metric: 'csat', score: satisfied },
    { metric: 'ces', score: easy },
  ]);
  openApp(path);
  const numbers = within(await screen.findByRole('region', { name: 'Números da empresa' }));
  expect(numbers.queryByText('NPS dos últimos 90 dias')).toBeNull();
  expect(numbers.getByText('CSAT dos últimos 90 dias').nextSibling).toHaveTextContent('82,4%');
  expect(numbers.getByText('IC 95%: 60,0% a 93,8%')).toBeVisible();
  expect(numbers.getByText('CES dos últimos 90 dias').nextSibling).toHaveTextContent('5,50');
  expect(numbers.getByText('IC 95%: 4,10 a 6,60')).toBeVisible();
  for (const [name, metric] of [
    ['17 respostas', 'csat'],
    ['8 respostas', 'ces'],
  ] as const) {
    const behind = new URL(numbers.getByRole('link', { name }).getAttribute('href')!, 'http://x');
    expect(Object.fromEntries(behind.searchParams)).toMatchObject({ contactCompanyId: id, metric, score: 'with' });
  }
});

test('says that nobody has answered', async () => {
  serverOf([]);
  openApp(path);
  expect(await screen.findByText('Nenhuma resposta com nota no período')).toBeVisible();
});

test('asks for no tickets for who does not work on them, and offers no change to who may not make it', async () => {
  const server = serverOf(undefined, 'readonly');
  server.on(getMe)(() => testUser('readonly'));
  openApp(path);
  expect(await screen.findByText('NPS dos últimos 90 dias')).toBeVisible();
  expect(screen.queryByText('Tickets abertos')).toBeNull();
  expect(server.count(countCompanyTickets)).toBe(0);
  expect(screen.queryByRole('button', { name: 'Editar Empresa' })).toBeNull();
});

test('says why the number of tickets did not come, and shows the rest', async () => {
  const server = serverOf();
  server.refuse(countCompanyTickets, 'FORBIDDEN');
  openApp(path);
  const numbers = within(await screen.findByRole('region', { name: 'Números da empresa' }));
  expect(await numbers.findByText('Você não tem a permissão necessária para executar esta ação!')).toBeVisible();
  expect(numbers.getByText('Tickets abertos').nextSibling).toHaveTextContent('—');
  expect(numbers.getByText('50')).toBeVisible();
});

test('is changed in a panel, and says so', async () => {
  const server = serverOf();
  const { user } = openApp(path);
  await user.click(await screen.findByRole('button', { name: 'Editar Empresa' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Editar Empresa' }));
  expect(panel.getByLabelText('CNPJ')).toHaveValue('11.222.333/0001-81');
  await user.clear(panel.getByLabelText('CNPJ'));
  await user.clear(panel.getByLabelText('Nome'));
  await user.type(panel.getByLabelText('Nome'), 'Padaria Sol');
  const changed = { ...lua, nome: 'Padaria Sol', cnpj: null };
  server.on(updateContactCompany)(() => changed);
  server.on(getContactCompany)(() => changed);
  await user.click(panel.getByRole('button', { name: 'Salvar Alterações' }));
  expect(await screen.findByText('Empresa atualizada.')).toBeVisible();
  expect(await screen.findByRole('heading', { level: 1, name: 'Padaria Sol' })).toBeVisible();
  expect(server.asked(updateContactCompany)).toMatchObject([
    { params: { id }, body: { nome: 'Padaria Sol', cnpj: null, segmento: 'Alimentação' } },
  ]);
});

test.each([
  ['a desk', () => undefined],
  ['a phone', showOnPhone],
])('is opened on %s by its name, from the list of contacts and from the page of one', async (_where, show) => {
  show();
  serverOf().on(getContact)(() => edited(maria));
  const { user, router } = openApp('/contatos');
  await user.click((await screen.findAllByRole('link', { name: 'Padaria Lua' }))[0]!);
  await waitFor(() => expect(router.state.location.pathname).toBe(path));
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(await screen.findByRole('link', { name: 'Maria da Silva' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Maria da Silva' })).toBeVisible();
  await user.click(await screen.findByRole('link', { name: 'Padaria Lua' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(path));
});

test('an address that names no company says so; one without people says what to do', async () => {
  const server = serverOf();
  server.on(listContacts)(() => ({ data: [], total: 0 }));
  const { router } = openApp(path);
  expect(await screen.findByText('Ninguém trabalha aqui ainda')).toBeVisible();
  server.refuse(getContactCompany, 'NOT_FOUND');
  await router.navigate({ to: '/contatos/empresas/$id', params: { id: id.replace('201', '202') } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Não encontramos o que você procura' })).toBeVisible();
});

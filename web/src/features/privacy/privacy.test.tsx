import {
  changePrivacyRequest,
  createPersonPackage,
  createPrivacyRequest,
  downloadPersonPackage,
  eraseRequester,
  getPrivacyForm,
  getPrivacyRequest,
  listPrivacyRequests,
  rehearseErasure,
} from '@escuta/contract/privacy-requests';
import type { PrivacyRequest, PrivacyRequestDetails } from '@escuta/contract/privacy-requests';
import type { Language } from '@escuta/contract/primitives';
import type { BusinessUnitId } from '@escuta/contract/ids';
import { ContactId, PersonFileId, PrivacyRequestId, UserId } from '@escuta/contract/ids';
import { screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeServer } from '#web/testing/fake-server.ts';
import { openApp, signedInServer, otherUnitId, testUser, unitId } from '#web/testing/render-app.tsx';

const slug = 'AbCdEfGhIjKlMnOp';
const requestId = PrivacyRequestId.parse('019a9f3e-0000-7000-8000-0000000000c1');
const otherId = PrivacyRequestId.parse('019a9f3e-0000-7000-8000-0000000000c2');

function aRequest(changes: Partial<PrivacyRequest> = {}): PrivacyRequest {
  return {
    _id: requestId,
    protocol: '2026-7KQ4-M2XD',
    type: 'acesso',
    requester: { nome: 'Maria Lima', email: 'maria@exemplo.example', tel: null },
    identity_check: 'pending',
    status: 'received',
    created_at: '2026-11-20T15:00:00.000Z',
    due_at: '2026-12-05T15:00:00.000Z',
    due_day: '2026-12-05',
    timezone: 'America/Sao_Paulo',
    closed_at: null,
    handled_by: null,
    ...changes,
  };
}

function details(changes: Partial<PrivacyRequestDetails> = {}): PrivacyRequestDetails {
  const received = {
    _id: 'one',
    at: '2026-11-20T15:00:00.000Z',
    by: null,
    kind: 'received',
    status: 'received',
    identity_check: 'pending',
    note: '',
    answer: '',
    report: null,
  } as const;
  return { ...aRequest(), details: 'Quero uma cópia.', evidence: [received], contacts: [], packages: [], ...changes };
}

// Only the date: what the page waits for goes on.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T12:00:00Z') }));
afterEach(() => vi.useRealTimers());

describe('the public form', () => {
  const atForm = (language: Language = 'pt') =>
    new FakeServer().on(getPrivacyForm)(() => ({ company: 'Aurora', language, due_days: 15 }));
  const browserAsksFor = (...tags: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags);
  beforeEach(() => void browserAsksFor('pt-BR'));
  afterEach(async () => void (await i18next.changeLanguage('pt')));

  test.each([
    [['es-MX'], 'pt', 'es', 'Sus datos en Aurora'],
    [['fr-FR', 'en-US'], 'pt', 'en', 'Your data at Aurora'],
    [['fr-FR'], 'es', 'es', 'Sus datos en Aurora'],
  ] as const)(
    'speaks as the browser does, which asks for %s, else as the company',
    async (tags, company, language, title) => {
      browserAsksFor(...tags);
      atForm(company);
      openApp(`/privacidade/${slug}`);
      expect(await screen.findByRole('heading', { name: title })).toBeVisible();
      expect(document.documentElement.lang.slice(0, 2)).toBe(language);
      expect(localStorage.getItem('lang')).toBeNull();
    },
  );

  test('speaks the language that somebody has chosen in this browser', async () => {
    browserAsksFor('es-MX');
    localStorage.setItem('lang', 'pt');
    atForm('en');
    openApp(`/privacidade/${slug}`);
    expect(await screen.findByRole('heading', { name: 'Seus dados em Aurora' })).toBeVisible();
  });

  test('takes a request without an account, and shows its protocol and its date', async () => {
    const server = atForm().on(createPrivacyRequest)(() => ({
      protocol: '2026-7KQ4-M2XD',
      // Already the 11th by the clock of Greenwich, and not where the company is.
      due_at: '2026-12-11T01:00:00.000Z',
      due_day: '2026-12-10',
    }));
    const { user } = openApp(`/privacidade/${slug}`);
    expect(await screen.findByRole('heading', { name: 'Seus dados em Aurora' })).toBeVisible();
    expect(screen.getByText(/responde em até 15 dias/)).toBeVisible();
    await user.selectOptions(screen.getByLabelText('O que você quer pedir'), 'Eliminar meus dados');
    expect(screen.getByText('O que diz quem você é é apagado.')).toBeVisible();
    await user.type(screen.getByLabelText('Nome completo'), 'Maria Lima');
    await user.type(screen.getByLabelText('E-mail'), 'Maria@exemplo.example');
    await user.type(screen.getByLabelText('Telefone'), '(11) 98765-4321');
    await user.click(screen.getByRole('button', { name: 'Enviar pedido' }));

    const title = await screen.findByRole('heading', { name: 'Pedido enviado' });
    expect(title).toHaveFocus();
    expect(screen.getByText('2026-7KQ4-M2XD')).toBeVisible();
    expect(screen.getByText('10 dez 2026')).toBeVisible();
    expect(server.calls.find(({ body }) => body)?.body).toEqual({
      type: 'eliminação',
      nome: 'Maria Lima',
      email: 'maria@exemplo.example',
      tel: '(11) 98765-4321',
      details: '',
      language: 'pt',
    });
  });

  test('says at its field what is missing, and sends nothing', async () => {
    const server = atForm();
    const { user } = openApp(`/privacidade/${slug}`);
    await user.click(await screen.findByRole('button', { name: 'Enviar pedido' }));
    expect(await screen.findAllByText('Preencha este campo.')).toHaveLength(2);
    expect(screen.getByLabelText('Nome completo')).toHaveFocus();
    expect(server.count(createPrivacyRequest)).toBe(0);
  });

  test('says at its field that an address is no name, and sends nothing', async () => {
    const server = atForm();
    const { user } = openApp(`/privacidade/${slug}`);
    await user.type(await screen.findByLabelText('Nome completo'), 'Veja www.premio.example');
    await user.type(screen.getByLabelText('E-mail'), 'maria@exemplo.example');
    await user.click(screen.getByRole('button', { name: 'Enviar pedido' }));
    expect(await screen.findByText(/^Escreva só o nome/)).toBeVisible();
    expect(server.count(createPrivacyRequest)).toBe(0);
  });

  test('says at its field that a phone is none', async () => {
    atForm().refuse(createPrivacyRequest, 'PHONE_NOT_VALID');
    const { user } = openApp(`/privacidade/${slug}`);
    await user.type(await screen.findByLabelText('Nome completo'), 'Maria');
    await user.type(screen.getByLabelText('E-mail'), 'maria@exemplo.example');
    await user.type(screen.getByLabelText('Telefone'), '123');
    await user.click(screen.getByRole('button', { name: 'Enviar pedido' }));
    expect(await screen.findByText(/^Este telefone não é válido/)).toBeVisible();
    expect(screen.getByLabelText('Telefone')).toHaveFocus();
  });

  test('says so at an address that leads to no company, and when too many were sent', async () => {
    new FakeServer().refuse(getPrivacyForm, 'NOT_FOUND');
    const { unmount } = openApp('/privacidade/nenhum');
    expect(await screen.findByRole('heading', { name: 'Formulário não encontrado' })).toBeVisible();
    unmount();
    atForm().refuse(createPrivacyRequest, 'TOO_MANY_REQUESTS', { retryAfter: 60 });
    const { user } = openApp(`/privacidade/${slug}`);
    await user.type(await screen.findByLabelText('Nome completo'), 'Maria');
    await user.type(screen.getByLabelText('E-mail'), 'maria@exemplo.example');
    await user.click(screen.getByRole('button', { name: 'Enviar pedido' }));
    expect(await screen.findByText(/Já recebemos muitos pedidos daqui/)).toBeVisible();
  });
});

describe('the desk', () => {
  const form_url = `https://escuta.example/privacidade/${slug}`;
  const listing = (data: PrivacyRequest[]) =>
    signedInServer('adm').on(listPrivacyRequests)(() => ({ data, total: data.length, form_url }));
  const rowOf = async (protocol: string) => within((await screen.findByText(protocol)).closest('tr')!);

  test.each([
    ['2026-12-05', 'America/Sao_Paulo', 'Faltam 10 dias'],
    ['2026-11-26', 'America/Sao_Paulo', 'Falta 1 dia'],
    ['2026-11-25', 'America/Sao_Paulo', 'Vence hoje'],
    ['2026-11-24', 'America/Sao_Paulo', 'Atrasado há 1 dia'],
    ['2026-11-20', 'America/Sao_Paulo', 'Atrasado há 5 dias'],
    // The unit is in São Paulo, where it is the 25th still: the day is the company's.
    ['2026-11-26', 'Pacific/Kiritimati', 'Vence hoje'],
  ])('[PRIVACY-06] shows the due date %s in %s as a countdown: %s', async (due_day, timezone, words) => {
    listing([aRequest({ due_day, timezone })]);
    openApp('/settings/privacy');
    expect((await rowOf('2026-7KQ4-M2XD')).getByText(words)).toBeVisible();
  });

  test('[PRIVACY-06] counts down no more once a request is answered', async () => {
    const answered = aRequest({
      _id: otherId,
      protocol: '2026-AAAA-BBBB',
      status: 'done',
      identity_check: 'confirmed',
      closed_at: '2026-11-24T12:00:00.000Z',
    });
    listing([aRequest(), answered]);
    openApp('/settings/privacy');
    expect((await rowOf('2026-7KQ4-M2XD')).getByText(/Faltam/)).toBeVisible();
    const row = await rowOf('2026-AAAA-BBBB');
    expect(row.getByText('Atendido')).toBeVisible();
    expect(row.queryByText(/Falta|Vence|Atrasado/)).toBeNull();
  });

  test('says of a request whose requester is forgotten that they are, in the list and on its page', async () => {
    const closed = { status: 'done', identity_check: 'confirmed', closed_at: '2020-11-24T12:00:00.000Z' } as const;
    const forgotten = { ...closed, requester: null };
    listing([aRequest(forgotten)]).on(getPrivacyRequest)(() => details({ ...forgotten, details: '' }));
    const { unmount } = openApp('/settings/privacy');
    const words = 'Apagado cinco anos depois do encerramento';
    expect((await rowOf('2026-7KQ4-M2XD')).getByText(words)).toBeVisible();
    unmount();
    openApp(`/settings/privacy/${requestId}`);
    expect(await screen.findByText(words)).toBeVisible();
  });

  test('lists what was asked, of those of a status, with the address of the form', async () => {
    const server = listing([aRequest()]);
    const { user } = openApp('/settings/privacy');
    const row = await rowOf('2026-7KQ4-M2XD');
    for (const words of ['Acesso aos dados', 'Maria Lima', 'maria@exemplo.example', 'Recebido', 'A conferir'])
      expect(row.getByText(words)).toBeVisible();
    expect(screen.getByLabelText('Endereço do formulário')).toHaveValue(form_url);
    await user.click(screen.getByRole('combobox', { name: 'Status' }));
    await user.click(await screen.findByRole('option', { name: 'Em andamento', hidden: true }));
    await waitFor(() => expect(server.calls.at(-1)?.query).toMatchObject({ status: 'in_progress', page: '1' }));
  });

  test('leads from a request back to the list, and gives the address of who asked the room of two columns', async () => {
    const server = listing([aRequest()]);
    server.on(getPrivacyRequest)(() => details());
    const { user, router } = openApp(`/settings/privacy/${requestId}`);
    const requester = (await screen.findByText(/maria@exemplo\.example/)).closest('dl > div');
    expect(requester).toHaveAttribute('data-wide');
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Privacidade' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/privacy'));
  });

  test.each([
    ['is no id', 'zzz'],
    ['names no request', otherId],
  ])('says of an address that %s that nothing is there, and leads to the list', async (_what, id) => {
    listing([]).refuse(getPrivacyRequest, 'NOT_FOUND');
    const { user, router } = openApp(`/settings/privacy/${id}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Não encontramos o que você procura' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Ir para Privacidade' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/privacy'));
  });

  test('keeps what was done, and says which step is missing', async () => {
    let now = details();
    const server = signedInServer('adm')
      .on(getPrivacyRequest)(() => now)
      .refuse(changePrivacyRequest, 'IDENTITY_NOT_CHECKED');
    const { user } = openApp(`/settings/privacy/${requestId}`);
    expect(await screen.findByText('Quero uma cópia.')).toBeVisible();
    const form = within(screen.getByRole('form', { name: 'Atender o pedido' }));
    expect(form.queryByLabelText('Resposta a quem pediu')).toBeNull();
    await user.selectOptions(form.getByLabelText('Status'), 'Atendido');
    await user.type(form.getByLabelText('Resposta a quem pediu'), 'Segue em anexo.');
    await user.type(form.getByLabelText('O que foi feito'), 'Entregue por e-mail.');
    await user.click(form.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Confirme a identidade antes de atender o pedido.')).toBeVisible();

    const handler = { _id: UserId.parse(testUser()._id), nome: 'Ana Souza' };
    server.on(changePrivacyRequest)(({ body: { status, identity_check, note, answer } }) => {
      const said = { status, identity_check, note, answer };
      const step = { ...now.evidence[0]!, _id: 'two', by: 'Ana Souza', kind: 'changed', ...said };
      now = details({ status, identity_check, handled_by: handler, evidence: [...now.evidence, step as never] });
      return now;
    });
    await user.selectOptions(form.getByLabelText('Identidade'), 'Confirmada');
    await user.click(form.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Atendido · identidade: Confirmada')).toBeVisible();
    expect(screen.getByText('Entregue por e-mail.')).toBeVisible();
    expect(screen.getByText('Resposta a quem pediu: Segue em anexo.')).toBeVisible();
    expect(server.calls.findLast(({ body }) => body)?.body).toEqual({
      status: 'done',
      identity_check: 'confirmed',
      handler: 'me',
      note: 'Entregue por e-mail.',
      answer: 'Segue em anexo.',
      seen: { status: 'received', identity_check: 'pending', handled_by: null },
    });
    expect(form.getByLabelText('O que foi feito')).toHaveValue('');
  });

  test('keeps a note that is being written when a colleague closes the request, and says how it stands', async () => {
    const colleague = { _id: UserId.parse('019a9f3e-0000-7000-8000-0000000000e7'), nome: 'Bia Lima' };
    const closed = {
      status: 'done',
      identity_check: 'confirmed',
      closed_at: '2026-11-25T12:00:00.000Z',
      handled_by: colleague,
    } as const;
    let now = details({ status: 'in_progress' });
    const server = signedInServer('adm').on(getPrivacyRequest)(() => now);
    server.on(changePrivacyRequest)(() => now);
    const { user } = openApp(`/settings/privacy/${requestId}`);
    const form = within(await screen.findByRole('form', { name: 'Atender o pedido' }));
    await user.type(form.getByLabelText('O que foi feito'), 'Liguei para ela.');
    now = details(closed);
    server.refuse(changePrivacyRequest, 'REQUEST_CHANGED');
    await user.click(form.getByRole('button', { name: 'Salvar' }));
    expect(await form.findByText(/Agora: Atendido · identidade: Confirmada · responsável: Bia Lima/)).toBeVisible();
    expect(form.getByLabelText('O que foi feito')).toHaveValue('Liguei para ela.');
    expect(form.getByLabelText('Status')).toHaveDisplayValue('Atendido');

    server.on(changePrivacyRequest)(() => now);
    await user.click(form.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Pedido atualizado.')).toBeVisible();
    expect(form.queryByText(/Agora:/)).toBeNull();
    const [first, second] = server.asked(changePrivacyRequest).map(({ body }) => body);
    expect(first).toMatchObject({
      handler: 'me',
      seen: { status: 'in_progress', identity_check: 'pending', handled_by: null },
    });
    expect(second).toMatchObject({
      status: 'done',
      identity_check: 'confirmed',
      handler: 'same',
      note: 'Liguei para ela.',
      seen: { status: 'done', identity_check: 'confirmed', handled_by: colleague._id },
    });
  });

  test('collects what is kept about the requester once they are proved, and hands out both files', async () => {
    const contact = {
      _id: ContactId.parse('019a9f3e-0000-7000-8000-0000000000d1'),
      nome: 'Maria L.',
      has: ['email' as const],
      business: { _id: unitId, nome: 'Aurora Paulista' },
    };
    const file = {
      _id: PersonFileId.parse('7f1f3c52-5b0f-4d0e-9d5b-0a2f5a3f9e10'),
      _contact: contact._id,
      created_at: '2026-11-25T12:00:00.000Z',
      expires_at: '2026-12-02T12:00:00.000Z',
    };
    let now = details({ contacts: [contact] });
    const server = signedInServer('adm')
      .on(getPrivacyRequest)(() => now)
      .on(createPersonPackage)(() => {
        now = { ...now, packages: [{ ...file, status: 'finished' }] };
        return now;
      })
      .on(downloadPersonPackage)(() => '%PDF-1.3');
    const { user, unmount } = openApp(`/settings/privacy/${requestId}`);
    const collect = { name: 'Reunir dados de Maria L., Aurora Paulista' };
    expect(await screen.findByRole('button', collect)).toBeDisabled();
    expect(screen.getByText('Confirme a identidade antes de reunir os dados.')).toBeVisible();
    unmount();

    now = { ...now, identity_check: 'confirmed', status: 'refused' };
    const refused = openApp(`/settings/privacy/${requestId}`);
    expect(await screen.findByRole('button', collect)).toBeDisabled();
    refused.unmount();

    now = { ...now, status: 'in_progress' };
    openApp(`/settings/privacy/${requestId}`);
    await user.click(await screen.findByRole('button', collect));
    await user.click(await screen.findByRole('button', { name: /^Baixar PDF: Maria L\./ }));
    await waitFor(() => expect(server.calls.at(-1)?.query).toEqual({ format: 'pdf' }));
    await user.click(screen.getByRole('button', { name: /^Baixar JSON: Maria L\./ }));
    await waitFor(() => expect(server.calls.at(-1)?.query).toEqual({ format: 'json' }));
    expect(server.calls.find(({ body }) => body)?.body).toEqual({ contactId: contact._id, language: 'pt' });
  });

  test('says whose each package is, and leads to the contacts of this unit', async () => {
    const contactOf = (last: string, nome: string, _id: BusinessUnitId, unit: string) => ({
      _id: ContactId.parse(`019a9f3e-0000-7000-8000-0000000000${last}`),
      nome,
      has: ['email' as const],
      business: { _id, nome: unit },
    });
    const here = contactOf('d1', 'Maria L.', unitId, 'Aurora Paulista');
    const there = contactOf('d2', '', otherUnitId, 'Aurora Centro');
    const gone = contactOf('d3', 'Mary', unitId, 'Aurora Paulista');
    const packageOf = ({ _id: _contact }: typeof here, at: number) => ({
      _id: PersonFileId.parse(`7f1f3c52-5b0f-4d0e-9d5b-0a2f5a3f9e1${at}`),
      _contact,
      status: 'finished' as const,
      created_at: `2026-11-25T12:0${at}:00.000Z`,
      expires_at: '2026-12-02T12:00:00.000Z',
    });
    const packages = [here, there, gone].map(packageOf);
    const server = signedInServer('adm')
      .on(getPrivacyRequest)(() => details({ identity_check: 'confirmed', contacts: [here, there], packages }))
      .on(downloadPersonPackage)(() => '{}');
    const { user } = openApp(`/settings/privacy/${requestId}`);
    const files = within(await screen.findByRole('region', { name: 'Dados reunidos' }));
    const owners = [
      'Maria L., Aurora Paulista',
      'Contato sem nome, Aurora Centro',
      'Contato que não tem mais estes dados',
    ];
    for (const owner of owners) {
      expect(files.getByText(owner)).toBeVisible();
      expect(files.getByRole('button', { name: new RegExp(`^Baixar PDF: ${owner}, 25 nov 2026`) })).toBeVisible();
    }
    await user.click(files.getByRole('button', { name: new RegExp(`^Baixar JSON: ${owners[1]}`) }));
    await waitFor(() =>
      expect(server.asked(downloadPersonPackage)).toMatchObject([{ params: { id: packages[1]!._id } }]),
    );

    const links = within(screen.getByRole('region', { name: 'Contatos com estes dados' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Maria L.', `/contatos/${here._id}`],
    ]);
  });

  test('says by which address each contact was found, and warns of one that has the phone alone', async () => {
    const found = (nome: string, has: ('email' | 'tel')[]) => ({
      _id: ContactId.parse('019a9f3e-0000-7000-8000-0000000000d1'),
      nome,
      has,
      business: { _id: unitId, nome: 'Aurora Paulista' },
    });
    const requester = { nome: 'Maria Lima', email: 'maria@exemplo.example', tel: '+5511987654321' };
    const of = (...contacts: ReturnType<typeof found>[]) => details({ requester, contacts });
    const server = signedInServer('adm').on(getPrivacyRequest)(() => of(found('Maria L.', ['email', 'tel'])));
    const { unmount } = openApp(`/settings/privacy/${requestId}`);
    expect(await screen.findByText('Aurora Paulista · mesmo e-mail, mesmo telefone')).toBeVisible();
    expect(screen.getByText(/\+55 11 98765-4321/)).toBeVisible();
    expect(screen.queryByText(/Encontrado só pelo telefone/)).toBeNull();
    unmount();
    server.on(getPrivacyRequest)(() => of(found('Maria L.', ['tel'])));
    openApp(`/settings/privacy/${requestId}`);
    expect(await screen.findByText('Aurora Paulista · mesmo telefone')).toBeVisible();
    expect(screen.getByText(/Encontrado só pelo telefone/)).toBeVisible();
  });

  test('[PRIVACY-13] erases the requester after it has shown what goes, and leads to the report', async () => {
    const contact = {
      _id: ContactId.parse('019a9f3e-0000-7000-8000-0000000000d1'),
      nome: 'Maria L.',
      has: ['email' as const],
      business: { _id: unitId, nome: 'Aurora Paulista' },
    };
    let now = details({ type: 'eliminação', contacts: [contact], identity_check: 'confirmed' });
    const server = signedInServer('adm')
      .on(getPrivacyRequest)(() => now)
      .on(rehearseErasure)(({ query: { as } }) => ({
        tables: [
          { table: 'contacts', rows: 1 },
          { table: 'suppressions', rows: as === 'deleted' ? 0 : 2 },
        ],
      }))
      .on(eraseRequester)(() => {
      const report = { tables: [{ table: 'contacts' as const, rows: 1 }] };
      const step = { ...now.evidence[0]!, _id: 'two', by: 'Ana Souza', kind: 'anonymized' as const, report };
      now = { ...now, contacts: [], status: 'done', closed_at: now.created_at, evidence: [...now.evidence, step] };
      return now;
    });
    const { user } = openApp(`/settings/privacy/${requestId}`);
    await user.click(await screen.findByRole('button', { name: 'Apagar dados de Maria L., Aurora Paulista' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Apagar dados da pessoa' }));
    const shown = () => within(dialog.getByRole('region', { name: 'O que será alterado ou apagado' }));
    const blocked = async () => (await shown().findByText('Bloqueios de envio')).parentElement;
    await waitFor(async () => expect(await blocked()).toHaveTextContent('2'));
    await user.click(dialog.getByRole('radio', { name: 'Excluir' }));
    await waitFor(async () => expect(await blocked()).toHaveTextContent('0'));
    expect(server.calls.some(({ body }) => body)).toBe(false);
    await user.click(dialog.getByRole('radio', { name: 'Anonimizar' }));
    await blocked();
    await user.click(dialog.getByRole('button', { name: 'Apagar dados' }));
    expect(await screen.findByText('Dados apagados e pedido atendido.')).toBeVisible();
    expect(await screen.findByText('Contato anonimizado')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Evidências' })).toHaveFocus());
    expect(server.calls.find(({ body }) => body)?.body).toEqual({
      contactId: contact._id,
      as: 'anonymized',
      comments: 'remove',
    });
  });

  test('offers no erasure where none was asked for, and none once the request is closed', async () => {
    const contact = {
      _id: ContactId.parse('019a9f3e-0000-7000-8000-0000000000d1'),
      nome: 'Maria L.',
      has: ['email' as const],
      business: { _id: unitId, nome: 'Aurora Paulista' },
    };
    const proved = { contacts: [contact], identity_check: 'confirmed' as const };
    let now = details(proved);
    signedInServer('adm').on(getPrivacyRequest)(() => now);
    const { unmount } = openApp(`/settings/privacy/${requestId}`);
    await screen.findByRole('button', { name: /Reunir dados/ });
    expect(screen.queryByRole('button', { name: /Apagar dados/ })).toBeNull();
    unmount();
    now = details({ ...proved, type: 'anonimização', status: 'refused', closed_at: now.created_at });
    openApp(`/settings/privacy/${requestId}`);
    await screen.findByRole('button', { name: /Reunir dados/ });
    expect(screen.queryByRole('button', { name: /Apagar dados/ })).toBeNull();
  });

  test('is not shown to who may not answer', async () => {
    signedInServer('ana');
    const { router } = openApp('/settings/privacy');
    await waitFor(() => expect(router.state.location.pathname).toBe('/cf-dashboard'));
  });
});

import type { Role } from '@escuta/contract/access-policy';
import { listConsents, recordConsent } from '@escuta/contract/consents';
import type { Consent } from '@escuta/contract/consents';
import { anonymizeContact, erasedTables } from '@escuta/contract/erasures';
import { getContact, revealContactValue, updateContact } from '@escuta/contract/contacts';
import { ImportId, ResponseId, SendId, SurveyId } from '@escuta/contract/ids';
import { getTimeline, listContactScores } from '@escuta/contract/timeline';
import type { TimelineEntry } from '@escuta/contract/timeline';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { aContact, edited } from '#web/testing/contact-samples.ts';
import { openApp, signedInServer } from '#web/testing/render-app.tsx';

const maria = aContact({ email: 'maria@exemplo.example' });
const survey = { _id: SurveyId.parse('019a9f3e-0000-7000-8000-0000000000a1'), title: 'Estadia' };
const responseId = (at: number) => ResponseId.parse(`019a9f3e-0000-7000-8000-0000000000b${at}`);
const entries: TimelineEntry[] = [
  {
    kind: 'consent',
    _id: '1',
    at: '2026-11-21T15:00:00.000Z',
    channel: 'sms',
    status: 'withdrawn',
    basis: 'consent',
    source: 'contact',
    by: null,
  },
  {
    kind: 'change',
    _id: '2',
    at: '2026-11-20T15:00:00.000Z',
    action: 'contact.changed',
    by: 'Bianca Nogueira',
    fields: ['tags', 'Nível do clube'],
  },
  {
    kind: 'tagging',
    _id: '3',
    at: '2026-11-20T14:00:00.000Z',
    outcome: 'removed',
    tags: ['VIP', 'Praia'],
    by: 'Bianca Nogueira',
  },
  {
    kind: 'response',
    _id: responseId(1),
    at: '2026-11-19T15:00:00.000Z',
    channel: 'email',
    survey,
    metric: 'nps',
    score: 3,
    score_group: 'bottom',
    comment: 'Quarto frio.',
  },
  {
    kind: 'message',
    _id: '4',
    at: '2026-11-18T15:00:00.000Z',
    channel: 'email',
    survey,
    send_id: SendId.parse('019a9f3e-0000-7000-8000-0000000000c1'),
    outcome: 'sent',
    reason: null,
  },
];
const older: TimelineEntry = {
  kind: 'message',
  _id: '5',
  at: '2026-10-01T15:00:00.000Z',
  channel: 'sms',
  survey,
  send_id: SendId.parse('019a9f3e-0000-7000-8000-0000000000c2'),
  outcome: 'held_back',
  reason: 'quarantine',
};
const key = '2026-11-18T15:00:00.000000Z_019a9f3e-0000-7000-8000-000000000004';
const withdrawn: Consent = {
  _id: '1',
  channel: 'sms',
  purpose: 'surveys',
  status: 'withdrawn',
  basis: 'consent',
  source: 'contact',
  text_version: null,
  at: '2026-11-21T15:00:00.000Z',
  ip: '203.0.113.7',
  by: null,
};

const scores = [
  [2, 'bottom'],
  [10, 'top'],
  [9, 'top'],
  [7, 'middle'],
  [3, 'bottom'],
  [8, 'middle'],
] as const;

function openContact(role: Role = 'own', propensity = { received: 4, answered: 3 }) {
  const server = signedInServer(role);
  server
    .on(getContact)(() => edited(maria))
    .on(getTimeline)(({ query }) =>
      query['after'] === key ? { data: [older], next: null } : { data: entries, next: key },
    )
    .on(listContactScores)(() => ({
      data: scores.map(([score, group], at) => ({
        _id: responseId(at + 1),
        at: `2026-0${at + 4}-19T15:00:00.000Z`,
        metric: 'nps' as const,
        score,
        score_group: group,
      })),
      propensity,
    }))
    .on(listConsents)(() => ({
      data: [withdrawn],
      stopped: { email: null, sms: { reason: 'unsubscribed' as const, at: withdrawn.at } },
    }))
    .on(recordConsent)(() => ({ ...withdrawn, _id: '2' }));
  return { server, ...openApp(`/contatos/${maria._id}`) };
}

afterEach(() => void vi.useRealTimers());

const section = (name: string) => screen.findByRole('region', { name });

describe('the timeline of a contact', () => {
  test('says what happened, newest first, and leads to the send and the answer', async () => {
    openContact();
    const shown = within(await section('Linha do tempo'));
    const rows = await shown.findAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Cancelou o recebimento de pesquisas: SMS'),
      expect.stringMatching(/Contato editado: etiquetas, Nível do clube.*Bianca Nogueira/),
      expect.stringMatching(/Etiquetas retiradas: VIP, Praia.*Bianca Nogueira/),
      expect.stringMatching(/3.*Respondeu \(E-mail\): Estadia.*Quarto frio\./),
      expect.stringContaining('Recebeu (E-mail): Estadia'),
    ]);
    expect(rows[0]).toHaveTextContent('21 nov 2026, 12:00');
    const [answer, send] = shown.getAllByRole('link', { name: 'Estadia' });
    expect(answer).toHaveAttribute('href', expect.stringContaining(`response=${responseId(1)}`));
    expect(send).toHaveAttribute('href', '/queues/019a9f3e-0000-7000-8000-0000000000c1/detailed');
  });

  test('[PRIVACY-21] says of a masked comment that it is one', async () => {
    const entry = { ...entries.find(({ kind }) => kind === 'response')!, comment: null, comment_hidden: true as const };
    openContact().server.on(getTimeline)(() => ({ data: [entry], next: null }));
    const shown = within(await section('Linha do tempo'));
    expect(await shown.findByText('Resposta sensível')).toBeVisible();
    expect(shown.queryByText('Quarto frio.')).toBeNull();
  });

  test('says which fields were revealed as it does of edited ones', async () => {
    const revealed = { kind: 'change', action: 'contact.revealed', by: 'Bianca Nogueira' } as const;
    const entry = { ...revealed, _id: '6', at: '2026-11-21T16:00:00.000Z', fields: ['tel', 'Alergias'] };
    openContact().server.on(getTimeline)(() => ({ data: [entry], next: null }));
    const shown = within(await section('Linha do tempo'));
    expect(await shown.findByText('Dado de contato revelado: telefone, Alergias')).toBeVisible();
  });

  test.each([
    ['own', 'created', 'Entrou por uma importação', true],
    ['own', 'changed', 'Alterado por uma importação', true],
    ['readonly', 'found', 'Estava no arquivo de uma importação', false],
  ] as const)('to %s it says that an import %s the contact, and leads to it', async (role, outcome, words, leads) => {
    const server = openContact(role).server;
    const from = leads ? { _id: ImportId.parse('019a9f3e-0000-7000-8000-0000000000d1'), file_name: 'novos.csv' } : null;
    const at = '2026-11-18T15:00:00.000Z';
    server.on(getTimeline)(() => ({ data: [{ kind: 'import', _id: '6', at, outcome, import: from }], next: null }));
    const shown = within(await section('Linha do tempo'));
    expect(await shown.findByText(words)).toBeVisible();
    const links = shown.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual(leads ? [['novos.csv', '/imports/019a9f3e-0000-7000-8000-0000000000d1']] : []);
  });

  test('says on what basis somebody agreed, of a refusal none, and who wrote it down', async () => {
    const told = { kind: 'consent', at: '2026-11-21T15:00:00.000Z', channel: 'sms', source: 'staff' } as const;
    openContact().server.on(getTimeline)(() => ({
      data: [
        { ...told, _id: '6', status: 'withdrawn', basis: 'consent', by: 'Helena Vasconcelos' },
        { ...told, _id: '7', status: 'granted', basis: 'contract', by: 'Rui Prado' },
      ],
      next: null,
    }));
    const shown = within(await section('Linha do tempo'));
    const texts = async (words: string) => (await shown.findByText(words)).closest('li')?.textContent;
    expect(await texts('Recusa registrada: SMS')).toContain('Helena Vasconcelos');
    expect(await texts('Execução de contrato')).toContain('Rui Prado');
    expect(shown.queryByText('Consentimento')).toBeNull();
  });

  test('brings what came before on demand', async () => {
    const { user, server } = openContact();
    const shown = within(await section('Linha do tempo'));
    await user.click(await shown.findByRole('button', { name: 'Mostrar mais' }));
    expect(await shown.findByText(/Em quarentena/)).toBeVisible();
    expect(shown.getAllByRole('listitem')).toHaveLength(6);
    expect(shown.queryByRole('button', { name: 'Mostrar mais' })).toBeNull();
    expect(server.asked(getTimeline).map(({ query }) => query['after'])).toEqual([undefined, key]);
  });

  test('[PEOPLE-05, PEOPLE-21] the page shows the scores over time, the last five by their numbers, and how long ago the last one came', async () => {
    // The last one is of 19 September, and in the zone of the unit it is still the 30th.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-01T02:00:00.000Z') });
    openContact();
    const shown = within(await section('Notas ao longo do tempo'));
    const list = await shown.findByRole('list', { name: 'Últimas notas de NPS, da mais antiga à mais recente' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => /\d+/.exec(textContent)?.[0]),
    ).toEqual(['10', '9', '7', '3', '8']);
    const line = list.parentElement?.querySelector('polyline')?.getAttribute('points')?.split(' ') ?? [];
    const heights = line.map((point) => Number(point.split(',')[1]));
    // The higher the score, the higher the point: from the top down.
    expect(heights.map((height) => Math.round((66 - height) / 6))).toEqual(scores.map(([score]) => score));
    expect(shown.getByText('Última resposta há 11 dias')).toBeVisible();
  });

  test.each([
    [{ received: 8, answered: 3 }, 'Propensão a responder: 37,5% (3 de 8 pesquisas recebidas em um ano)'],
    [{ received: 3, answered: 0 }, 'Propensão a responder: 0,0% (0 de 3 pesquisas recebidas em um ano)'],
    [
      { received: 1, answered: 1 },
      'Propensão a responder: ainda há poucos envios para dizer (1 de 1 pesquisa recebida em um ano)',
    ],
  ])('[PEOPLE-22] the page says how likely they are to answer: %o', async (propensity, words) => {
    openContact('own', propensity);
    const shown = within(await section('Notas ao longo do tempo'));
    expect(await shown.findByText(words)).toBeVisible();
  });

  test('nothing is said of the propensity of who received nothing', async () => {
    openContact('own', { received: 0, answered: 0 });
    const shown = within(await section('Notas ao longo do tempo'));
    expect(await shown.findByRole('list', { name: /^Últimas notas/ })).toBeVisible();
    expect(shown.queryByText(/^Propensão/)).toBeNull();
  });

  test('is asked for again after a value was shown, an edit in the side, tags, and a consent', async () => {
    const { user, server } = openContact();
    server
      .on(revealContactValue)(() => ({ value: 'Maria da Silva' }))
      .on(updateContact)(() => edited(maria));
    await within(await section('Linha do tempo')).findAllByRole('listitem');
    const renewed = (times: number) => waitFor(() => expect(server.count(getTimeline)).toBe(times));
    const side = within(await screen.findByRole('complementary', { name: 'Editar Contato' }));
    await user.click(await side.findByRole('button', { name: 'Editar Nome' }));
    await renewed(2);
    await user.type(await side.findByLabelText('Nome', { selector: 'input' }), ' Souza{Enter}');
    await user.click(side.getByRole('button', { name: 'Salvar Alterações' }));
    await renewed(3);
    // Another address may be stopped or not.
    expect(server.count(listConsents)).toBe(2);
    await user.click(screen.getByRole('button', { name: 'Editar estes dados' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Etiquetas, idioma, fuso e código externo' }));
    await user.type(panel.getByLabelText('Etiquetas', { selector: 'input' }), 'vip{Enter}');
    await user.click(panel.getByRole('button', { name: 'Salvar Alterações' }));
    await renewed(4);
    await user.click(within(await section('Consentimento')).getByRole('button', { name: 'Registrar consentimento' }));
    const consent = within(await screen.findByRole('dialog', { name: 'Registrar consentimento' }));
    await user.click(consent.getByRole('button', { name: 'Registrar' }));
    await renewed(5);
  });

  test('is asked for again with the scores and the consents once the contact was anonymized', async () => {
    const { user, server } = openContact();
    server.on(anonymizeContact)(() => ({ tables: erasedTables.map((table) => ({ table, rows: 0 })) }));
    await section('Consentimento');
    await user.click(await screen.findByRole('button', { name: 'Anonimizar' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Anonimizar' }));
    const done = await screen.findByRole('dialog', { name: 'Contato anonimizado' });
    await user.click(within(done).getByRole('button', { name: 'Concluir' }));
    await waitFor(() => expect(server.count(getTimeline)).toBe(2));
    expect(server.count(listContactScores)).toBe(2);
    expect(server.count(listConsents)).toBe(2);
  });

  test('is neither asked for nor shown to who reads scores alone', async () => {
    const { server } = openContact('notesonly');
    await section('Consentimento');
    expect(screen.queryByRole('region', { name: 'Linha do tempo' })).toBeNull();
    expect(server.count(getTimeline) + server.count(listContactScores)).toBe(0);
  });
});

describe('consent on the page of a contact', () => {
  test('[CONSENT-03] says when and how, and what is stopped today', async () => {
    openContact();
    const shown = within(await section('Consentimento'));
    expect(await shown.findByText('Cancelou o recebimento em 21 nov 2026, 12:00')).toBeVisible();
    expect(shown.getByText('Pode receber')).toBeVisible();
    expect(shown.getByText('Cancelou o recebimento de pesquisas: SMS')).toBeVisible();
    expect(shown.getByText('Endereço IP 203.0.113.7')).toBeVisible();
  });

  test.each([
    ['a phone', { email: 'maria@exemplo.example', tel: null }, ['Pode receber', 'Sem telefone']],
    ['an e-mail', { email: null }, ['Sem e-mail', 'Pode receber']],
  ])('says of who has not got %s that they have none, and not that it may be used', async (_none, known, said) => {
    const { server } = openContact();
    server
      .on(getContact)(() => edited(aContact(known)))
      .on(listConsents)(() => ({ data: [], stopped: { email: null, sms: null } }));
    const shown = within(await section('Consentimento'));
    await shown.findByText('Pode receber');
    expect(shown.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(said);
  });

  test('says what stops a channel also where its address is gone', async () => {
    const { server } = openContact();
    server.on(getContact)(() => edited(aContact({ email: maria.email, tel: null })));
    const shown = within(await section('Consentimento'));
    expect(await shown.findByText('Cancelou o recebimento em 21 nov 2026, 12:00')).toBeVisible();
    expect(shown.queryByText('Sem telefone')).toBeNull();
  });

  test('says on what basis somebody agreed, and of a refusal none', async () => {
    const told = { ...withdrawn, source: 'staff', ip: null, by: 'Ana Dias' } as const;
    openContact().server.on(listConsents)(() => ({
      data: [
        { ...told, _id: '2' },
        { ...told, _id: '1', status: 'granted', basis: 'contract' },
      ],
      stopped: { email: null, sms: null },
    }));
    const shown = within(await section('Consentimento'));
    const rows = await shown.findAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Recusa registrada: SMSRegistrado por Ana Dias/),
      expect.stringMatching(/^Consentimento registrado: SMSExecução de contratoRegistrado por Ana Dias/),
    ]);
  });

  test('is written down by who may edit contacts', async () => {
    const { user, server } = openContact('ana');
    await user.click(within(await section('Consentimento')).getByRole('button', { name: 'Registrar consentimento' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Registrar consentimento' }));
    await user.selectOptions(panel.getByRole('combobox', { name: 'Canal' }), 'SMS');
    await user.selectOptions(panel.getByRole('combobox', { name: 'Base legal' }), 'Execução de contrato');
    await user.type(panel.getByRole('textbox', { name: 'Onde ou como ela disse' }), ' Por telefone ');
    await user.click(panel.getByRole('button', { name: 'Registrar' }));
    expect(await screen.findByText('Consentimento registrado.')).toBeVisible();
    expect(server.asked(recordConsent)).toMatchObject([
      {
        params: { id: maria._id },
        body: { channel: 'sms', status: 'granted', basis: 'contract', text_version: 'Por telefone' },
      },
    ]);
    expect(server.count(listConsents)).toBe(2);
  });

  test('asks a refusal for no basis, whatever was chosen before', async () => {
    const { user, server } = openContact('ana');
    await user.click(within(await section('Consentimento')).getByRole('button', { name: 'Registrar consentimento' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Registrar consentimento' }));
    await user.selectOptions(panel.getByRole('combobox', { name: 'Base legal' }), 'Execução de contrato');
    await user.selectOptions(panel.getByRole('combobox', { name: 'O que a pessoa disse' }), 'Não quer mais receber');
    expect(panel.getByText(/O canal é bloqueado na hora/)).toBeVisible();
    expect(panel.queryByRole('combobox', { name: 'Base legal' })).toBeNull();
    await user.click(panel.getByRole('button', { name: 'Registrar' }));
    expect(await screen.findByText('Consentimento registrado.')).toBeVisible();
    expect(server.asked(recordConsent)).toMatchObject([
      { params: { id: maria._id }, body: { channel: 'email', status: 'withdrawn', basis: 'consent' } },
    ]);
  });

  test('[PRIVACY-25] may be what a guardian agreed to for a child', async () => {
    const { user, server } = openContact();
    await user.click(within(await section('Consentimento')).getByRole('button', { name: 'Registrar consentimento' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Registrar consentimento' }));
    const basis = panel.getByRole('combobox', { name: 'Base legal' });
    await user.selectOptions(basis, 'Consentimento do responsável');
    await user.click(panel.getByRole('button', { name: 'Registrar' }));
    expect(await screen.findByText('Consentimento registrado.')).toBeVisible();
    expect(server.asked(recordConsent)).toMatchObject([{ body: { status: 'granted', basis: 'guardian_consent' } }]);
  });

  test('[CONSENT-07] says of an anonymized contact that no message reaches them any more', async () => {
    const { server } = openContact();
    const nobody = aContact({ name: '', tel: null, anonymized_at: '2026-11-22T15:00:00.000Z' });
    server
      .on(getContact)(() => edited(nobody))
      .on(listConsents)(() => ({ data: [withdrawn], stopped: { email: null, sms: null } }));
    const shown = within(await section('Consentimento'));
    expect(await shown.findAllByText('Não recebe mais: contato anonimizado')).toHaveLength(2);
    expect(shown.queryByText('Pode receber')).toBeNull();
  });

  test('is read only for who may not edit contacts', async () => {
    openContact('readonly');
    const shown = within(await section('Consentimento'));
    expect(await shown.findByText('Pode receber')).toBeVisible();
    expect(shown.queryByRole('button', { name: 'Registrar consentimento' })).toBeNull();
  });
});

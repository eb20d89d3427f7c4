import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { BusinessUnitId, ContactId, SegmentId, SurveyId } from '@escuta/contract/ids';
import type { ConsentState, SegmentCondition } from '@escuta/contract/segment-conditions';
import type { SegmentDefinition } from '@escuta/contract/segments';
import { itemState } from '#modules/sends/index.ts';
import { createAnswer } from '../../../testing/answer-factories.ts';
import { createContact, createContactCompany, otherUnitOf, signedIn, unitOf } from '../../../testing/factories.ts';
import { createSentInvitations } from '../../../testing/response-factories.ts';
import { createItemRow, createPublishedSurvey, createSendRow } from '../../../testing/send-factories.ts';
import { testContext } from '../../../testing/test-context.ts';

const context = testContext();

type User = Awaited<ReturnType<typeof signedIn>>;

async function ask({ headers }: Pick<User, 'headers'>, signature: string, payload?: object) {
  const [method, path] = signature.split(' ') as ['GET', string];
  const answer = await context.app.inject({ method, url: `/api${path}`, headers, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.json() };
}

/** Somebody in a company of two units, with three people in the first, and one like them in the second. */
async function withPeople() {
  const user = await signedIn(context);
  const { companyId } = user;
  const unit = { companyId, businessUnitId: await unitOf(context, companyId) };
  const add = (name: string, email: string | null, tel: string | null = null) =>
    createContact(context, { ...unit, name, email, tel });
  const ana = (await add('Ana Conceição', 'ana@um.example')).id;
  const bia = (await add('Bia Souza', 'bia@dois.example', '+5511987654321')).id;
  const caio = (await add('Caio', null, '+5511912345678')).id;
  const elsewhere: BusinessUnitId = await otherUnitOf(context, companyId);
  const beside = { companyId, businessUnitId: elsewhere, name: 'Ana Conceição', email: 'ana@um.example' };
  const anaThere = (await createContact(context, beside)).id;
  const there = { headers: { ...user.headers, 'x-business-id': elsewhere } };
  return { user, unit, ana, bia, caio, there, anaThere };
}

const all = (...of: SegmentDefinition['of']): SegmentDefinition => ({ match: 'all', of });
const any = (...of: SegmentCondition[]) => ({ match: 'any' as const, of });

/** Whom conditions find, and that the count says the same. */
async function found(user: Pick<User, 'headers'>, ...of: SegmentDefinition['of']): Promise<ContactId[]> {
  const { status, body } = await ask(user, 'POST /segments/preview', { definition: all(...of) });
  expect([status, body.code]).toEqual([200, undefined]);
  const ids = body.sample.map(({ _id }: { _id: ContactId }) => _id);
  expect(body.total).toBe(ids.length);
  return ids.toSorted();
}
const these = (...ids: ContactId[]) => ids.toSorted();

async function save(user: Pick<User, 'headers'>, name: string, ...of: SegmentDefinition['of']): Promise<SegmentId> {
  const { status, body } = await ask(user, 'POST /segments', { name, definition: all(...of) });
  expect([status, body.code]).toEqual([201, undefined]);
  return body._id;
}
async function listed(user: Pick<User, 'headers'>, segment: SegmentId): Promise<ContactId[]> {
  const { body } = await ask(user, `GET /contacts?segment=${segment}`);
  expect(body.total).toBe(body.data.length);
  return body.data.map(({ _id }: { _id: ContactId }) => _id).toSorted();
}

const named = (op: 'is' | 'isNot' | 'contains' | 'notContains', value: string) =>
  ({ kind: 'text', field: 'name', test: { op, value } }) as const;
const now = () => context.clock.now();
const daysAgo = (days: number) => new Date(now().getTime() - days * 86_400_000);
const set = (companyId: User['companyId'], id: ContactId, values: object) =>
  context.database.withCompany(companyId, (tx) =>
    tx.updateTable('contacts').set(values).where('company_id', '=', companyId).where('id', '=', id).execute(),
  );

describe('conditions', () => {
  let people: Awaited<ReturnType<typeof withPeople>>;
  beforeAll(async () => {
    people = await withPeople();
  });

  test('[SEGMENT-03] of standard fields find by what they hold, whatever capitals and accents, in this unit alone', async () => {
    const { user, ana, bia, caio, there, anaThere } = people;
    expect(await found(user, named('contains', 'CONCEICAO'))).toEqual([ana]);
    expect(await found(there, named('contains', 'conceicao'))).toEqual([anaThere]);
    expect(await found(user, named('is', 'bia souza'))).toEqual([bia]);
    expect(await found(user, named('notContains', 'a%'))).toEqual(these(ana, bia, caio));
    expect(await found(user, { kind: 'text', field: 'email', test: { op: 'unknown' } })).toEqual([caio]);
    expect(await found(user, { kind: 'text', field: 'email', test: { op: 'isNot', value: 'ANA@um.example' } })).toEqual(
      these(bia, caio),
    );
    expect(await found(user, { kind: 'text', field: 'tel', test: { op: 'contains', value: '(11) 98765' } })).toEqual([
      bia,
    ]);
    const phone = (op: 'is' | 'isNot', value: string) => ({ kind: 'text', field: 'tel', test: { op, value } }) as const;
    for (const typed of ['(11) 98765-4321', '11987654321', '5511987654321', '+55 11 98765-4321', '0xx11 98765-4321']) {
      expect([typed, await found(user, phone('is', typed))]).toEqual([typed, [bia]]);
      expect([typed, await found(user, phone('isNot', typed))]).toEqual([typed, these(ana, caio)]);
    }
    expect(await found(user, phone('is', '(11) 98765-432'))).toEqual([]);
    // Not in what is searched of a contact, and found all the same.
    await set(people.unit.companyId, caio, { external_id: 'CRM-70' });
    const code = (op: 'is' | 'contains', value: string) =>
      ({ kind: 'text', field: 'external_id', test: { op, value } }) as const;
    expect(await found(user, code('contains', 'crm-7'))).toEqual([caio]);
    expect(await found(user, code('is', 'CRM-7'))).toEqual([]);
  });

  test('groups hold all or any of their parts, one in another', async () => {
    const { user, ana, bia, caio } = people;
    expect(await found(user, any(named('is', 'Caio'), named('contains', 'bia')))).toEqual(these(bia, caio));
    expect(await found(user, named('contains', 'a'), any(named('contains', 'ana'), named('contains', 'bia')))).toEqual(
      these(ana, bia),
    );
    const { status } = await ask(user, 'POST /segments/preview', {
      definition: all({ match: 'any', of: [{ match: 'all', of: [any(named('is', 'Caio'))] }] } as never),
    });
    expect(status).toBe(400);
  });

  test('[SEGMENT-03] of custom fields compare by the type of the field, and never tell a sensitive value', async () => {
    const { user, ana, bia, caio, unit } = await withPeople();
    for (const [internal_name, type] of [
      ['visitas', 'number'],
      ['visita', 'date'],
      ['quarto', 'text'],
      ['segredo', 'text'],
      ['nivel', 'select'],
      ['documento', 'cpf'],
      ['agencia', 'cnpj'],
    ]) {
      const options = type === 'select' ? ['Ouro', 'Prata'] : [];
      const field = { options, required: false, sensitive: internal_name === 'segredo', searchable: false };
      const { status } = await ask(user, 'POST /custom-fields', {
        ...field,
        internal_name,
        label: internal_name,
        type,
      });
      expect(status).toBe(201);
    }
    const hers = { visitas: '9', visita: '2026-01-31', segredo: 'x', nivel: 'Ouro', documento: '12345678909' };
    const ofBia = { visitas: '10.5', visita: '2026-02-01', nivel: 'Prata', agencia: '12ABC34501DE35' };
    await set(unit.companyId, ana, { custom_fields: JSON.stringify(hers) });
    await set(unit.companyId, bia, { custom_fields: JSON.stringify(ofBia) });
    const custom = (name: string, op: string, value: object) =>
      ({ kind: 'custom', field: name, test: { op, ...value } }) as SegmentCondition;
    expect(await found(user, custom('visitas', 'gt', { value: 9 }))).toEqual([bia]);
    expect(await found(user, custom('visitas', 'lte', { value: 10.5 }))).toEqual(these(ana, bia));
    expect(await found(user, custom('visitas', 'unknown', {}))).toEqual([caio]);
    expect(await found(user, custom('visita', 'before', { day: '2026-02-01' }))).toEqual([ana]);
    expect(await found(user, custom('quarto', 'isNot', { value: '12' }))).toEqual(these(ana, bia, caio));
    expect(await found(user, custom('segredo', 'known', {}))).toEqual([ana]);
    expect(await found(user, custom('nivel', 'is', { value: 'prata' }))).toEqual([bia]);
    expect(await found(user, custom('nivel', 'isNot', { value: 'Prata' }))).toEqual(these(ana, caio));
    // With the signs that people write, and that are not kept.
    expect(await found(user, custom('documento', 'is', { value: '123.456.789-09' }))).toEqual([ana]);
    expect(await found(user, custom('documento', 'contains', { value: '456.789' }))).toEqual([ana]);
    expect(await found(user, custom('agencia', 'is', { value: '12.abc.345/01de-35' }))).toEqual([bia]);
    expect(await found(user, custom('agencia', 'notContains', { value: '345/01' }))).toEqual(these(ana, caio));
    for (const refused of [
      custom('segredo', 'is', { value: 'x' }),
      custom('visitas', 'contains', { value: '9' }),
      custom('documento', 'gt', { value: 9 }),
      custom('gone', 'known', {}),
    ]) {
      const { body } = await ask(user, 'POST /segments/preview', { definition: all(named('is', 'x'), refused) });
      expect([body.code, body.params.place]).toEqual(['CONDITION_NOT_VALID', 1]);
    }
  });

  test('[SEGMENT-03] of language, time zone and source find who has them, and the others by what is negated', async () => {
    const { user, ana, bia, caio, unit } = await withPeople();
    await set(unit.companyId, ana, { language: 'es', timezone: 'America/Bogota', source: 'import' });
    await set(unit.companyId, bia, { language: 'pt', timezone: 'America/Sao_Paulo', source: 'integration' });
    const choice = (field: string, test: object) => ({ kind: 'choice', field, test }) as SegmentCondition;
    for (const [field, ofAna] of [
      ['language', 'es'],
      ['timezone', 'America/Bogota'],
      ['source', 'import'],
    ] as const) {
      expect(await found(user, choice(field, { op: 'is', value: ofAna }))).toEqual([ana]);
      expect(await found(user, choice(field, { op: 'isNot', value: ofAna }))).toEqual(these(bia, caio));
    }
    for (const field of ['language', 'timezone']) {
      expect(await found(user, choice(field, { op: 'known' }))).toEqual(these(ana, bia));
      expect(await found(user, choice(field, { op: 'unknown' }))).toEqual([caio]);
      for (const value of ['fr', 'Mars/X', 'import']) {
        const definition = all(named('contains', 'a'), choice(field, { op: 'isNot', value }));
        const { body } = await ask(user, 'POST /segments/preview', { definition });
        expect([body.code, body.params.place]).toEqual(['CONDITION_NOT_VALID', 1]);
      }
    }
  });

  test('name companies and surveys of the unit alone: whoever has nothing to do with any other would be everybody', async () => {
    const { user, unit, there } = await withPeople();
    const elsewhere = { companyId: unit.companyId, businessUnitId: await otherUnitOf(context, unit.companyId) };
    const stranger = await signedIn(context);
    const foreign = { companyId: stranger.companyId, businessUnitId: await unitOf(context, stranger.companyId) };
    const answers: unknown[] = [];
    for (const of of [unit, elsewhere, foreign]) {
      const company = await createContactCompany(context, { ...of, name: 'Padaria Lua', of: [] });
      const { surveyId } = await createPublishedSurvey(context, of);
      const conditions: SegmentCondition[] = [
        { kind: 'company', test: { op: 'isNot', value: company } },
        { kind: 'survey', surveyId, days: 30, did: 'notSent' },
      ];
      for (const condition of conditions) {
        const definition = all(named('contains', 'a'), condition);
        const asked = [
          await ask(user, 'POST /segments/preview', { definition }),
          await ask(there, 'POST /segments/preview', { definition }),
          await ask(user, 'POST /segments', { name: `${of.businessUnitId} ${condition.kind}`, definition }),
        ];
        answers.push(asked.map(({ status, body }) => (status < 300 ? status : [body.code, body.params.place])));
      }
    }
    const refused = ['CONDITION_NOT_VALID', 1];
    expect(answers).toEqual([
      [200, refused, 201],
      [200, refused, 201],
      [refused, 200, refused],
      [refused, 200, refused],
      [refused, refused, refused],
      [refused, refused, refused],
    ]);
  });

  test('of dates compare by the day in the zone of the unit', async () => {
    const { user, ana, bia, caio, unit } = await withPeople();
    await set(unit.companyId, ana, { birthday: '1990-05-17', last_sent_at: daysAgo(3) });
    await set(unit.companyId, bia, { birthday: '1990-05-18', last_sent_at: daysAgo(40) });
    const date = (field: string, test: object) => ({ kind: 'date', field, test }) as SegmentCondition;
    expect(await found(user, date('birthday', { op: 'before', day: '1990-05-18' }))).toEqual([ana]);
    expect(await found(user, date('birthday', { op: 'on', day: '1990-05-18' }))).toEqual([bia]);
    expect(await found(user, date('last_sent_at', { op: 'lastDays', days: 30 }))).toEqual([ana]);
    expect(await found(user, date('last_sent_at', { op: 'olderThanDays', days: 30 }))).toEqual([bia]);
    expect(await found(user, date('last_sent_at', { op: 'unknown' }))).toEqual([caio]);
    // As they are typed, years begin with zeros.
    for (const field of ['birthday', 'last_sent_at', 'last_answered_at', 'created_at']) {
      expect(await found(user, date(field, { op: 'before', day: '0001-01-01' }))).toEqual([]);
      expect(await found(user, date(field, { op: 'after', day: '9999-12-31' }))).toEqual([]);
      expect(await found(user, date(field, { op: 'on', day: '9999-12-31' }))).toEqual([]);
    }
    expect(await found(user, date('created_at', { op: 'after', day: '0001-01-01' }))).toEqual(these(ana, bia, caio));
    expect(await found(user, date('birthday', { op: 'before', day: '9999-12-31' }))).toEqual(these(ana, bia));
    // Half past one in the night of the 2nd in UTC is the evening of the 1st in São Paulo.
    await set(unit.companyId, caio, { created_at: new Date('2026-03-02T01:30:00Z') });
    expect(await found(user, date('created_at', { op: 'on', day: '2026-03-01' }))).toEqual([caio]);
    expect(await found(user, date('created_at', { op: 'on', day: '2026-03-02' }))).toEqual([]);
  });

  test('[SEGMENT-04] of the company and of suppression find who works there and who may be written to', async () => {
    const { user, ana, bia, caio, unit, there } = await withPeople();
    const lua = await createContactCompany(context, { ...unit, name: 'Padaria Lua', of: [ana] });
    await createContactCompany(context, { ...unit, name: 'Mercado Sol', of: [bia] });
    expect(await found(user, { kind: 'company', test: { op: 'is', value: lua } })).toEqual([ana]);
    expect(await found(user, { kind: 'company', test: { op: 'isNot', value: lua } })).toEqual(these(bia, caio));
    expect(await found(user, { kind: 'company', test: { op: 'unknown' } })).toEqual([caio]);
    await suppress(unit, 'ana@um.example', 'unsubscribed');
    // What another unit may not write to is open to this one.
    await suppress({ ...unit, businessUnitId: there.headers['x-business-id'] }, 'bia@dois.example', 'bounced');
    const email = (is: 'open' | 'unsubscribed' | 'suppressed') => ({ kind: 'consent', channel: 'email', is }) as const;
    expect(await found(user, email('open'))).toEqual([bia]);
    expect(await found(user, email('unsubscribed'))).toEqual([ana]);
    expect(await found(user, email('suppressed'))).toEqual([]);
    await suppress(unit, 'bia@dois.example', 'manual');
    expect(await found(user, email('open'))).toEqual([]);
    expect(await found(user, email('unsubscribed'))).toEqual([ana]);
    expect(await found(user, email('suppressed'))).toEqual([bia]);
    expect(await found(user, { kind: 'consent', channel: 'sms', is: 'open' })).toEqual(these(bia, caio));
  });

  test('[SEGMENT-04] of tags find who has one, whatever its capitals, and never by a part of it', async () => {
    const { user, ana, bia, caio, unit, there } = await withPeople();
    const tag = (op: 'has' | 'hasNot', value: string) => ({ kind: 'tag', test: { op, value } }) as const;
    await set(unit.companyId, ana, { tags: ['VIP', 'São Paulo'] });
    await set(unit.companyId, bia, { tags: ['são paulo 100%', 'VIP gold'] });
    expect(await found(user, tag('has', 'vip'))).toEqual([ana]);
    expect(await found(user, tag('has', 'SÃO PAULO'))).toEqual([ana]);
    expect(await found(user, tag('has', 'são paulo 100%'))).toEqual([bia]);
    expect(await found(user, tag('has', '%'))).toEqual([]);
    expect(await found(user, tag('hasNot', 'Vip'))).toEqual(these(bia, caio));
    expect(await found(user, { kind: 'tag', test: { op: 'known' } })).toEqual(these(ana, bia));
    expect(await found(user, { kind: 'tag', test: { op: 'unknown' } })).toEqual([caio]);
    expect(await found(there, tag('has', 'vip'))).toEqual([]);
  });

  test('[SEGMENT-04] of consent find by the newest entry of the channel', async () => {
    const { user, ana, bia, caio } = await withPeople();
    const consent = (channel: 'email' | 'sms', is: ConsentState) => ({ kind: 'consent', channel, is }) as const;
    const record = async (id: ContactId, channel: string, status: string) => {
      context.clock.advance(1_000);
      const entry = { channel, status, basis: 'consent', text_version: null };
      expect((await ask(user, `POST /contacts/${id}/consents`, entry)).status).toBe(201);
    };
    await record(ana, 'email', 'granted');
    await record(ana, 'sms', 'withdrawn');
    await record(bia, 'email', 'granted');
    await record(bia, 'email', 'withdrawn');
    await record(bia, 'sms', 'withdrawn');
    await record(bia, 'sms', 'granted');
    expect(await found(user, consent('email', 'granted'))).toEqual([ana]);
    expect(await found(user, consent('email', 'withdrawn'))).toEqual([bia]);
    expect(await found(user, consent('email', 'unsaid'))).toEqual([caio]);
    expect(await found(user, consent('sms', 'granted'))).toEqual([bia]);
    expect(await found(user, consent('sms', 'withdrawn'))).toEqual([ana]);
    expect(await found(user, consent('sms', 'unsaid'))).toEqual([caio]);
  });
});

async function suppress(
  { companyId, businessUnitId }: { companyId: User['companyId']; businessUnitId: BusinessUnitId },
  address: string,
  reason: string,
) {
  await context.database.withCompany(companyId, (tx) =>
    sql`INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason)
      VALUES (${companyId}, ${businessUnitId}, 'email', address_hash(${address}), ${reason})`.execute(tx),
  );
}

describe('conditions of what was sent and answered', () => {
  const did = (
    what: 'sent' | 'notSent' | 'answered' | 'notAnswered' | 'opened' | 'notOpened',
    days: number,
    surveyId: SurveyId | null,
  ) => ({ kind: 'survey', did: what, surveyId, days }) as const;

  test('[SEGMENT-05] whom a survey was sent to is told from whom others were, and the last days from before', async () => {
    const { user, ana, bia, caio, unit } = await withPeople();
    const one = await createPublishedSurvey(context, unit);
    const other = await createPublishedSurvey(context, unit);
    const monthOf = (at: Date) => `${at.toISOString().slice(0, 7)}-01`;
    const send = async (
      survey: typeof one,
      contactId: ContactId,
      days: number,
      state: number = itemState.accepted,
      itemsMonth = monthOf(daysAgo(days)),
    ) => {
      const at = daysAgo(days);
      const row = await createSendRow(context, { ...unit, ...survey, itemsMonth, status: 'done', createdAt: at });
      // What is leaving now has no time yet at which it was sent.
      const sent = state === itemState.handedOver ? {} : { executedAt: at };
      await createItemRow(context, { ...unit, ...row, contactId, state, ...sent });
    };
    await send(one, ana, 5);
    await send(one, bia, 50);
    await send(other, caio, 5);
    await send(one, caio, 5, itemState.skipped);
    await send(one, caio, 5, itemState.rejected);
    expect(await found(user, did('sent', 30, one.surveyId))).toEqual([ana]);
    expect(await found(user, did('sent', 90, one.surveyId))).toEqual(these(ana, bia));
    expect(await found(user, did('sent', 30, null))).toEqual(these(ana, caio));
    expect(await found(user, did('notSent', 30, one.surveyId))).toEqual(these(bia, caio));

    const more = async () => (await createContact(context, unit)).id;
    const [leaving, unknown, nextMonth] = [await more(), await more(), await more()];
    await send(one, leaving, 5, itemState.handedOver);
    await send(one, unknown, 5, itemState.unknown);
    // Asked for in the month before the first of the last 30 days, and sent within them.
    const first = daysAgo(30);
    const before = monthOf(new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() - 1, 1)));
    await send(one, nextMonth, 29, itemState.accepted, before);
    expect(await found(user, did('sent', 30, one.surveyId))).toEqual(these(ana, leaving, unknown, nextMonth));
    expect(await found(user, did('sent', 28, one.surveyId))).toEqual(these(ana, leaving, unknown));
    expect(await found(user, did('notSent', 30, one.surveyId))).toEqual(these(bia, caio));
  });

  test('[SEGMENT-07, SEGMENT-08] who answered a survey is told from who answered others, and the last days from before', async () => {
    const { user, ana, bia, caio, unit } = await withPeople();
    const one = await createPublishedSurvey(context, unit);
    const other = await createPublishedSurvey(context, unit);
    const answer = async (survey: typeof one, contactId: ContactId, days: number) => {
      await createAnswer(context, { ...unit, ...survey, contactId, score: 9, answeredAt: daysAgo(days) });
      await set(unit.companyId, contactId, { last_answered_at: daysAgo(days) });
    };
    await answer(one, ana, 4);
    await answer(one, bia, 49);
    // Long ago this one, and lately another.
    await answer(one, caio, 100);
    await answer(other, caio, 4);
    expect(await found(user, did('answered', 30, one.surveyId))).toEqual([ana]);
    expect(await found(user, did('answered', 90, one.surveyId))).toEqual(these(ana, bia));
    expect(await found(user, did('answered', 30, null))).toEqual(these(ana, caio));
    expect(await found(user, did('notAnswered', 30, one.surveyId))).toEqual(these(bia, caio));
    expect(await found(user, did('notAnswered', 30, null))).toEqual([bia]);
  });

  test('[SEGMENT-06] find who opened a survey in the last days, whether or not they answered', async () => {
    const { user, unit, ana, bia, caio, there } = await withPeople();
    const stranger = await withPeople();
    const survey = await createPublishedSurvey(context, unit);
    const other = await createPublishedSurvey(context, unit);
    const [first, second] = (await createSentInvitations(context, { ...unit, ...survey, count: 2 })).links;
    const ofOther = await createSentInvitations(context, { ...unit, ...other });
    const open = async (link: { token: string } | undefined) =>
      expect((await context.app.inject({ method: 'POST', url: `/api/answers/${link?.token}/open` })).json()).toEqual({
        ok: true,
      });
    await open(first);
    await context.database.withCompany(unit.companyId, (tx) =>
      tx
        .updateTable('send_items')
        .set({ opened_at: daysAgo(10) })
        .where('company_id', '=', unit.companyId)
        .where('opened_at', 'is not', null)
        .execute(),
    );
    // The first time counts.
    await open(first);
    await open(ofOther);
    const answers = { score: 9 };
    const payload = { responseId: second?.responseId, seq: 1, answers, complete: true };
    expect(
      (await context.app.inject({ method: 'POST', url: `/api/answers/${second?.token}`, payload })).statusCode,
    ).toBe(200);

    const [opened, answered, openedOther] = [first, second, ofOther].map((link) => link?.contact.id) as ContactId[];
    if (!opened || !answered || !openedOther) throw new Error('three people were written to');
    expect(await found(user, did('opened', 30, survey.surveyId))).toEqual(these(opened, answered));
    expect(await found(user, did('opened', 9, survey.surveyId))).toEqual([answered]);
    expect(await found(user, did('opened', 9, null))).toEqual(these(answered, openedOther));
    expect(await found(user, did('notOpened', 30, survey.surveyId))).toEqual(these(ana, bia, caio, openedOther));
    expect(await found(user, did('notOpened', 9, null))).toEqual(these(ana, bia, caio, opened));
    expect(await found(there, did('opened', 30, null))).toEqual([]);
    expect(await found(stranger.user, did('opened', 30, null))).toEqual([]);
  });

  test('[SEGMENT-09] the last score is compared within its metric', async () => {
    const { user, ana, bia, caio, unit } = await withPeople();
    await set(unit.companyId, ana, { last_score: 5, last_metric: 'csat' });
    await set(unit.companyId, bia, { last_score: 5, last_metric: 'nps' });
    await set(unit.companyId, caio, { last_score: 9, last_metric: 'nps' });
    const score = (op: 'eq' | 'lt' | 'lte' | 'gt' | 'gte', value: number) =>
      ({ kind: 'lastScore', metric: 'nps', op, value }) as const;
    expect(await found(user, score('lte', 5))).toEqual([bia]);
    expect(await found(user, score('lt', 5))).toEqual([]);
    expect(await found(user, score('gte', 5))).toEqual(these(bia, caio));
    expect(await found(user, score('gt', 5))).toEqual([caio]);
    expect(await found(user, score('eq', 9))).toEqual([caio]);
  });

  test('[SEGMENT-10] a score that changed its group is told from one that only moved, from another metric, and from what does not count', async () => {
    const { user, ana, bia, caio, unit } = await withPeople();
    const survey = await createPublishedSurvey(context, unit);
    const answer = async (contactId: ContactId, days: number, score: number, metric: 'nps' | 'csat' = 'nps') => {
      await createAnswer(context, { ...unit, ...survey, contactId, score, metric, answeredAt: daysAgo(days) });
      await set(unit.companyId, contactId, { last_score: score, last_metric: metric, last_answered_at: daysAgo(days) });
    };
    await answer(ana, 30, 10);
    await answer(ana, 20, 3);
    await answer(ana, 10, 9);
    await answer(bia, 20, 9);
    await answer(bia, 10, 7);
    // A top score of one metric between two that stay in their group.
    await answer(caio, 30, 0);
    await answer(caio, 20, 5, 'csat');
    await answer(caio, 10, 6);
    // The newest of both, and of no weight.
    const besides = { ...unit, ...survey, score: 10, answeredAt: daysAgo(5) };
    await createAnswer(context, { ...besides, contactId: bia, excludedReason: 'bot' });
    await createAnswer(context, { ...besides, contactId: caio, isTest: true });
    const changed = (direction: 'any' | 'up' | 'down') => ({ kind: 'scoreChange', direction }) as const;
    expect(await found(user, changed('up'))).toEqual([ana]);
    expect(await found(user, changed('down'))).toEqual([bia]);
    expect(await found(user, changed('any'))).toEqual(these(ana, bia));
  });
});

test('[SEGMENT-11] who has an open ticket answered with a low score', async () => {
  const { user, ana, bia, caio, unit, there } = await withPeople();
  const survey = await createPublishedSurvey(context, unit);
  const answer = (contactId: ContactId, score: number, as: { isTest?: boolean; excludedReason?: string } = {}) =>
    createAnswer(context, { ...unit, ...survey, contactId, score, answeredAt: daysAgo(10), ...as });
  await answer(ana, 2);
  await answer(ana, 10);
  await answer(bia, 8);
  await answer(bia, 1, { isTest: true });
  await answer(caio, 0, { excludedReason: 'bot' });
  expect(await found(user, { kind: 'ticket', is: 'open' })).toEqual([ana]);
  expect(await found(user, { kind: 'ticket', is: 'none' })).toEqual(these(bia, caio));
  expect(await found(there, { kind: 'ticket', is: 'open' })).toEqual([]);
});

describe('segments', () => {
  test('are saved with their count, listed by name in their unit, changed and deleted', async () => {
    const { user, ana, there } = await withPeople();
    const id = await save(user, 'Zelosos', named('contains', 'ana'));
    await save(user, 'amigos', named('is', 'Caio'));
    const { body } = await ask(user, 'GET /segments');
    expect(body.data.map(({ name, contacts }: { name: string; contacts: number }) => [name, contacts])).toEqual([
      ['amigos', 1],
      ['Zelosos', 1],
    ]);
    expect((await ask(there, 'GET /segments')).body.data).toEqual([]);
    expect((await ask(there, `GET /segments/${id}`)).status).toBe(404);
    expect(await listed(there, id)).toEqual([]);
    expect(await listed(user, id)).toEqual([ana]);

    const definition = all(named('contains', 'a'));
    context.clock.advance(1_000);
    const changed = await ask(user, `PUT /segments/${id}`, { name: 'Todos', definition });
    const updated_at = now().toISOString();
    expect(changed.body).toMatchObject({ name: 'Todos', definition, contacts: 3, updated_at });
    expect(changed.body.created_at).not.toBe(updated_at);
    expect((await ask(user, `PUT /segments/${id}`, { name: 'AMIGOS', definition })).body.code).toBe('SEGMENT_EXISTS');
    expect((await ask(user, 'POST /segments', { name: 'todos', definition })).body.code).toBe('SEGMENT_EXISTS');
    expect((await ask(there, `DELETE /segments/${id}`)).status).toBe(404);
    expect((await ask(user, `DELETE /segments/${id}`)).status).toBe(200);
    expect((await ask(user, `GET /segments/${id}`)).status).toBe(404);
    const actions = (await ask(user, 'GET /audit-events')).body.data.map(({ action }: { action: string }) => action);
    expect(actions.slice(0, 4)).toEqual(['segment.deleted', 'segment.changed', 'segment.created', 'segment.created']);
  });

  test('[SEGMENT-13] can be made of each other, never in a circle', async () => {
    const { user, ana, bia, caio } = await withPeople();
    const inner = await save(user, 'Com a', any(named('contains', 'ana'), named('contains', 'bia')));
    const outer = await save(user, 'Bia', { kind: 'segment', segmentId: inner, op: 'in' }, named('contains', 'bia'));
    expect(await listed(user, outer)).toEqual([bia]);
    expect(await found(user, { kind: 'segment', segmentId: inner, op: 'notIn' })).toEqual([caio]);
    expect(await found(user, { kind: 'segment', segmentId: outer, op: 'notIn' })).toEqual(these(ana, caio));
    for (const segmentId of [inner, outer]) {
      const definition = all({ kind: 'segment', segmentId, op: 'notIn' });
      const changed = await ask(user, `PUT /segments/${inner}`, { name: 'Com a', definition });
      expect([changed.status, changed.body.code]).toEqual([422, 'SEGMENT_CYCLE']);
    }
  });

  test('find nobody where the segment that they leave out asks for a field that is gone, or that may not be asked any more', async () => {
    const { user, unit, ana, bia, caio } = await withPeople();
    const form = { label: 'Não perturbe', type: 'text', options: [], required: false, searchable: false };
    const field = { ...form, internal_name: 'nao_perturbe', sensitive: false };
    const { body } = await ask(user, 'POST /custom-fields', field);
    await set(unit.companyId, ana, { custom_fields: JSON.stringify({ nao_perturbe: 'sim' }) });
    const test = { op: 'is', value: 'sim' } as const;
    const quiet = await save(user, 'Não perturbe', { kind: 'custom', field: 'nao_perturbe', test });
    const within = await save(user, 'Em outro', any({ kind: 'segment', segmentId: quiet, op: 'in' }));
    const others = [quiet, within].map((segmentId) => ({ kind: 'segment', segmentId, op: 'notIn' }) as const);
    const reached = () => Promise.all(others.map((other) => found(user, other)));
    expect(await reached()).toEqual([these(bia, caio), these(bia, caio)]);
    expect((await ask(user, `PUT /custom-fields/${body._id}`, { ...field, sensitive: true })).status).toBe(200);
    expect(await reached()).toEqual([[], []]);
    expect((await ask(user, `PUT /custom-fields/${body._id}`, field)).status).toBe(200);
    expect(await reached()).toEqual([these(bia, caio), these(bia, caio)]);
    // No field that a segment asks for is deleted (CUSTOM_FIELD_IN_SEGMENTS), unless the segment is saved in that moment.
    await context.database.withCompany(unit.companyId, (tx) =>
      tx.deleteFrom('custom_fields').where('company_id', '=', unit.companyId).where('id', '=', body._id).execute(),
    );
    expect(await reached()).toEqual([[], []]);
  });

  test('are read by who may not identify people, without conditions, and edited by nobody of them', async () => {
    const { user, unit } = await withPeople();
    const id = await save(user, 'Ana', named('contains', 'ana'));
    const reader = await signedIn(context, { companyId: unit.companyId, role: 'readonly' });
    const shown = await ask(reader, `GET /segments/${id}`);
    expect(shown.body).toMatchObject({ name: 'Ana', contacts: 1, definition: null });
    const masked = await ask(reader, `GET /contacts?segment=${id}`);
    expect(masked.body.data.map(({ name }: { name: string }) => name)).not.toContain('Ana Conceição');
    expect(masked.body.total).toBe(1);
    const definition = all(named('contains', 'ana'));
    for (const call of ['POST /segments/preview', 'POST /segments', `PUT /segments/${id}`])
      expect((await ask(reader, call, { name: 'x', definition })).status).toBe(403);
    expect((await ask(reader, `DELETE /segments/${id}`)).status).toBe(403);
    const analyst = await signedIn(context, { companyId: unit.companyId, role: 'ana' });
    expect((await ask(analyst, `PUT /segments/${id}`, { name: 'Outro', definition })).status).toBe(200);
  });
});

describe('lists', () => {
  test('[SEGMENT-15] keep who was in them when they were made, of a segment or of what the list of contacts finds', async () => {
    const { user, unit, ana, bia } = await withPeople();
    const segment = await save(user, 'Com e-mail', { kind: 'text', field: 'email', test: { op: 'known' } });
    const freeze = async (name: string, from: object): Promise<SegmentId> => {
      const { status, body } = await ask(user, 'POST /contact-lists', { name, from });
      expect([status, body.kind]).toEqual([201, 'list']);
      return body._id;
    };
    const ofSegment = await freeze('Lista', { segmentId: segment });
    const ofSearch = await freeze('Busca', { filter: { search: 'bia' } });
    await createContact(context, { ...unit, name: 'Bianca' });
    await set(unit.companyId, bia, { name: 'Outra', email: null });
    expect(await listed(user, segment)).not.toEqual(these(ana, bia));
    expect(await listed(user, ofSegment)).toEqual(these(ana, bia));
    expect(await listed(user, ofSearch)).toEqual([bia]);
    expect(await found(user, { kind: 'segment', segmentId: ofSearch, op: 'in' })).toEqual([bia]);
    const renamed = await ask(user, `PUT /segments/${ofSegment}`, { name: 'L', definition: all(named('is', 'x')) });
    expect(renamed.body).toMatchObject({ name: 'L', contacts: 2, definition: null });
    expect(await listed(user, ofSegment)).toEqual(these(ana, bia));
  });

  test('lose who is anonymized or deleted', async () => {
    const { user, ana, bia, caio } = await withPeople();
    const { body } = await ask(user, 'POST /contact-lists', { name: 'Todos', from: { filter: {} } });
    expect((await ask(user, `POST /contacts/${ana}/anonymisation`, { comments: 'remove' })).status).toBe(200);
    expect((await ask(user, `DELETE /contacts/${bia}`, {})).status).toBe(200);
    expect(await listed(user, body._id)).toEqual([caio]);
  });
});

describe('what uses a segment', () => {
  const endSends = ({ companyId }: Pick<User, 'companyId'>) =>
    context.database.withCompany(companyId, (tx) =>
      tx.updateTable('sends').set({ status: 'done', finished_at: now() }).where('company_id', '=', companyId).execute(),
    );

  test('[SEGMENT-16] keeps it from being deleted, and is named', async () => {
    const { user, unit } = await withPeople();
    const used = await save(user, 'Base', named('contains', 'a'));
    const by = await save(user, 'Feito dela', { kind: 'segment', segmentId: used, op: 'in' });
    const survey = await createPublishedSurvey(context, { ...unit, title: 'Estadia' });
    const audience = { kind: 'segment', segmentId: used };
    const send = await ask(user, 'POST /sends', { surveyId: survey.surveyId, audience, channel: 'email' });
    expect(send.status).toBe(201);
    const uses = (await ask(user, 'GET /segments')).body.data.map((one: { _id: string; used_by: number }) => [
      one._id,
      one.used_by,
    ]);
    expect(uses).toEqual([
      [used, 2],
      [by, 0],
    ]);
    const refused = await ask(user, `DELETE /segments/${used}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'SEGMENT_IN_USE']);
    expect(refused.body.params.users).toEqual([
      { type: 'segment', _id: by, name: 'Feito dela' },
      { type: 'send', _id: send.body._id, name: 'Estadia' },
    ]);
    await ask(user, `DELETE /segments/${by}`);
    expect((await ask(user, `DELETE /segments/${used}`)).body.params.users).toHaveLength(1);
    await endSends(unit);
    expect((await ask(user, `DELETE /segments/${used}`)).status).toBe(200);
  });

  test('[SEGMENT-16] keeps a list from being deleted as well', async () => {
    const { user, unit } = await withPeople();
    const list = await ask(user, 'POST /contact-lists', { name: 'Base', from: { filter: {} } });
    const used: SegmentId = list.body._id;
    const by = await save(user, 'Feito dela', { kind: 'segment', segmentId: used, op: 'notIn' });
    const { surveyId } = await createPublishedSurvey(context, { ...unit, title: 'Estadia' });
    const audience = { kind: 'segment', segmentId: used };
    const send = await ask(user, 'POST /sends', { surveyId, audience, channel: 'email' });
    const refused = await ask(user, `DELETE /segments/${used}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'SEGMENT_IN_USE']);
    expect(refused.body.params.users).toEqual([
      { type: 'segment', _id: by, name: 'Feito dela' },
      { type: 'send', _id: send.body._id, name: 'Estadia' },
    ]);
    expect((await ask(user, `GET /segments/${used}`)).body.contacts).toBe(3);
    await ask(user, `DELETE /segments/${by}`);
    await endSends(unit);
    expect((await ask(user, `DELETE /segments/${used}`)).status).toBe(200);
  });
});

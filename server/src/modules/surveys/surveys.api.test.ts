import type { BusinessUnitId, SurveyId } from '@escuta/contract/ids';
import { surveyTemplates } from '@escuta/contract/surveys';
import type { SurveyDraft } from '@escuta/contract/surveys';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/crypto/ids.ts';
import { runWrites } from '#platform/db/writes.ts';
import { signedIn, unitOf } from '../../testing/factories.ts';
import { testContext } from '../../testing/test-context.ts';
import { countResponses, findPublishedSurvey, findSurveyVersion } from './index.ts';

const context = testContext();

async function workplace(changes: Parameters<typeof signedIn>[1] = {}) {
  const user = await signedIn(context, changes);
  const businessUnitId = await unitOf(context, user.companyId);
  const call = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, headers = {}) =>
    context.app.inject({
      method,
      url: `/api${path}`,
      headers: { ...user.headers, ...headers },
      ...(payload ? { payload } : {}),
    });
  return { ...user, businessUnitId, call };
}
type Workplace = Awaited<ReturnType<typeof workplace>>;

async function createdBy({ call }: Workplace, changes: object = {}): Promise<SurveyDraft> {
  const answer = await call('POST', '/surveys', { template: 'nps-stay', title: 'Hospedagem', ...changes });
  expect(answer.statusCode).toBe(201);
  return answer.json();
}

/** The draft as a form would send it back. */
function formOf({ survey, definition, revision }: SurveyDraft) {
  return { title: survey.title, definition, revision };
}

describe('the list of surveys', () => {
  test('[ENTITY-14] shows the fields of the specification, newest first, page by page', async () => {
    const unit = await workplace();
    for (const title of ['Um', 'Dois', 'Três']) {
      await createdBy(unit, { title });
      context.clock.advance(1_000);
    }
    await context.database.withCompany(unit.companyId, (tx) =>
      tx
        .updateTable('surveys')
        .set({
          channels: ['email', 'sms', 'whatsapp-web', 'whatsapp-flows'],
          whatsapp_params: JSON.stringify({ one: true, other: false }),
        })
        .where('company_id', '=', unit.companyId)
        .execute(),
    );

    const first = (await unit.call('GET', '/surveys?limit=2')).json();
    const second = (await unit.call('GET', '/surveys?limit=2&page=2')).json();

    expect(first.total).toBe(3);
    expect(first.data.map((survey: { title: string }) => survey.title)).toEqual(['Três', 'Dois']);
    expect(second.data.map((survey: { title: string }) => survey.title)).toEqual(['Um']);
    expect(first.data[0]).toMatchObject({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: 'Três',
      icon: 'message-star',
      _business: { _id: unit.businessUnitId, nome: expect.stringMatching(/ unit$/) },
      channels: ['email', 'sms', 'whatsapp-web', 'whatsapp-flows'],
      whatsapp_params: { one: true, other: false },
      status: 'draft',
      version: null,
      has_changes: true,
      responses: 0,
    });
  });

  test('[CALL-15] narrows by status and by words of the title, whatever the accents', async () => {
    const unit = await workplace();
    const stay = await createdBy(unit, { title: 'Avaliação 100% da estadia' });
    await createdBy(unit, { title: 'Compra' });
    await unit.call('POST', `/surveys/${stay.survey._id}/versions`, { revision: stay.revision });
    const titles = async (query: string) =>
      (await unit.call('GET', `/surveys?${query}`)).json().data.map((survey: { title: string }) => survey.title);

    expect(await titles('search=avaliacao')).toEqual(['Avaliação 100% da estadia']);
    expect(await titles('search=%25')).toEqual(['Avaliação 100% da estadia']);
    expect(await titles('status=active')).toEqual(['Avaliação 100% da estadia']);
    expect(await titles('status=draft')).toEqual(['Compra']);
    expect((await unit.call('GET', '/surveys?status=lost')).json().code).toBe('INVALID_INPUT');
  });

  test('[ROLE-09] refuses a role without the right, and who is not signed in', async () => {
    const { call } = await workplace({ role: 'dashonly' });
    const refused = await call('GET', '/surveys');
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'FORBIDDEN']);
    expect((await context.app.inject({ url: '/api/surveys' })).statusCode).toBe(401);
  });
});

describe('creating a survey', () => {
  test('begins with the template’s texts in the language asked for, in the company’s name and colour', async () => {
    const unit = await workplace();
    const { survey, definition, revision } = await createdBy(unit, {
      template: 'nps-relationship',
      title: ' Relacionamento ',
      language: 'es',
    });
    expect(survey).toMatchObject({ title: 'Relacionamento', metric: 'nps', status: 'draft' });
    expect(revision).toBe(1);
    expect(definition).toMatchObject({
      language: 'es',
      theme: { brandColor: '#0F766E' },
      legalBasis: 'legitimate_interest',
    });
    expect(definition.questions.map((question) => question.type)).toEqual(['nps', 'why']);
    expect((await unit.call('GET', `/surveys/${survey._id}/draft`)).json()).toEqual({
      survey,
      definition,
      revision,
      fields: [],
      masked: [],
    });
  });

  test('begins with what the template shows, in each language', async () => {
    const unit = await workplace();
    for (const language of ['pt', 'es', 'en'] as const) {
      const { data } = (await unit.call('GET', `/surveys/templates?language=${language}`)).json();
      expect(data.map(({ template }: { template: string }) => template)).toEqual(surveyTemplates);
      for (const { template, definition } of data) {
        expect((await createdBy(unit, { template, title: 'X', language })).definition).toEqual(definition);
      }
    }
    const reader = await workplace({ role: 'readonly' });
    expect((await reader.call('GET', '/surveys/templates')).statusCode).toBe(403);
    expect((await context.app.inject({ url: '/api/surveys/templates' })).statusCode).toBe(401);
    expect((await unit.call('GET', '/surveys/templates?language=fr')).json().code).toBe('INVALID_INPUT');
  });

  test('refuses an unknown template, an empty title, a role that only reads and who is not signed in', async () => {
    const unit = await workplace();
    const form = { template: 'nps-stay', title: 'X' };
    expect((await unit.call('POST', '/surveys', { ...form, template: 'nps' })).json().code).toBe('INVALID_INPUT');
    expect((await unit.call('POST', '/surveys', { ...form, title: ' ' })).json().code).toBe('INVALID_INPUT');
    for (const role of ['pdv', 'readonly', 'notesonly'] as const) {
      const reader = await workplace({ role });
      expect((await reader.call('POST', '/surveys', form)).statusCode).toBe(403);
      expect((await reader.call('GET', '/surveys')).statusCode).toBe(200);
    }
    expect((await context.app.inject({ method: 'POST', url: '/api/surveys', payload: form })).statusCode).toBe(401);
  });

  test('the same Idempotency-Key creates once', async () => {
    const unit = await workplace();
    const send = () =>
      unit.call('POST', '/surveys', { template: 'nps-stay', title: 'Uma vez' }, { 'idempotency-key': 'double-click' });
    const [first, second] = await Promise.all([send(), send()]);
    expect(second.json()).toEqual(first.json());
    expect((await unit.call('GET', '/surveys')).json().total).toBe(1);
  });
});

describe('saving a draft', () => {
  test('keeps the texts, and words that look like HTML stay words', async () => {
    const unit = await workplace();
    const draft = await createdBy(unit);
    const form = formOf(draft);
    form.title = '<script>alert(1)</script> & "Cia"';
    form.definition.email.intro = '<b>Olá</b> <img src=x onerror=alert(1)>';

    const saved = await unit.call('PUT', `/surveys/${draft.survey._id}/draft`, form);
    expect(saved.statusCode).toBe(200);
    expect(saved.json()).toMatchObject({
      revision: 2,
      survey: { title: form.title, has_changes: true },
      definition: form.definition,
    });
    expect((await unit.call('GET', `/surveys/${draft.survey._id}/draft`)).json()).toEqual(saved.json());
  });

  test('refuses who has not seen the last save, and loses neither text', async () => {
    const unit = await workplace();
    const draft = await createdBy(unit);
    const path = `/surveys/${draft.survey._id}/draft`;
    const [one, other] = await Promise.all(
      ['Ana', 'Bia'].map((title) => unit.call('PUT', path, { ...formOf(draft), title })),
    );
    const answers = [one, other].map((answer) => answer!.statusCode).toSorted((left, right) => left - right);
    expect(answers).toEqual([200, 409]);
    const [won, lost] = one!.statusCode === 200 ? [one!, other!] : [other!, one!];
    expect(lost.json()).toMatchObject({ code: 'DRAFT_CHANGED_ELSEWHERE', params: { revision: 2 } });
    expect((await unit.call('GET', path)).json()).toEqual(won.json());
  });

  test('refuses a definition that no respondent could answer', async () => {
    const unit = await workplace();
    const draft = await createdBy(unit);
    const path = `/surveys/${draft.survey._id}/draft`;
    const { title, definition, revision } = formOf(draft);
    const put = async (changes: object) =>
      (await unit.call('PUT', path, { title, revision, definition: { ...definition, ...changes } })).json().code;
    const [score, why] = definition.questions;

    expect(await put({ questions: [] })).toBe('INVALID_INPUT');
    expect(await put({ questions: [score, { ...why, key: score!.key }] })).toBe('INVALID_INPUT');
    expect(await put({ questions: [why] })).toBe('INVALID_INPUT');
    expect(await put({ questions: [{ ...score, title: '' }, why] })).toBe('INVALID_INPUT');
    expect(await put({ theme: { brandColor: 'red; background: url(x)' } })).toBe('INVALID_INPUT');
    expect(await put({ legalBasis: 'curiosity' })).toBe('INVALID_INPUT');
    expect((await unit.call('GET', path)).json().revision).toBe(1);
  });

  test('does not find the survey of another company or another unit, and refuses a role that only reads', async () => {
    const mine = await workplace();
    const other = await workplace();
    const draft = await createdBy(other);
    const path = `/surveys/${draft.survey._id}/draft`;
    const elsewhere = newId<BusinessUnitId>();
    await context.database.withCompany(other.companyId, (tx) =>
      tx.insertInto('business_units').values({ company_id: other.companyId, id: elsewhere, name: 'Z' }).execute(),
    );

    for (const [unit, headers] of [
      [mine, {}],
      [other, { 'x-business-id': elsewhere }],
    ] as const) {
      expect((await unit.call('GET', path, undefined, headers)).statusCode).toBe(404);
      expect((await unit.call('PUT', path, formOf(draft), headers)).statusCode).toBe(404);
      expect(
        (await unit.call('POST', `/surveys/${draft.survey._id}/versions`, { revision: 1 }, headers)).statusCode,
      ).toBe(404);
    }
    expect((await surveysIn(other, elsewhere)).total).toBe(0);
    const reader = await workplace({ role: 'readonly', companyId: other.companyId });
    expect((await reader.call('GET', path)).statusCode).toBe(200);
    expect((await reader.call('PUT', path, formOf(draft))).statusCode).toBe(403);
    expect((await reader.call('POST', `/surveys/${draft.survey._id}/versions`, { revision: 1 })).statusCode).toBe(403);
    expect((await context.app.inject({ url: `/api${path}` })).statusCode).toBe(401);
    expect((await context.app.inject({ method: 'PUT', url: `/api${path}`, payload: formOf(draft) })).statusCode).toBe(
      401,
    );
  });
});

describe('publishing', () => {
  test('makes a version of the draft, and says when there is nothing new to publish', async () => {
    const unit = await workplace();
    const draft = await createdBy(unit);
    const { _id } = draft.survey;
    const publish = (revision: number) => unit.call('POST', `/surveys/${_id}/versions`, { revision });

    const published = await publish(1);
    expect(published.statusCode).toBe(201);
    expect(published.json()).toMatchObject({ status: 'active', version: 1, has_changes: false });
    expect((await publish(1)).json().code).toBe('NOTHING_TO_PUBLISH');

    const form = formOf(draft);
    const changed = await unit.call('PUT', `/surveys/${_id}/draft`, { ...form, title: 'Nova' });
    expect(changed.json().survey).toMatchObject({ has_changes: true, version: 1 });
    const back = await unit.call('PUT', `/surveys/${_id}/draft`, { ...form, revision: 2 });
    expect(back.json().survey.has_changes).toBe(false);
    expect((await publish(3)).json().code).toBe('NOTHING_TO_PUBLISH');

    await unit.call('PUT', `/surveys/${_id}/draft`, { ...form, title: 'Nova', revision: 3 });
    const outdated = await publish(3);
    expect([outdated.statusCode, outdated.json().code, outdated.json().params]).toEqual([
      409,
      'DRAFT_CHANGED_ELSEWHERE',
      { revision: 4 },
    ]);
    expect((await publish(4)).json()).toMatchObject({ version: 2, title: 'Nova' });
  });

  test('a text with a variable that nobody knows is kept as a draft, and keeps the survey from being published', async () => {
    const unit = await workplace();
    const draft = await createdBy(unit);
    const path = `/surveys/${draft.survey._id}`;
    const form = formOf(draft);
    form.definition.email = {
      ...form.definition.email,
      greeting: 'Oi, {{apelido}}!',
      senderName: 'security@bank.example',
      replyTo: 'sac',
    };
    form.definition.closings.middle = 'Até logo, {{nome|cliente}}, da {{empresa}}';
    expect((await unit.call('PUT', `${path}/draft`, form)).statusCode).toBe(200);

    const refused = await unit.call('POST', `${path}/versions`, { revision: 2 });
    expect([refused.statusCode, refused.json().code, refused.json().params]).toEqual([
      422,
      'SURVEY_NOT_VALID',
      {
        fields: [
          { path: 'email/senderName', reason: 'sender_looks_like_address', found: [] },
          { path: 'email/replyTo', reason: 'not_an_address', found: [] },
          { path: 'email/greeting', reason: 'unknown_variable', found: ['{{apelido}}'] },
        ],
      },
    ]);
    expect((await unit.call('GET', `${path}/draft`)).json().survey.version).toBeNull();

    form.definition.email = {
      ...form.definition.email,
      greeting: 'Oi, {{name}}!',
      senderName: 'Aurora',
      replyTo: 'sac@aurora.example',
    };
    await unit.call('PUT', `${path}/draft`, { ...form, revision: 2 });
    expect((await unit.call('POST', `${path}/versions`, { revision: 3 })).statusCode).toBe(201);
  });

  test('two at once publish one version', async () => {
    const unit = await workplace();
    const { survey } = await createdBy(unit);
    const answers = await Promise.all(
      [1, 2, 3].map(() => unit.call('POST', `/surveys/${survey._id}/versions`, { revision: 1 })),
    );
    expect(answers.map((answer) => answer.statusCode).toSorted((left, right) => left - right)).toEqual([201, 409, 409]);
  });

  test('refuses bad input and who is not signed in', async () => {
    const unit = await workplace();
    const { survey } = await createdBy(unit);
    expect((await unit.call('POST', `/surveys/${survey._id}/versions`, {})).json().code).toBe('INVALID_INPUT');
    expect(
      (
        await context.app.inject({
          method: 'POST',
          url: `/api/surveys/${survey._id}/versions`,
          payload: { revision: 1 },
        })
      ).statusCode,
    ).toBe(401);
  });

  test('a published version cannot be changed, neither by the company’s role nor by the owner of the tables', async () => {
    const unit = await workplace();
    const { survey } = await createdBy(unit);
    await unit.call('POST', `/surveys/${survey._id}/versions`, { revision: 1 });
    const { companyId } = unit;
    const inCompany = (statement: ReturnType<typeof sql>) =>
      context.database.withCompany(companyId, (tx) => statement.execute(tx));

    await expect(
      inCompany(sql`UPDATE survey_versions SET title = 'X' WHERE company_id = ${companyId}`),
    ).rejects.toThrow(/permission denied/);
    await expect(inCompany(sql`DELETE FROM survey_versions WHERE company_id = ${companyId}`)).rejects.toThrow(
      /permission denied/,
    );
    const asOwner = (statement: string) => context.database.pool.query(statement, [companyId]);
    await expect(asOwner(`UPDATE survey_versions SET title = 'X' WHERE company_id = $1`)).rejects.toThrow(
      /never change/,
    );
    await expect(asOwner('DELETE FROM survey_versions WHERE company_id = $1')).rejects.toThrow(/never change/);
  });
});

describe('the interface for other modules', () => {
  test('gives the version sent now, and an older one by its id with the status of its survey', async () => {
    const unit = await workplace();
    const draft = await createdBy(unit);
    const surveyId = draft.survey._id;
    const inCompany = <T>(work: Parameters<typeof context.database.withCompany<T>>[1]) =>
      context.database.withCompany(unit.companyId, work);
    const published = () => inCompany((tx) => findPublishedSurvey(tx, { companyId: unit.companyId, surveyId }));

    expect(await published()).toBeUndefined();
    await unit.call('POST', `/surveys/${surveyId}/versions`, { revision: 1 });
    const first = await published();
    expect(first).toMatchObject({
      surveyId,
      businessUnitId: unit.businessUnitId,
      title: 'Hospedagem',
      metric: 'nps',
      status: 'active',
      definition: draft.definition,
    });

    await unit.call('PUT', `/surveys/${surveyId}/draft`, { ...formOf(draft), title: 'Segunda' });
    expect((await published())?.title).toBe('Hospedagem');
    await unit.call('POST', `/surveys/${surveyId}/versions`, { revision: 2 });
    expect((await published())?.title).toBe('Segunda');

    await inCompany((tx) =>
      tx.updateTable('surveys').set({ status: 'paused' }).where('company_id', '=', unit.companyId).execute(),
    );
    const older = await inCompany((tx) =>
      findSurveyVersion(tx, { companyId: unit.companyId, versionId: first!.versionId }),
    );
    expect(older).toEqual({ ...first, status: 'paused' });

    const stranger = await workplace();
    await context.database.withCompany(stranger.companyId, async (tx) => {
      expect(await findPublishedSurvey(tx, { companyId: stranger.companyId, surveyId })).toBeUndefined();
      expect(await findSurveyVersion(tx, { companyId: unit.companyId, versionId: first!.versionId })).toBeUndefined();
    });
  });

  test('counts responses in one statement, also several of one survey, and never moves the last answer back', async () => {
    const unit = await workplace();
    const [one, other] = [await createdBy(unit), await createdBy(unit)];
    const count = (counts: { surveyId: SurveyId; added: number; lastAnsweredAt: Date }[]) =>
      context.database.withCompany(unit.companyId, (tx) =>
        runWrites(tx, [countResponses({ companyId: unit.companyId, counts })]),
      );
    const noon = new Date('2026-05-04T12:00:00Z');
    const morning = new Date('2026-05-04T08:00:00Z');

    await count([]);
    await count([
      { surveyId: one.survey._id, added: 2, lastAnsweredAt: noon },
      { surveyId: one.survey._id, added: 1, lastAnsweredAt: morning },
      { surveyId: other.survey._id, added: 1, lastAnsweredAt: morning },
    ]);
    await count([{ surveyId: one.survey._id, added: 1, lastAnsweredAt: morning }]);

    const read = async ({ survey }: SurveyDraft) =>
      (await unit.call('GET', `/surveys/${survey._id}/draft`)).json().survey;
    expect(await read(one)).toMatchObject({ responses: 4, last_answered_at: noon.toISOString() });
    expect(await read(other)).toMatchObject({ responses: 1, last_answered_at: morning.toISOString() });
  });
});

async function surveysIn({ call }: Workplace, businessUnitId: BusinessUnitId) {
  return (await call('GET', '/surveys', undefined, { 'x-business-id': businessUnitId })).json();
}

import type { ResponseId, SurveyId, SurveyVersionId, UserId } from '@escuta/contract/ids';
import type { SurveyLink } from '@escuta/contract/survey-links';
import type { ResponseDetail } from '@escuta/contract/response-list';
import type { Survey } from '@escuta/contract/surveys';
import pLimit from 'p-limit';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/crypto/ids.ts';
import { letLeave, signedIn, unitOf } from '../../testing/factories.ts';
import { answersLeft, createInvitations } from '../../testing/response-factories.ts';
import { createPublishedSurvey } from '../../testing/send-factories.ts';
import { openTestContext, testContext } from '../../testing/test-context.ts';
import type { TestContext } from '../../testing/test-context.ts';
import { answerStoreOf } from './answer-store.ts';
import type { AnswerSource, SentStep } from './origins/origins.ts';
import { recordAnswers } from './record-answers.ts';

const context = testContext();

/** A published survey whose link is open, and somebody who may change it. */
async function openLink({ status, on = context }: { status?: Survey['status']; on?: TestContext } = {}) {
  const user = await signedIn(on);
  const businessUnitId = await unitOf(on, user.companyId);
  const unit = { companyId: user.companyId, businessUnitId };
  const survey = await createPublishedSurvey(on, { ...unit, ...(status ? { status } : {}) });
  const change = (open: boolean) => turn(survey.surveyId, user.headers, open, on);
  const { url } = (await change(true)).json<SurveyLink>();
  const slug = new URL(url ?? '').pathname.replace('/s/', '');
  return { ...unit, ...survey, headers: user.headers, slug, change };
}

function turn(surveyId: SurveyId, headers: Record<string, string>, open: boolean, on = context) {
  return on.app.inject({ method: 'PUT', url: `/api/surveys/${surveyId}/link`, headers, payload: { open } });
}

const get = (path: string) => context.app.inject({ url: path });
const step = (token: string, payload: object, on = context) =>
  on.app.inject({ method: 'POST', url: `/api/answers/${token}`, payload });
const submit = (path: string, fields: Record<string, string>) =>
  context.app.inject({
    method: 'POST',
    url: path,
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

describe('the open link of a survey', () => {
  test('is there once it was opened, keeps its address, and can be closed and opened again', async () => {
    const { headers, companyId } = await signedIn(context);
    const survey = await createPublishedSurvey(context, {
      companyId,
      businessUnitId: await unitOf(context, companyId),
    });
    const read = async () =>
      (await context.app.inject({ url: `/api/surveys/${survey.surveyId}/link`, headers })).json<SurveyLink>();
    expect(await read()).toEqual({ open: false, url: null });

    const opened = (await turn(survey.surveyId, headers, true)).json<SurveyLink>();
    expect(opened).toEqual({ open: true, url: expect.stringMatching(/\/s\/[A-Za-z0-9_-]{24}$/) });
    expect(await read()).toEqual(opened);
    expect((await turn(survey.surveyId, headers, false)).json()).toEqual({ open: false, url: opened.url });
    expect((await turn(survey.surveyId, headers, true)).json()).toEqual(opened);
  });

  test('says who opened or closed it last, and when', async () => {
    const { companyId, surveyId, change } = await openLink();
    const changed = () =>
      context.database.withCompany(companyId, (tx) =>
        tx
          .selectFrom('survey_links')
          .select(['is_open', 'changed_by', 'changed_at'])
          .where('company_id', '=', companyId)
          .executeTakeFirstOrThrow(),
      );
    const opened = await changed();
    const colleague = await signedIn(context, { companyId, role: 'adm' });
    context.clock.advance(60_000);
    await turn(surveyId, colleague.headers, false);
    expect(await changed()).toEqual({
      is_open: false,
      changed_by: colleague.userId,
      changed_at: context.clock.now(),
    });
    context.clock.advance(60_000);
    await change(true);
    expect(await changed()).toEqual({ ...opened, changed_at: context.clock.now() });
  });

  test('is none before the survey is published, and nobody changes it who may not edit surveys', async () => {
    const { companyId, headers, surveyId } = await openLink();
    const payload = { template: 'nps-relationship', title: 'Rascunho', language: 'pt' };
    const draft = (await context.app.inject({ method: 'POST', url: '/api/surveys', headers, payload })).json();
    const refused = await turn(draft.survey._id, headers, true);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'SURVEY_NOT_PUBLISHED']);
    for (const role of ['pdv', 'readonly', 'notesonly'] as const) {
      const reader = await signedIn(context, { companyId, role });
      expect([role, (await turn(surveyId, reader.headers, false)).statusCode]).toEqual([role, 403]);
    }
  });

  test('two surveys have two addresses, and a changed one leads nowhere', async () => {
    const [first, second] = [await openLink(), await openLink()];
    expect(first.slug).not.toBe(second.slug);
    const forged = `${first.slug.slice(0, -6)}${second.slug.slice(-6)}`;
    for (const path of [`/s/${forged}`, '/s/aurora', `/r/${first.slug}`, `/u/${first.slug}`]) {
      const answer = await get(path);
      expect([path, answer.statusCode]).toEqual([path, 404]);
      expect(answer.body).toContain('Este link não é válido');
    }
    const invited = await createInvitations(context);
    expect((await get(`/s/${invited.token}`)).statusCode).toBe(404);
  });
});

describe('answering by the open link', () => {
  test('takes a response of each visitor, counts it under the channel of links, and asks for nobody’s name', async () => {
    const { slug, companyId, businessUnitId, surveyId, versionId, headers } = await openLink();
    const [mine, theirs] = [newId(), newId()];
    expect((await step(slug, { responseId: mine, seq: 1, answers: { score: 9 } })).json()).toEqual({
      responseId: mine,
      seq: 1,
      complete: false,
      language: 'pt',
    });
    await step(slug, { responseId: theirs, seq: 1, answers: { score: 2, why: 'Frio' }, complete: true });
    const last = await step(slug, { responseId: mine, seq: 2, answers: { why: 'Tudo bom' }, complete: true });
    expect([last.statusCode, last.json().complete]).toEqual([200, true]);

    const left = await answersLeft(context, companyId);
    expect(left.responses.map(({ id }) => id).toSorted()).toEqual([mine, theirs].toSorted());
    for (const response of left.responses)
      expect(response).toMatchObject({
        business_unit_id: businessUnitId,
        survey_id: surveyId,
        survey_version_id: versionId,
        origin: 'link',
        channel: 'link',
        status: 'complete',
        contact_id: null,
        send_id: null,
        item_id: null,
      });
    expect(left.metrics).toMatchObject([{ channel: 'link', n: 2, b2: 1, b9: 1, comments: 2 }]);
    expect(left.surveys).toEqual([{ id: surveyId, responses: 2 }]);
    // No message was sent: there is no rate of response, and no proof that one arrived.
    expect([left.invitations, left.evidence]).toEqual([[], []]);

    const detail = (await context.app.inject({ url: `/api/responses/${mine}`, headers })).json<ResponseDetail>();
    expect(detail).toMatchObject({ origin: 'link', channel: 'link', customer: null, send_id: null });
    expect(detail.answers.map(({ number, text }) => number ?? text)).toEqual([9, 'Tudo bom']);
  });

  test('the same step twice, late and at once is one response', async () => {
    const { slug, companyId } = await openLink();
    const responseId = newId<ResponseId>();
    const first = { responseId, seq: 1, answers: { score: 7 } };
    const second = { responseId, seq: 2, answers: { score: 10 }, complete: true };
    const replies = await Promise.all([first, first, second, second, first].map((payload) => step(slug, payload)));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect((await step(slug, first)).statusCode).toBe(200);
    const { responses, metrics, surveys } = await answersLeft(context, companyId);
    expect(responses).toMatchObject([{ id: responseId, score: 10, status: 'complete' }]);
    expect(metrics).toMatchObject([{ n: 1, b10: 1, b7: 0 }]);
    expect(surveys.map((survey) => survey.responses)).toEqual([1]);
  });

  test('a response goes on with the version that it began with', async () => {
    const { slug, companyId, businessUnitId, surveyId, versionId } = await openLink();
    const responseId = newId<ResponseId>();
    await step(slug, { responseId, seq: 1, answers: { score: 9 } });
    const newer = await createPublishedSurvey(context, { companyId, businessUnitId });
    await context.database.withCompany(companyId, async (tx) => {
      const definition = await tx
        .selectFrom('survey_versions')
        .select('definition')
        .where('company_id', '=', companyId)
        .where('id', '=', newer.versionId)
        .executeTakeFirstOrThrow();
      const id = newId<SurveyVersionId>();
      await tx
        .insertInto('survey_versions')
        .values({
          company_id: companyId,
          id,
          survey_id: surveyId,
          number: 2,
          title: 'Nova',
          definition: JSON.stringify(definition.definition),
        })
        .execute();
      await tx
        .updateTable('surveys')
        .set({ current_version_id: id })
        .where('company_id', '=', companyId)
        .where('id', '=', surveyId)
        .execute();
    });
    const [later] = [newId<ResponseId>()];
    await step(slug, { responseId, seq: 2, answers: {}, complete: true });
    await step(slug, { responseId: later, seq: 1, answers: { score: 9 } });
    const { responses } = await answersLeft(context, companyId);
    const versions = new Map(responses.map((response) => [response.id, response.survey_version_id]));
    expect([versions.get(responseId) === versionId, versions.get(later) === versionId]).toEqual([true, false]);
  });

  test('takes over no response of another link, of a message, or of another company', async () => {
    const here = await openLink();
    const other = await openLink();
    const invited = await createInvitations(context);
    await step(other.slug, { responseId: invited.responseId, seq: 1, answers: { score: 1 } });
    await step(invited.token, { responseId: newId<ResponseId>(), seq: 1, answers: { score: 3 } });
    const sibling = await createPublishedSurvey(context, here);
    const siblingUrl = (await turn(sibling.surveyId, here.headers, true)).json<SurveyLink>().url ?? '';
    const siblingSlug = new URL(siblingUrl).pathname.replace('/s/', '');
    const mine = newId();
    await step(here.slug, { responseId: mine, seq: 1, answers: { score: 9 } });
    const before = await answersLeft(context, here.companyId);

    const stolen = await step(siblingSlug, { responseId: mine, seq: 2, answers: { score: 0 }, complete: true });
    expect([stolen.statusCode, stolen.json()]).toMatchObject([
      422,
      { code: 'ANSWERS_NOT_VALID', params: { problems: [{ key: 'responseId', rule: 'taken' }] } },
    ]);
    expect(await answersLeft(context, here.companyId)).toEqual(before);
    // Ids belong to companies: the same one elsewhere is somebody else's.
    expect((await step(other.slug, { responseId: mine, seq: 1, answers: { score: 5 } })).statusCode).toBe(200);
    expect(await answersLeft(context, here.companyId)).toEqual(before);
  });

  test('keeps nobody from their own message who names its response in the same batch', async () => {
    const { companyId, itemsMonth, links, surveyId } = await createInvitations(context);
    const [{ itemId, responseId } = expect.fail('there is a message')] = links;
    const code = '0123456789ab';
    await context.database.withCompany(companyId, (tx) =>
      tx
        .insertInto('survey_links')
        .values({
          company_id: companyId,
          survey_id: surveyId,
          code,
          is_open: true,
          changed_by: newId<UserId>(),
          changed_at: context.clock.now(),
        })
        .execute(),
    );
    const stepBy = (source: AnswerSource, seq: number): SentStep => ({
      source,
      step: { responseId, seq, answers: { score: seq }, complete: false },
      at: context.clock.now(),
    });
    const message = { origin: 'invitation', itemsMonth, itemId } as const;
    const store = answerStoreOf(context.database, companyId, pLimit(1));
    const record = (steps: SentStep[]) => recordAnswers(store, companyId, steps);
    await record([stepBy(message, 1)]);
    const [theirs, stolen] = await record([stepBy(message, 9), stepBy({ origin: 'link', code }, 2)]);
    expect(theirs).toMatchObject({ value: { responseId, seq: 9 } });
    expect(stolen).toMatchObject({ refused: { code: 'ANSWERS_NOT_VALID' } });
    expect((await answersLeft(context, companyId)).responses).toMatchObject([{ id: responseId, score: 9 }]);
  });

  test.each(['paused', 'closed', 'archived'] as const)('a survey that is %s takes no answer there', async (status) => {
    const { slug, companyId } = await openLink({ status });
    const reply = await step(slug, { responseId: newId<ResponseId>(), seq: 1, answers: { score: 9 } });
    expect([reply.statusCode, reply.json().code]).toEqual([410, 'SURVEY_CLOSED']);
    expect((await answersLeft(context, companyId)).responses).toEqual([]);
    const page = await get(`/s/${slug}`);
    expect(page.statusCode).toBe(410);
    expect(page.body).toContain(status === 'paused' ? 'pausa' : 'encerrada');
  });

  test('the link of a company that has left takes no answer there', async () => {
    const { slug, companyId } = await openLink();
    await letLeave(context, companyId);
    const responseId = newId<ResponseId>();
    const reply = await step(slug, { responseId, seq: 1, answers: { score: 9 } });
    expect([reply.statusCode, reply.json().code]).toEqual([410, 'SURVEY_CLOSED']);
    for (const page of [await get(`/s/${slug}`), await submit(`/s/${slug}`, { r: responseId, s: '1', 'n.score': '9' })])
      expect([page.statusCode, page.body.includes('<form')]).toEqual([410, false]);
    expect((await answersLeft(context, companyId)).responses).toEqual([]);
  });

  test('a closed link takes no answer, also from who has begun', async () => {
    const { slug, change, companyId } = await openLink();
    const responseId = newId<ResponseId>();
    await step(slug, { responseId, seq: 1, answers: { score: 9 } });
    await change(false);
    const reply = await step(slug, { responseId, seq: 2, answers: { score: 0 }, complete: true });
    expect([reply.statusCode, reply.json().code]).toEqual([410, 'SURVEY_CLOSED']);
    expect((await get(`/s/${slug}`)).statusCode).toBe(410);
    expect((await answersLeft(context, companyId)).responses).toMatchObject([{ score: 9, status: 'partial' }]);
  });

  test('[RESPOND-27] is limited by the address of the caller, and by the link', async () => {
    const on = await openTestContext({
      rateLimits: {
        ...context.config.rateLimits,
        address: { burst: 4, perMinute: 1 },
        'open-link': { burst: 6, perMinute: 1 },
      },
    });
    try {
      const { slug } = await openLink({ on });
      const from = async (remoteAddress: string) =>
        (await on.app.inject({ url: `/s/${slug}`, remoteAddress })).statusCode;
      const first = [];
      for (let at = 0; at < 5; at += 1) first.push(await from('198.51.100.1'));
      expect(first).toEqual([200, 200, 200, 200, 429]);
      expect([await from('198.51.100.2'), await from('198.51.100.3'), await from('198.51.100.4')]).toEqual([
        200, 200, 429,
      ]);
    } finally {
      await on.close();
    }
  });
});

describe('the page of the open link', () => {
  const fieldOf = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

  test('works without script: each form leads to the next question, with the response in the address and no cookie', async () => {
    const { slug, companyId } = await openLink();
    const first = await get(`/s/${slug}`);
    expect([first.statusCode, first.headers['set-cookie']]).toEqual([200, undefined]);
    expect(first.body).toContain(`action="/s/${slug}"`);
    // Nobody is written to, so there is nothing to stop.
    expect(first.body).not.toContain('/u/');
    expect((await answersLeft(context, companyId)).responses).toEqual([]);

    const hidden = (html: string) => ({ r: fieldOf(html, 'r'), s: fieldOf(html, 's'), q: fieldOf(html, 'q') });
    const taken = await submit(`/s/${slug}`, { ...hidden(first.body), 'n.score': '8' });
    expect([taken.statusCode, taken.headers.location]).toEqual([303, `/s/${slug}?r=${fieldOf(first.body, 'r')}`]);
    const second = await get(taken.headers.location ?? '');
    expect(second.body).toContain('O que faltou?');
    const end = await submit(`/s/${slug}`, { ...hidden(second.body), c: '1', 't.why': 'Estacionamento' });
    const closing = await get(end.headers.location ?? '');
    expect([closing.statusCode, closing.body.includes('Obrigado!')]).toEqual([200, true]);
    expect((await answersLeft(context, companyId)).responses).toMatchObject([
      { score: 8, comment: 'Estacionamento', status: 'complete', origin: 'link' },
    ]);
    // Who opens the link again is another visitor.
    expect((await get(`/s/${slug}`)).body).toContain('name="n.score"');
  });

  test('who sends a second answer of the same response is told of the first', async () => {
    const { slug, companyId } = await openLink();
    const responseId = newId<ResponseId>();
    await step(slug, { responseId, seq: 1, answers: { score: 8, why: 'Estacionamento' }, complete: true });
    const left = await answersLeft(context, companyId);
    const again = await submit(`/s/${slug}`, { r: responseId, s: '2', q: 'score', 'n.score': '2' });
    expect([again.statusCode, /Você já respondeu em [^<]* \(nota 8\)/.test(again.body)]).toEqual([200, true]);
    expect(again.body).not.toContain('/u/');
    expect(await answersLeft(context, companyId)).toEqual(left);
  });

  test('goes on with no response of somebody else', async () => {
    const here = await openLink();
    const invited = await createInvitations(context);
    await step(invited.token, { responseId: invited.responseId, seq: 1, answers: { score: 3, why: 'Segredo' } });
    for (const id of [invited.responseId, newId(), 'x'.repeat(36)]) {
      const page = await get(`/s/${here.slug}?r=${id}`);
      expect([page.statusCode, page.body.includes('name="n.score"')]).toEqual([200, true]);
      expect(page.body).not.toContain('Segredo');
    }
  });

  test('asks again for what was not chosen, in the same response', async () => {
    const { slug } = await openLink();
    const page = await get(`/s/${slug}`);
    const r = fieldOf(page.body, 'r');
    const again = await submit(`/s/${slug}`, { r, s: '1', q: 'score' });
    expect(again.statusCode).toBe(422);
    expect(again.body).toContain('role="alert"');
  });
});

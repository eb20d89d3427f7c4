import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SurveyId } from '@escuta/contract/ids';
import { createContact, otherUnitOf } from '../../testing/factories.ts';
import { createPublishedSurvey, testDefinition } from '../../testing/send-factories.ts';
import { openDesk, openMailWorks } from '../../testing/send-stage.ts';
import { openTestContext } from '../../testing/test-context.ts';
import type { TestContext } from '../../testing/test-context.ts';
import { emailTransport } from './channels/email/email-transport.ts';
import { startSender } from './engine/sender.ts';

let context: TestContext;
beforeEach(async () => {
  context = await openTestContext({ publicUrl: 'https://escuta.test', mailFrom: 'pesquisas@mail.test' });
});
afterEach(() => context.close());

const definition = {
  ...testDefinition,
  email: { ...testDefinition.email, intro: '<script>alert(1)</script> & obrigado' },
  sms: { text: 'Oi, {{nome}}! Como foi?' },
};

function preview(headers: Record<string, string>, surveyId: SurveyId, channel: string, texts?: object) {
  const payload = { surveyId, channel, definition: texts };
  return context.app.inject({ method: 'POST', url: '/api/sends/message', headers, payload });
}

test('an e-mail is shown as it is delivered, word for word, and holds no script', async () => {
  const desk = await openDesk(context);
  const survey = await createPublishedSurvey(context, { ...desk.unit, definition });
  await createContact(context, { ...desk.unit, name: 'Maria', email: 'maria@test.example' });
  const works = await openMailWorks(context, (given, pool) => startSender(given, { email: emailTransport(pool) }));
  await desk.finished(await desk.send({ surveyId: survey.surveyId }));
  const delivered = await PostalMime.parse(works.mail.messages[0]?.raw ?? '');
  await works.close();

  const shown = (await preview(desk.headers, survey.surveyId, 'email')).json();
  const withoutLinks = (text: string) => text.replaceAll(/\/([ru])\/[\w-]{54}/g, '/$1/link').trim();
  expect(withoutLinks(shown.html)).toBe(withoutLinks(delivered.html ?? ''));
  expect(withoutLinks(shown.text)).toBe(withoutLinks(delivered.text ?? ''));
  expect(shown).toMatchObject({ channel: 'email', sender: 'Aurora Hotéis', subject: 'Maria, conte como foi' });
  expect(shown.html).toContain('De 0 a 10');
  expect(shown.html).not.toContain('<script');
  // Its links lead to nobody.
  const [link] = /\/r\/[\w-]{54}/.exec(shown.text) ?? [];
  expect((await context.app.inject(link ?? '')).statusCode).toBe(404);
});

test('an SMS is shown with its parts', async () => {
  const desk = await openDesk(context);
  const survey = await createPublishedSurvey(context, { ...desk.unit, definition });
  const shown = (await preview(desk.headers, survey.surveyId, 'sms')).json();
  expect(shown).toEqual({
    channel: 'sms',
    sender: 'Escuta',
    text: expect.stringMatching(/^Oi, Maria! Como foi\? https:\/\/escuta\.test\/r\/[\w-]{54}$/),
    segments: 1,
  });
});

test('it is that of a published survey of the unit', async () => {
  const [desk, other] = [await openDesk(context), await openDesk(context)];
  const codeOf = async (surveyId: SurveyId) => {
    const answer = await preview(desk.headers, surveyId, 'email');
    return [answer.statusCode, answer.json().code];
  };
  expect(await codeOf(other.survey.surveyId)).toEqual([404, 'NOT_FOUND']);
  const elsewhere = { companyId: desk.companyId, businessUnitId: await otherUnitOf(context, desk.companyId) };
  expect(await codeOf((await createPublishedSurvey(context, elsewhere)).surveyId)).toEqual([404, 'NOT_FOUND']);
  const payload = { template: 'nps-relationship', title: 'Rascunho' };
  const created = await context.app.inject({ method: 'POST', url: '/api/surveys', headers: desk.headers, payload });
  expect(await codeOf(created.json().survey._id)).toEqual([409, 'SURVEY_NOT_PUBLISHED']);
});

test('texts that are being edited are shown before they are published, whatever stands in them', async () => {
  const desk = await openDesk(context);
  const payload = { template: 'nps-relationship', title: 'Rascunho' };
  const created = await context.app.inject({ method: 'POST', url: '/api/surveys', headers: desk.headers, payload });
  const { survey, definition: kept } = created.json();
  const email = {
    subject: '{{apelido}} {{',
    preheader: '{{nome',
    senderName: 'a@b\r\nBcc: c',
    greeting: '}}',
    intro: '',
  };
  const edited = { ...kept, email: { ...email, intro: '{{answerUrl}}\u0000\ud800 <b>já</b>' } };
  const shown = await preview(desk.headers, survey._id, 'email', edited);
  expect(shown.statusCode).toBe(200);
  expect(shown.json().html).toContain('&#60;b&#62;já&#60;/b&#62;');
  expect(shown.json().html).toContain(kept.questions[0].title);
  expect((await preview(desk.headers, survey._id, 'sms', edited)).json().text).toMatch(/\/r\/[\w-]{54}$/);
  const { statusCode } = await preview((await openDesk(context)).headers, survey._id, 'email', edited);
  expect(statusCode).toBe(404);
});

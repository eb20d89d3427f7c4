import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SurveyDraft } from '@escuta/contract/surveys';
import { signedIn } from '../../testing/factories.ts';
import { forgetSends } from '../../testing/send-factories.ts';
import { openMailWorks } from '../../testing/send-stage.ts';
import { startSmsSink } from '../../testing/sms-sink.ts';
import { openTestContext } from '../../testing/test-context.ts';
import type { TestContext } from '../../testing/test-context.ts';
import { SmsClient } from '#platform/sms/sms-client.ts';
import { parseSmsUrl } from '#platform/sms/sms-url.ts';
import { emailTransport } from './channels/email/email-transport.ts';
import { smsTransport } from './channels/sms/sms-transport.ts';
import { startSender } from './engine/sender.ts';

/* Custom fields in the texts of a survey: from the editor's draft to the message and the page (decision 0065). */

let context: TestContext;
beforeEach(async () => {
  context = await openTestContext({ publicUrl: 'https://escuta.test', mailFrom: 'pesquisas@mail.test' });
});
afterEach(() => context.close());

const fields = [
  { internal_name: 'loja', label: 'Loja', type: 'select', options: ['Centro', 'Praia'] },
  { internal_name: 'visita', label: 'Última visita', type: 'date', options: [] },
  { internal_name: 'alergia', label: 'Alergia', type: 'text', options: [], sensitive: true },
] as const;

/** A company with its custom fields. */
async function company(defined: readonly object[] = fields) {
  const user = await signedIn(context);
  const call = async (signature: string, payload?: object) => {
    const [method, path] = signature.split(' ') as ['GET', string];
    const url = `/api${path}`;
    const answer = await context.app.inject({ method, url, headers: user.headers, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const made = new Map<string, { _id: string }>();
  for (const field of defined) {
    const rules = { required: false, sensitive: false, searchable: false };
    const { body } = await call('POST /custom-fields', { ...rules, ...field });
    made.set(body.internal_name, body);
  }
  const contact = async (name: string, custom_fields: Record<string, string>, tel: string | null = null) => {
    const email = `${name.toLowerCase()}@test.example`;
    const { status } = await call('POST /contacts', { name, email, tel, custom_fields });
    expect(status).toBe(201);
    return email;
  };
  /** A draft whose texts are changed. */
  const draft = async (change: (definition: SurveyDraft['definition']) => object) => {
    const { body } = await call('POST /surveys', { template: 'nps-stay', title: 'Estadia', language: 'pt' });
    const made: SurveyDraft = body;
    const definition = { ...made.definition, ...change(made.definition) };
    const { _id } = made.survey;
    const saved = await call(`PUT /surveys/${_id}/draft`, { title: 'Estadia', definition, revision: made.revision });
    return { id: _id, draft: saved.body as SurveyDraft };
  };
  const publish = ({ id, draft: { revision } }: Awaited<ReturnType<typeof draft>>) =>
    call(`POST /surveys/${id}/versions`, { revision });
  const send = (surveyId: string, channel: string) =>
    call('POST /sends', { surveyId, channel, audience: { kind: 'all' } });
  return { ...user, call, made, contact, draft, publish, send };
}

const texts = (definition: SurveyDraft['definition']) => ({
  closings: { ...definition.closings, top: 'Até a próxima na {{loja|nossa loja}}!' },
  questions: definition.questions.map((question) =>
    question.key === 'score' ? { ...question, title: 'Você indica a loja {{loja}}?' } : question,
  ),
  email: {
    ...definition.email,
    subject: 'Sua visita de {{visita}} à loja {{loja}}',
    intro: 'Cuidamos de {{alergia|tudo}}.',
  },
  sms: { text: '{{nome}}, como foi na {{loja}}?' },
});

test('the draft tells which there are: those of the company, and none that is sensitive', async () => {
  const [own, other] = [await company(), await company([{ ...fields[1], internal_name: 'entrada', label: 'Entrada' }])];
  const { draft } = await own.draft(() => ({}));
  expect(draft.fields).toEqual([
    { internal_name: 'loja', label: 'Loja', type: 'select', options: ['Centro', 'Praia'] },
    { internal_name: 'visita', label: 'Última visita', type: 'date', options: [] },
  ]);
  expect((await other.draft(() => ({}))).draft.fields.map((field) => field.internal_name)).toEqual(['entrada']);
});

test('a survey that names one of another company, or a sensitive one, is not published', async () => {
  const [own, other] = [await company(), await company([])];
  const made = await own.draft(texts);
  const refused = await own.publish(made);
  const found = { reason: 'unknown_variable', found: ['{{alergia|tudo}}'] };
  expect([refused.status, refused.body.params]).toEqual([422, { fields: [{ path: 'email/intro', ...found }] }]);
  const theirs = await other.publish(await other.draft((definition) => ({ sms: texts(definition).sms })));
  expect(theirs.body.params).toEqual({
    fields: [{ path: 'sms/text', reason: 'unknown_variable', found: ['{{loja}}'] }],
  });
});

test('each message and each page says what is known of its person, and closes over what is not', async () => {
  const own = await company();
  const known = await own.contact('Ana', { loja: 'Centro', visita: '2026-03-09', alergia: 'amendoim' });
  const other = await own.contact('Bia', { loja: 'Praia' });
  const unknown = await own.contact('Caio', {});
  const made = await own.draft((definition) => {
    const { email, ...rest } = texts(definition);
    return { ...rest, email: { ...email, intro: 'Obrigado.' } };
  });
  expect((await own.publish(made)).status).toBe(201);
  const works = await openMailWorks(context, (given, pool) => startSender(given, { email: emailTransport(pool) }));
  const sent = await own.send(made.id, 'email');
  await vi.waitFor(async () => expect((await own.call(`GET /queues/${sent.body._id}`)).body.status).toBe('finished'), {
    timeout: 25_000,
    interval: 50,
  });
  const mails = await Promise.all(works.mail.messages.map(({ raw }) => PostalMime.parse(raw)));
  await works.close();
  const mailTo = (address: string) => mails.find((mail) => mail.to?.some((to) => to.address === address));
  expect(mailTo(known)?.subject).toBe('Sua visita de 09/03/2026 à loja Centro');
  expect(mailTo(other)?.subject).toBe('Sua visita de à loja Praia');
  expect(mailTo(unknown)?.text).toContain('Você indica a loja?');
  expect(mailTo(known)?.html).toContain('Você indica a loja Centro?');

  const pageOf = async (address: string) => {
    const [link = ''] = /\/r\/[\w-]{54}/.exec(mailTo(address)?.text ?? '') ?? [];
    return (await context.app.inject(link)).body;
  };
  expect(await pageOf(known)).toContain('Você indica a loja Centro?');
  expect(await pageOf(other)).toContain('Até a próxima na Praia!');
  expect(await pageOf(unknown)).toContain('Até a próxima na nossa loja!');

  // Once a field is sensitive it leaves our care no more, whatever was published.
  const { _id } = own.made.get('loja')!;
  const rules = { required: false, sensitive: true, searchable: false };
  const { label, type, options } = fields[0];
  expect((await own.call(`PUT /custom-fields/${_id}`, { label, type, options, ...rules })).status).toBe(200);
  expect(await pageOf(known)).toContain('Você indica a loja?');
});

test('who deletes one is told which surveys name it, in what is published or in what is being edited', async () => {
  const [own, other] = [await company(), await company()];
  const sms = (text: string) => own.draft(() => ({ sms: { text } }));
  const published = await sms('Como foi na {{ Loja |nossa loja}}?');
  expect((await own.publish(published)).status).toBe(201);
  const { draft, id } = published;
  const form = { title: 'Publicada', definition: { ...draft.definition, sms: { text: 'Como foi?' } } };
  await own.call(`PUT /surveys/${id}/draft`, { ...form, revision: draft.revision });
  const edited = await sms('{{loja}}');
  await sms('A loja, {{nome}}, {{lojas}}');
  const naming = async (field: string, of = own) =>
    (await of.call(`GET /custom-fields/${own.made.get(field)?._id}/surveys`)).body;
  expect(await naming('loja')).toEqual({
    data: [
      { _id: edited.id, title: 'Estadia' },
      { _id: id, title: 'Publicada' },
    ],
  });
  expect(await naming('visita')).toEqual({ data: [] });
  expect((await naming('loja', other)).code).toBe('NOT_FOUND');
});

test('an SMS says them, and its preview shows what it will be like', async () => {
  const own = await company();
  await own.contact('Ana', { loja: 'Praia' }, '+5511987650001');
  const made = await own.draft((definition) => ({ sms: texts(definition).sms }));
  expect((await own.publish(made)).status).toBe(201);
  const shown = await own.call('POST /sends/message', { surveyId: made.id, channel: 'sms' });
  expect(shown.body.text).toMatch(/^Maria, como foi na Centro\? http/);

  await forgetSends(context);
  const sink = await startSmsSink();
  const client = new SmsClient(parseSmsUrl(sink.url));
  const sender = startSender(context, { sms: smsTransport(client) });
  await own.send(made.id, 'sms');
  await vi.waitFor(() => expect(sink.messages).toHaveLength(1), { timeout: 25_000, interval: 50 });
  expect(sink.messages[0]?.text).toMatch(/^Ana, como foi na Praia\? http/);
  await sender.stop();
  await client.close(500);
  await sink.close();
  await forgetSends(context);
});

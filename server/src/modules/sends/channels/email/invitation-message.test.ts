import type { FieldValues } from '@escuta/contract/field-variables';
import type { ItemId } from '@escuta/contract/ids';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/crypto/ids.ts';
import { secretsFrom } from '#platform/crypto/secrets.ts';
import { testDefinition } from '../../../../testing/send-factories.ts';
import { compileInvitation } from './invitation-message.ts';

const config = { mailFrom: 'pesquisa@mail.test', publicUrl: 'https://escuta.test' };
const context = { config, secrets: secretsFrom('a secret key of a test, of 32 characters or more') };

const [score, why] = testDefinition.questions as [SurveyDefinition['questions'][0], SurveyDefinition['questions'][0]];
const definition: SurveyDefinition = {
  ...testDefinition,
  questions: [
    { ...score, title: 'Quanto você indica a {{empresa}}?', lowLabel: 'Nada, {{nome}}' } as typeof score,
    why,
  ],
  email: {
    subject: '{{nome}}, uma pergunta',
    preheader: 'A {{empresa}} quer ouvir {{nome|você}}',
    senderName: 'Aurora Hotéis',
    greeting: 'Oi, {{nome}}!',
    intro: 'A {{Empresa}} agradece, {{ name }}.',
  },
};

const noFields: FieldValues = new Map();

async function mailTo(name: string, given: SurveyDefinition = definition, companyName = 'Aurora', values = noFields) {
  const parts = {
    companyKey: 7,
    companyName,
    itemsMonth: '2026-11-01',
    definition: given,
    fields: [
      { internal_name: 'loja', label: 'Loja', type: 'text' as const, options: [] },
      { internal_name: 'visita', label: 'Visita', type: 'date' as const, options: [] },
    ],
    sender: 'pesquisa@mail.test',
  };
  const message = compileInvitation(context as Parameters<typeof compileInvitation>[0], parts);
  return PostalMime.parse(
    message.render({ itemId: newId<ItemId>(), name, address: 'loja@correio.example', fields: values }, new Date(0))
      .bytes,
  );
}

describe('the words of an invitation', () => {
  test('variables are filled in every part of it', async () => {
    const mail = await mailTo('MARIA DA SILVA');
    expect(mail.subject).toBe('Maria, uma pergunta');
    expect(mail.to).toEqual([{ name: 'Maria da Silva', address: 'loja@correio.example' }]);
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('Oi, Maria!');
      expect(part).toContain('A Aurora agradece, Maria.');
      expect(part).toContain('Quanto você indica a Aurora?');
      expect(part).toContain('Nada, Maria');
      expect(part).not.toContain('{{');
    }
    expect(mail.html).toContain('A Aurora quer ouvir Maria');
  });

  test.each(['', 'loja@correio.example', '=HYPERLINK("http://mal.example";"Clique")', 'http://mal.example', 'a\nb'])(
    'somebody kept as %j is greeted without a name, and no text has a hole',
    async (name) => {
      const mail = await mailTo(name);
      expect(mail.subject).toBe('Uma pergunta');
      expect(mail.to).toEqual([{ name: '', address: 'loja@correio.example' }]);
      for (const part of [mail.text, mail.html]) {
        expect(part).toContain('Oi!');
        expect(part).toContain('A Aurora agradece.');
        expect(part).not.toMatch(/mal\.example|HYPERLINK|, !|Oi, /);
      }
      expect(mail.html).toContain('A Aurora quer ouvir você');
    },
  );

  test('custom fields are filled in every part of it, escaped, and leave no hole where one is missing', async () => {
    const [asked] = definition.questions;
    const naming: SurveyDefinition = {
      ...definition,
      questions: [{ ...asked, title: 'Como foi na {{loja}}?' } as typeof score, why],
      email: {
        ...definition.email,
        subject: '{{nome}}, sobre a {{loja}}',
        greeting: 'Oi, {{nome}}, da {{loja|nossa loja}}!',
        intro: 'Sua visita de {{visita}}: conte.',
      },
    };
    const values = (...known: [string, string][]) => new Map(known);
    const whole = await mailTo('Ana', naming, 'Aurora', values(['loja', 'A & <b>'], ['visita', '09/03/2026']));
    expect(whole.subject).toBe('Ana, sobre a A & <b>');
    expect(whole.text).toContain('Como foi na A & <b>?');
    expect(whole.html).toMatch(/Como foi na A &(amp|#38);/);
    expect(whole.html).not.toContain('<b>?');
    for (const part of [whole.text, whole.html]) expect(part).toContain('Sua visita de 09/03/2026: conte.');
    const some = await mailTo('Ana', naming, 'Aurora', values(['visita', '10/03/2026']));
    expect(some.text).toContain('Oi, Ana, da nossa loja!');
    expect(some.text).toContain('Sua visita de 10/03/2026: conte.');
    const other = await mailTo('', naming, 'Aurora', values(['loja', 'Centro']));
    expect([other.subject, other.text?.includes('Sua visita de: conte.')]).toEqual(['Sobre a Centro', true]);
    for (const mail of [whole, some, other])
      expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/\{\{|\uFFFB/);
  });

  test('the message says to machines what it is: a list of the company, made by one, and whose complaints to count', async () => {
    const { headers } = await mailTo('Maria');
    expect(Object.fromEntries(headers.map(({ key, value }) => [key, value]))).toMatchObject({
      'list-id': '<surveys-7.mail.test>',
      'auto-submitted': 'auto-generated',
      'feedback-id': '7:2026-11:survey:escuta',
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    });
  });

  test('a variable that a published version should not hold leaves no hole either', async () => {
    const email = { ...definition.email, subject: '{{apelido}}, uma pergunta', greeting: 'Olá, {{apelido|cliente}}!' };
    const mail = await mailTo('Maria', { ...definition, email });
    expect(mail.subject).toBe('Uma pergunta');
    expect(mail.text).toContain('Olá, cliente!');
  });

  test('a subject that was a name alone becomes the question', async () => {
    const mail = await mailTo('', { ...definition, email: { ...definition.email, subject: '{{nome}}!' } });
    expect(mail.subject).toBe('Quanto você indica a Aurora?');
  });

  test('no text of an author and no company’s name reaches the links of the message', async () => {
    const email = { ...definition.email, greeting: '{{{{nome}}answerUrl}} {{answerUrl}}', intro: '{{empresa}}' };
    const mail = await mailTo('', { ...definition, email }, '{{unsubscribeUrl}}');
    expect(mail.text?.match(/\/r\//g)).toHaveLength(1);
    expect(mail.text?.match(/\/u\//g)).toHaveLength(1);
    expect(mail.text).toContain('{unsubscribeUrl}');
  });
});

describe('the sender', () => {
  test.each([
    ['Aurora Hotéis', 'Aurora Hotéis'],
    ['', 'Aurora'],
    ['security@bank.example', 'Aurora'],
    ['bank.example', 'Aurora'],
    ['{{nome}}', 'Aurora'],
  ])('published as %j is written as %j', async (senderName, written) => {
    const mail = await mailTo('Maria', { ...definition, email: { ...definition.email, senderName } });
    expect(mail.from?.name).toBe(written);
  });

  test('asks for answers at the address that the survey names, and at none otherwise', async () => {
    const answersAt = async (replyTo?: string) =>
      (
        await mailTo('Maria', {
          ...definition,
          email: { ...definition.email, ...(replyTo !== undefined && { replyTo }) },
        })
      ).replyTo;
    expect(await answersAt('recepcao@Aurora.example')).toEqual([{ name: '', address: 'recepcao@aurora.example' }]);
    for (const none of ['', 'aurora.example', undefined]) expect(await answersAt(none)).toBeUndefined();
  });

  test('a company called like an address is written without its sign', async () => {
    const mail = await mailTo(
      'Maria',
      { ...definition, email: { ...definition.email, senderName: '' } },
      'eu@bank.example',
    );
    expect(mail.from?.name).toBe('eu bank.example');
  });
});

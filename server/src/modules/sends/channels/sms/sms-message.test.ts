// cspell:ignore joao łucja
import type { FieldValues } from '@escuta/contract/field-variables';
import type { ItemId } from '@escuta/contract/ids';
import { smsSegments } from '@escuta/contract/sms-segments';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/crypto/ids.ts';
import { secretsFrom } from '#platform/crypto/secrets.ts';
import { testDefinition } from '../../../../testing/send-factories.ts';
import { smsNumber } from './phone-number.ts';
import { compileSms } from './sms-message.ts';

const config = { publicUrl: 'https://escuta.test' };
const context = { config, secrets: secretsFrom('a secret key of a test, of 32 characters or more') };
const tel = '+5511987654321';

const noFields: FieldValues = new Map();

function textTo(name: string, changes: Partial<SurveyDefinition> = {}, address = tel, fields = noFields): string {
  const messages = compileSms(context as Parameters<typeof compileSms>[0], {
    companyKey: 7,
    companyName: 'Aurora',
    itemsMonth: '2026-11-01',
    definition: { ...testDefinition, ...changes },
    fields: [{ internal_name: 'loja', label: 'Loja', type: 'text', options: [] }],
    sender: 'Aurora',
  });
  return messages.render({ itemId: newId<ItemId>(), name, address, fields }, new Date(0)).text;
}

describe('the text of an SMS', () => {
  test('is the survey’s, with the variables filled and the link behind it', () => {
    const text = textTo('MARIA DA SILVA', { sms: { text: 'Oi, {{nome}}!\n\nA {{empresa}} quer ouvir você:' } });
    expect(text).toMatch(/^Oi, Maria! A Aurora quer ouvir você: https:\/\/escuta\.test\/r\/[\w-]{54}$/);
  });

  test.each([
    ['pt', 'Aurora: Maria, responda à nossa pesquisa em 1 minuto:'],
    ['es', 'Aurora: Maria, responda nuestra encuesta en 1 minuto:'],
    ['en', 'Aurora: Maria, please answer our 1-minute survey:'],
  ] as const)('is that of the language where the survey has none (%s), in one part', (language, words) => {
    for (const sms of [undefined, { text: '' }]) {
      const text = textTo('Maria', { language, ...(sms && { sms }) });
      expect(text.split(' https://')[0]).toBe(words);
      expect(smsSegments(text)).toMatchObject({ encoding: 'gsm-7', segments: 1 });
    }
  });

  test.each([
    ['JOÃO ANTÔNIO', 'Joao'],
    ['María', 'Maria'],
    ['José', 'José'],
    ['Łucja', 'Łucja'],
  ])('writes %s as %s, so that an accent makes no more parts than the review says', (name, written) => {
    expect(textTo(name)).toContain(`Aurora: ${written}, responda`);
  });

  test('writes a name as it is where the text itself needs another alphabet', () => {
    expect(textTo('João', { sms: { text: 'Olá, {{nome}}! Sua opinião:' } })).toMatch(/^Olá, João! /);
  });

  test('says custom fields, in the letters of SMS, and closes over one without a value', () => {
    const sms = { text: 'Oi, {{nome}}! Como foi na {{loja}}?' };
    expect(textTo('Ana', { sms }, tel, new Map([['loja', 'São João']]))).toMatch(
      /^Oi, Ana! Como foi na Sao Joao\? http/,
    );
    expect(textTo('Ana', { sms })).toMatch(/^Oi, Ana! Como foi na\? http/);
  });

  test('closes over the gap of a missing name', () => {
    expect(textTo('')).toMatch(/^Aurora, responda à nossa pesquisa em 1 minuto: https/);
  });

  test('goes to mobile phones only, as far as we can tell them', () => {
    for (const number of [tel, '+5585912345678', '+34612345678', '+525512345678']) expect(number).toMatch(smsNumber);
    for (const number of ['+551134567890', '+55119876543210', '11987654321', '+5511887654321', 'ana@x.example']) {
      expect(number).not.toMatch(smsNumber);
      expect(() => textTo('Maria', {}, number)).toThrow(expect.objectContaining({ name: 'AddressNotUsableError' }));
    }
  });
});

import { firstOf, messageName } from '@escuta/contract/message-name';
import { smsSegments, withBasicLetters } from '@escuta/contract/sms-segments';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import { fillVariables } from '@escuta/contract/variables';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { SmsMessage } from '#platform/sms/sms-client.ts';
import { makeAnswerToken } from '../../answer-token.ts';
import { AddressNotUsableError } from '../channel.ts';
import type { CompiledMessages, MessageParts } from '../channel.ts';
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import pt from './locales/pt.json' with { type: 'json' };
import { smsNumber } from './phone-number.ts';

const texts = { pt, es, en };

/** The text messages of a survey version: its words, or those of its language, and the link to the respondent's page. */
export function compileSms(
  { config, secrets }: Pick<AppContext, 'config' | 'secrets'>,
  { companyKey, companyName, itemsMonth, definition, sender }: MessageParts,
): CompiledMessages<SmsMessage> {
  const words = wordsOf(definition);
  const isBasic = smsSegments(fillVariables(words, { company: companyName, name: '' })).encoding === 'gsm-7';
  return {
    render({ itemId, name, address, fields }) {
      if (!smsNumber.test(address)) throw new AddressNotUsableError('no SMS can reach this number');
      const token = makeAnswerToken(secrets, { companyKey, itemsMonth, itemId });
      const first = firstOf(messageName(name));
      // One letter that the alphabet of SMS has not would make three paid parts of one.
      const letters = isBasic ? withBasicLetters : (value: string) => value;
      const said = new Map([...fields].map(([field, value]) => [field, letters(value)]));
      const text = fillVariables(words, { company: companyName, name: letters(first), fields: said });
      return { id: itemId, to: address, from: sender, text: `${oneLine(text)} ${config.publicUrl}/r/${token}` };
    },
  };
}

function wordsOf({ sms, language }: SurveyDefinition): string {
  return sms?.text || texts[language].surveyInvitation.text;
}

/** Line ends of every kind and other control characters become spaces: some phones show them as boxes. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}

import { looksLikeAddress } from '@escuta/contract/message-name';
import type { Language } from '@escuta/contract/primitives';
import { metricOfTemplate, SurveyDefinition } from '@escuta/contract/surveys';
import type { SurveyTemplate } from '@escuta/contract/surveys';
import { placeOf } from '@escuta/contract/variable-names';
import { fillVariables } from '@escuta/contract/variables';
import { templateTexts } from './templates/index.ts';

/** Questions have room for a name of this length; a longer one is cut. */
const companyNameMax = 28;
const scoreKey = 'score';
const whyKey = 'why';

/**
 * The first texts of a survey made from a template: `{{company}}` becomes the company's name now, `{{name}}` stays for
 * each message, named in the survey's language. The names of the keys are those under which answers are kept.
 */
export function definitionFrom(
  template: SurveyTemplate,
  { language, companyName, brandColor }: { language: Language; companyName: string; brandColor: string },
): SurveyDefinition {
  const { score, why, closings, email } = templateTexts[language][template];
  // Braces in a company's name are no variable.
  const plainName = fillVariables('{{company}}', { company: companyName });
  const definition = {
    language,
    questions: [
      { key: scoreKey, type: metricOfTemplate(template), required: true, ...score },
      { key: whyKey, type: 'why', required: false, ...why },
    ],
    closings,
    // A company called like a site is the sender all the same: without a name of its own the message carries the company's.
    email: { ...email, senderName: looksLikeAddress(plainName) ? '' : plainName.slice(0, 60) },
    theme: { brandColor },
    // What a survey of customers mostly rests on; the company may say otherwise.
    legalBasis: 'legitimate_interest',
  };
  return SurveyDefinition.parse(fillIn(definition, { company: shortened(plainName), name: placeOf('name', language) }));
}

function fillIn(value: unknown, words: Readonly<Record<'company' | 'name', string>>): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\{\{(company|name)\}\}/g, (_place, name: keyof typeof words) => words[name]);
  }
  if (Array.isArray(value)) return value.map((item) => fillIn(item, words));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fillIn(inner, words)]));
}

function shortened(name: string): string {
  return name.length <= companyNameMax ? name : `${name.slice(0, companyNameMax - 1).trimEnd()}…`;
}

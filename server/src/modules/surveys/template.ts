import type { Language } from '@escuta/contract/primitives';
import { SurveyDefinition } from '@escuta/contract/surveys';
import type { SurveyTemplate } from '@escuta/contract/surveys';
import en from './templates/en.json' with { type: 'json' };
import es from './templates/es.json' with { type: 'json' };
import pt from './templates/pt.json' with { type: 'json' };

const texts = { pt, es, en } satisfies Record<Language, Record<SurveyTemplate, object>>;

/** Questions have room for a name of this length; a longer one is cut. */
const companyNameMax = 28;
const scoreKey = 'score';
const whyKey = 'why';

/**
 * The first texts of a survey made from a template: `{{company}}` becomes the company's name now, `{{name}}` stays for
 * each message. The names of the keys are those under which answers are kept.
 */
export function definitionFrom(
  template: SurveyTemplate,
  { language, companyName, brandColor }: { language: Language; companyName: string; brandColor: string },
): SurveyDefinition {
  const { score, why, closings, email } = texts[language][template];
  const definition = {
    language,
    questions: [
      { key: scoreKey, type: 'nps', required: true, ...score },
      { key: whyKey, type: 'why', required: false, ...why },
    ],
    closings,
    email: { ...email, senderName: companyName.slice(0, 60) },
    theme: { brandColor },
  };
  return SurveyDefinition.parse(fillIn(definition, shortened(companyName)));
}

function fillIn(value: unknown, companyName: string): unknown {
  if (typeof value === 'string') return value.replaceAll('{{company}}', () => companyName);
  if (Array.isArray(value)) return value.map((item) => fillIn(item, companyName));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fillIn(inner, companyName)]));
}

function shortened(name: string): string {
  return name.length <= companyNameMax ? name : `${name.slice(0, companyNameMax - 1).trimEnd()}…`;
}

import type { Language } from '@escuta/contract/primitives';
import type { ScoreGroup } from '@escuta/contract/metrics';
import type { EmailTemplate, SurveyTemplate } from '@escuta/contract/surveys';
import cesEn from './locales/en/ces.json' with { type: 'json' };
import cesEs from './locales/es/ces.json' with { type: 'json' };
import cesPt from './locales/pt/ces.json' with { type: 'json' };
import csatEn from './locales/en/csat.json' with { type: 'json' };
import csatEs from './locales/es/csat.json' with { type: 'json' };
import csatPt from './locales/pt/csat.json' with { type: 'json' };
import npsEn from './locales/en/nps.json' with { type: 'json' };
import npsEs from './locales/es/nps.json' with { type: 'json' };
import npsPt from './locales/pt/nps.json' with { type: 'json' };

interface TemplateTexts {
  readonly score: Readonly<Record<'title' | 'help' | 'lowLabel' | 'highLabel', string>>;
  readonly why: { readonly titles: Readonly<Record<ScoreGroup, string>>; readonly placeholder: string };
  readonly closings: Readonly<Record<ScoreGroup, string>>;
  readonly email: Readonly<Omit<EmailTemplate, 'senderName'>>;
}

/** What each template says, in each language: one file per metric. */
export const templateTexts: Record<Language, Record<SurveyTemplate, TemplateTexts>> = {
  pt: { ...npsPt, ...csatPt, ...cesPt },
  es: { ...npsEs, ...csatEs, ...cesEs },
  en: { ...npsEn, ...csatEn, ...cesEn },
};

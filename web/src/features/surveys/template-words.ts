import type { Language } from '@escuta/contract/primitives';
import { metricOfTemplate } from '@escuta/contract/surveys';
import type { SurveyTemplate } from '@escuta/contract/surveys';
import { useTranslation } from 'react-i18next';

/** What a template is called, what it is for and what it asks, which is said in the survey's language. */
export function useTemplateWords(template: SurveyTemplate, language?: Language) {
  const metric = metricOfTemplate(template);
  const { t, i18n } = useTranslation(metric);
  // Until the texts of the other language are here, the member's own serves.
  const { t: inSurvey } = useTranslation(metric, { lng: language ?? i18n.language, useSuspense: false });
  const key = templateKeys(template);
  return {
    name: t(key.name),
    text: t(key.text),
    question: (company: string) => inSurvey(key.question, { company }),
  };
}

/** NOTE: each metric's file has the keys of its own templates; that they are all there, a test says. */
function templateKeys(template: SurveyTemplate) {
  return {
    name: `template.${template}.name` as 'name',
    text: `template.${template}.text` as 'name',
    question: `template.${template}.question` as 'name',
  };
}

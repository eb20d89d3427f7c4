import { metricOfTemplate } from '@escuta/contract/surveys';
import type { SurveyTemplate } from '@escuta/contract/surveys';
import { useTranslation } from 'react-i18next';

/** What a template is called and what it is for. */
export function useTemplateWords(template: SurveyTemplate) {
  const { t } = useTranslation(metricOfTemplate(template));
  // NOTE: each metric's file has the keys of its own templates; that they are all there, a test says.
  return { name: t(`template.${template}.name` as 'name'), text: t(`template.${template}.text` as 'name') };
}

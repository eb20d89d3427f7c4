import type { Question } from '@escuta/contract/questions/index';
import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FieldContext } from '#web/features/surveys/SurveyField.tsx';
import { pathOf, sensitivePlace, textAt } from '#web/features/surveys/survey-texts.ts';

/** Whether the answers to a question are masked. */
export function SensitiveField({
  form,
  isReadOnly,
  labelOf,
  question,
}: FieldContext & { readonly question: Question }) {
  const { t } = useTranslation('surveys');
  const path = pathOf(question, sensitivePlace);
  return (
    <Switch
      label={labelOf(path)}
      description={t('help.sensitive')}
      disabled={isReadOnly}
      checked={textAt(form.values, path) !== ''}
      onChange={(event) => form.setFieldValue(path, event.currentTarget.checked ? 'yes' : '')}
    />
  );
}

import { Alert, Stack, Switch } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FieldContext } from '#web/features/surveys/SurveyField.tsx';

/** Whether answers are told from nobody's; and that few people may be known by what they say all the same. */
export function AnonymousField({ form, isReadOnly, labelOf }: FieldContext) {
  const { t } = useTranslation('surveys');
  const path = 'anonymous';
  const isAnonymous = form.values.anonymous !== '';
  return (
    <Stack gap="sm">
      <Switch
        label={labelOf(path)}
        description={t('help.anonymous')}
        disabled={isReadOnly}
        checked={isAnonymous}
        onChange={(event) => form.setFieldValue(path, event.currentTarget.checked ? 'yes' : '')}
      />
      <div aria-live="polite">
        {isAnonymous && (
          <Alert color="yellow" icon={<IconAlertTriangle size={20} stroke={1.5} aria-hidden />}>
            {t('anonymousWarning')}
          </Alert>
        )}
      </div>
    </Stack>
  );
}

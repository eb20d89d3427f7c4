import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { NamingSurveys } from '#web/features/custom-fields/use-naming-surveys.ts';

/** Asks again which surveys name a field, where that failed. */
export function RetryNaming({ retry }: Pick<NamingSurveys, 'retry'>) {
  const { t } = useTranslation('ui');
  if (!retry) return null;
  return (
    <Button
      variant="default"
      mt="sm"
      onClick={({ currentTarget }) => {
        // The button goes away, and the focus stays in the dialog.
        currentTarget.closest<HTMLElement>('[role="dialog"]')?.focus();
        retry();
      }}
    >
      {t('error.retry')}
    </Button>
  );
}

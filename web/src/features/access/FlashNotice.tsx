import { Alert } from '@mantine/core';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';

/** What the page before has left to say. */
export function FlashNotice({ of }: { of: string }) {
  const { t } = useTranslation('notify');
  return (
    <output>
      <Alert color="teal" variant="light" role="none" mb="md">
        {t(of as ParseKeys<'notify'>)}
      </Alert>
    </output>
  );
}

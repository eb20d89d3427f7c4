import type { Import } from '@escuta/contract/imports';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './ImportStatus.module.css';

/** Where an import stands, in a word with a dot; for one that failed, why and what to do. */
export function ImportStatus({ entry: { status, error } }: { entry: Pick<Import, 'status' | 'error'> }) {
  const { t } = useTranslation('imports');
  return (
    <>
      <span className={classes['status']} data-status={status}>
        {t(`status.${status}`)}
      </span>
      {error && (
        <Text size="xs" c="dimmed" className={classes['reason'] ?? ''}>
          {t(`failure.${error}`)}
        </Text>
      )}
    </>
  );
}

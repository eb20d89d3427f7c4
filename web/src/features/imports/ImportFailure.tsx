import { importLimits } from '@escuta/contract/imports';
import type { ImportError } from '@escuta/contract/imports';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import classes from './ImportFailure.module.css';

/** Why a whole import failed, and what to do. */
export function ImportFailure({ error }: { error: ImportError }) {
  const { t } = useTranslation('imports');
  return (
    <Text size="xs" c="var(--mantine-color-error)" className={classes['reason'] ?? ''}>
      {t(`failure.${error}`, { most: formatNumber(importLimits.rows) })}
    </Text>
  );
}

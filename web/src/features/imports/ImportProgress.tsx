import type { Import } from '@escuta/contract/imports';
import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '#web/lib/format.ts';
import classes from './ImportProgress.module.css';

/** A bar with how much of the file is done. A failed import has none: it goes no further. */
export function ImportProgress({ entry }: { entry: Pick<Import, 'progress' | 'file_name'> }) {
  const { t } = useTranslation('imports');
  // Only a complete import shows 100%: the rest is rounded down.
  const share = Math.floor(entry.progress * 100) / 100;
  return (
    <div className={classes['progress']}>
      <span className={`figures ${classes['figures']}`}>{formatPercent(share, 0)}</span>
      <Progress value={share * 100} size={6} radius="xl" aria-label={t('progressOf', { file: entry.file_name })} />
    </div>
  );
}

import type { QueueEntry } from '@escuta/contract/sends';
import { useTranslation } from 'react-i18next';
import classes from './QueueStatus.module.css';

/** Where a send stands, in a word with a dot. */
export function QueueStatus({ status }: Pick<QueueEntry, 'status'>) {
  const { t } = useTranslation('sends');
  return (
    <span className={classes['status']} data-status={status}>
      {t(`status.${status}`)}
    </span>
  );
}

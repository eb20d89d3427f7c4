import type { Import } from '@escuta/contract/imports';
import { useTranslation } from 'react-i18next';
import classes from './ImportStatus.module.css';

/** Where an import stands, in a word with a dot. */
export function ImportStatus({ status }: Pick<Import, 'status'>) {
  const { t } = useTranslation('imports');
  return (
    <span className={classes['status']} data-status={status}>
      {t(`status.${status}`)}
    </span>
  );
}

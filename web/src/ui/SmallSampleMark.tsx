import { useTranslation } from 'react-i18next';
import classes from './SmallSampleMark.module.css';

/** Says that fewer than 30 answers stand behind a number, in the hatching that small samples have in every chart. */
export function SmallSampleMark() {
  const { t } = useTranslation(['dashboard', 'ui']);
  return (
    <span className={classes['mark']}>
      <span className={classes['hatch']} aria-hidden="true" />
      {t('smallSample')}
    </span>
  );
}

import { scoreGroup } from '@escuta/contract/score';
import { useTranslation } from 'react-i18next';
import classes from './ScoreChip.module.css';

const shapes = { promoter: '▲', passive: '■', detractor: '▼' } as const;

/** A score with its group's colour and shape, so that colour is never alone. */
export function ScoreChip({ score }: { score: number }) {
  const { t } = useTranslation('ui');
  const group = scoreGroup(score);
  return (
    <span className={classes['chip']} data-group={group} title={t(`group.${group}`)}>
      <span aria-hidden="true">{shapes[group]}</span>
      <span className="figures">{score}</span>
      <span className={classes['hidden']}>{t(`group.${group}`)}</span>
    </span>
  );
}

import { groupOf } from '@escuta/contract/metrics';
import type { Metric } from '@escuta/contract/metrics';
import { useMetricWords } from '#web/lib/metric-words.ts';
import { groupShapes } from '#web/ui/group-shapes.ts';
import classes from './ScoreChip.module.css';

/** A score with its group's colour and shape, so that colour is never alone. */
export function ScoreChip({ metric, score }: { metric: Metric; score: number }) {
  const words = useMetricWords(metric);
  const group = groupOf(metric, score);
  return (
    <span className={classes['chip']} data-group={group} title={words.group(group)}>
      <span aria-hidden="true">{groupShapes[group]}</span>
      <span className="figures">{score}</span>
      <span className={classes['hidden']}>{words.group(group)}</span>
    </span>
  );
}

import type { Metric } from '@escuta/contract/metrics';
import { Text } from '@mantine/core';
import { useMetricWords } from '#web/lib/metric-words.ts';
import { ScoreChip } from '#web/ui/ScoreChip.tsx';
import classes from './MetricScore.module.css';

/** A score and its metric: a 7 is the best of one scale and the middle of another. */
export function MetricScore({ metric, score }: { metric: Metric; score: number }) {
  const { name } = useMetricWords(metric);
  return (
    <span className={classes['score']}>
      <ScoreChip metric={metric} score={score} />
      <Text c="dimmed" size="xs" span>
        {name}
      </Text>
    </span>
  );
}

import type { Comparison, Score } from '@escuta/contract/analytics';
import { Text } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight, IconEqual, IconHelp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { definitionOf } from '@escuta/contract/metrics';
import type { Metric } from '@escuta/contract/metrics';
import { changeShown, decimalsShown, formatScore, formatSignedChange } from '#web/lib/score-text.ts';
import { formatDays, formatNumber } from '#web/lib/format.ts';
import classes from './Verdict.module.css';

const icons = { rose: IconArrowUpRight, fell: IconArrowDownRight, steady: IconEqual, too_few: IconHelp };

interface VerdictProps {
  readonly metric: Metric;
  readonly score: Score;
  readonly comparison: Comparison;
}

/** Whether the score moved against the period before. Only a difference beyond chance is called one. */
export function Verdict({ metric, score, comparison }: VerdictProps) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const { verdict, previous } = comparison;
  const decimals = decimalsShown(metric, score, comparison);
  const change = changeShown(score.value, previous.value, decimals);
  const before = formatScore(metric, previous.value, decimals);
  const days = formatDays(comparison);
  const Icon = icons[verdict];
  const changeInWords = (by: number) => {
    const signed = formatSignedChange(by, decimals);
    return definitionOf(metric).isPercent
      ? t('verdict.changePercent', { change: signed })
      : t('verdict.change', { count: Math.abs(by), change: signed });
  };
  return (
    <div className={classes['verdict']} data-verdict={verdict}>
      <Icon size={20} stroke={1.5} aria-hidden className={classes['icon'] ?? ''} />
      <div>
        <Text size="sm" fw={600} className={classes['word'] ?? ''}>
          <VerdictWord metric={metric} verdict={verdict} change={change} decimals={decimals} />
        </Text>
        <Text size="xs" c="dimmed" className="figures">
          {change === null || verdict === 'rose' || verdict === 'fell'
            ? t('verdict.against', { score: before, days })
            : t('verdict.againstWithChange', { score: before, days, change: changeInWords(change) })}
        </Text>
      </div>
    </div>
  );
}

interface VerdictWordProps {
  readonly metric: Metric;
  readonly verdict: Comparison['verdict'];
  readonly change: number | null;
  readonly decimals: number;
}

function VerdictWord({ metric, verdict, change, decimals }: VerdictWordProps) {
  const { t } = useTranslation(['dashboard', 'ui']);
  if ((verdict === 'rose' || verdict === 'fell') && change !== null) {
    const count = Math.abs(change);
    const unit = definitionOf(metric).isPercent ? 'Percent' : '';
    return t(`verdict.${verdict}${unit}`, { count, points: formatNumber(count, decimals) });
  }
  return verdict === 'too_few' ? t('verdict.tooFew') : t('verdict.steady');
}

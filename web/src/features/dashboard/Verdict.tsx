import type { Comparison } from '@escuta/contract/analytics';
import { Text } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight, IconEqual, IconHelp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { definitionOf } from '@escuta/contract/metrics';
import type { Metric } from '@escuta/contract/metrics';
import { changeOf, formatChange, formatScore, formatSignedChange } from '#web/features/dashboard/score-text.ts';
import { formatDays } from '#web/lib/format.ts';
import classes from './Verdict.module.css';

const icons = { rose: IconArrowUpRight, fell: IconArrowDownRight, steady: IconEqual, too_few: IconHelp };

/** Whether the score moved against the period before. Only a difference beyond chance is called one. */
export function Verdict({ metric, comparison }: { metric: Metric; comparison: Comparison }) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const { verdict, change, previous } = comparison;
  const score = formatScore(metric, previous.value);
  const days = formatDays(comparison);
  const Icon = icons[verdict];
  return (
    <div className={classes['verdict']} data-verdict={verdict}>
      <Icon size={20} stroke={1.5} aria-hidden className={classes['icon'] ?? ''} />
      <div>
        <Text size="sm" fw={600} className={classes['word'] ?? ''}>
          <VerdictWord metric={metric} comparison={comparison} />
        </Text>
        <Text size="xs" c="dimmed" className="figures">
          {change === null || verdict === 'rose' || verdict === 'fell'
            ? t('verdict.against', { score, days })
            : t('verdict.againstWithChange', { score, days, change: formatSignedChange(metric, change) })}
        </Text>
      </div>
    </div>
  );
}

function VerdictWord({ metric, comparison: { verdict, change } }: { metric: Metric; comparison: Comparison }) {
  const { t } = useTranslation(['dashboard', 'ui']);
  if ((verdict === 'rose' || verdict === 'fell') && change !== null) {
    const [count] = changeOf(metric, change);
    const points = formatChange(metric, change);
    const unit = definitionOf(metric).isPercent ? 'Percent' : '';
    return t(`verdict.${verdict}${unit}`, { count, points });
  }
  return verdict === 'too_few' ? t('verdict.tooFew') : t('verdict.steady');
}

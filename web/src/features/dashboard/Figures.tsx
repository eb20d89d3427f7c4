import type { Dashboard } from '@escuta/contract/analytics';
import type { Metric } from '@escuta/contract/metrics';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatPercent } from '#web/lib/format.ts';
import { useMetricWords } from '#web/lib/metric-words.ts';
import classes from './Figures.module.css';

type Figure = Dashboard['figures'][number];

/** What else the same answers say: a share of them, or their mean. */
export function Figures({ metric, figures }: { metric: Metric; figures: readonly Figure[] }) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const words = useMetricWords(metric);
  const names: Record<Figure['name'], string> = {
    mean: t('metric.mean'),
    top_share: words.groups('top'),
    bottom_share: words.groups('bottom'),
  };
  const format = ({ name }: Figure, value: number) =>
    name === 'mean' ? formatNumber(value, 2) : formatPercent(value / 100);
  return (
    <dl className={classes['figures']}>
      {figures.map((figure) => (
        <div key={figure.name}>
          <dt>{names[figure.name]}</dt>
          <dd className="figures">
            {figure.value === null ? '—' : format(figure, figure.value)}
            {figure.lo !== null && figure.hi !== null && (
              <span>{t('interval', { lo: format(figure, figure.lo), hi: format(figure, figure.hi) })}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

import type { Metric } from '@escuta/contract/metrics';
import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface MetricChoiceProps {
  readonly metric: Metric;
  readonly metrics: readonly Metric[];
  readonly onMetric: (metric: Metric) => void;
}

/** Which metric is read, where the surveys of the unit measure several. */
export function MetricChoice({ metric, metrics, onMetric }: MetricChoiceProps) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const { t: name } = useTranslation(metrics);
  if (metrics.every((each) => each === metric)) return null;
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('metric.label')}
      value={metric}
      onChange={(chosen) => onMetric(metrics.find((each) => each === chosen) ?? metric)}
      data={metrics.map((each) => ({ value: each, label: name('name', { ns: each }) }))}
    />
  );
}

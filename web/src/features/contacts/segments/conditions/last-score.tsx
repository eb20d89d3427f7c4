import { metricDefinitions, metrics } from '@escuta/contract/metrics';
import { useTranslation } from 'react-i18next';
import type { ConditionEntry } from '#web/features/contacts/segments/conditions/condition-entry.ts';
import { Choice, FigureInput } from '#web/features/contacts/segments/conditions/inputs.tsx';
import { TestSentence } from '#web/features/contacts/segments/conditions/value-tests.tsx';

const ops = ['eq', 'lt', 'lte', 'gt', 'gte'] as const;

/** The last score, of one metric. */
export const lastScore: ConditionEntry<'lastScore'> = {
  subjects: (t) => [
    {
      key: 'lastScore',
      label: t('field.lastScore'),
      group: 'surveys',
      start: { kind: 'lastScore', metric: metrics[0], op: 'lte', value: null },
    },
  ],
  subjectOf: () => 'lastScore',
  Fields({ condition, onChange }) {
    const { t } = useTranslation(['segments', ...metrics]);
    const { metric, op, value } = condition;
    return (
      <>
        <Choice
          label={t('lastScore.metric')}
          value={metric}
          options={metrics.map((each) => ({ value: each, label: t(`${each}:name`) }))}
          onChange={(chosen) => onChange({ ...condition, metric: chosen })}
        />
        <Choice
          label={t('test')}
          value={op}
          options={ops.map((each) => ({ value: each, label: t(`op.${each}`) }))}
          onChange={(chosen) => onChange({ ...condition, op: chosen })}
        />
        <FigureInput
          label={t('lastScore.value')}
          isWhole
          min={metricDefinitions[metric].scores.min}
          max={metricDefinitions[metric].scores.max}
          value={value}
          onChange={(typed) => onChange({ ...condition, value: typed })}
        />
      </>
    );
  },
  Sentence({ condition: { metric, op, value } }) {
    const { t } = useTranslation(['segments', ...metrics]);
    const name = t('sentence.lastScore', { metric: t(`${metric}:name`) });
    return <TestSentence name={name} test={{ op, value }} />;
  },
};

import type { Metric, ScoreGroup } from '@escuta/contract/metrics';
import { useTranslation } from 'react-i18next';

/** What a metric, its formula and its groups of scores are called. Each metric has a file of texts of its own. */
export function useMetricWords(metric: Metric) {
  const { t } = useTranslation(metric);
  return {
    name: t('name'),
    formula: t('formula'),
    interval: t('interval'),
    /** 'Promoter': who gave a score of the group. */
    group: (group: ScoreGroup) => t(`group.${group}`),
    /** 'Promoters', as a heading. */
    groups: (group: ScoreGroup) => t(`groups.${group}`),
    /** 'promoters', inside a sentence. */
    groupInText: (group: ScoreGroup) => t(`inText.${group}`),
  };
}

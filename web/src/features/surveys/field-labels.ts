import { metrics, scoresOf } from '@escuta/contract/metrics';
import type { Metric, ScoreGroup } from '@escuta/contract/metrics';
import { scoreQuestionOf } from '@escuta/contract/questions/index';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import { useTranslation } from 'react-i18next';
import { labelOf } from '#web/features/surveys/questions/index.ts';
import { questionAt, sensitivePlace } from '#web/features/surveys/survey-texts.ts';
import type { TextPath } from '#web/features/surveys/survey-texts.ts';

/** Names the fields of a survey's texts by their paths. */
export function useFieldLabels(definition: SurveyDefinition): (path: TextPath) => string {
  const { t } = useTranslation('surveys');
  const { t: metricText } = useTranslation(metrics);
  const metric = scoreQuestionOf(definition.questions)?.type;
  const scoresText = (measured: Metric, group: ScoreGroup) => {
    const scores = scoresOf(measured, group);
    const [low = 0, high = 0] = [scores[0], scores.at(-1)];
    if (scores.length === 1) return String(low);
    return scores.length === 2 ? t('scores.pair', { low, high }) : t('scores.range', { low, high });
  };
  const groupAndScores = (group: ScoreGroup) =>
    metric && { group: metricText(`inText.${group}`, { ns: metric }), scores: scoresText(metric, group) };
  return (path) => {
    const asked = questionAt(definition, path);
    if (asked?.place === sensitivePlace) return t('field.sensitive');
    if (asked) return labelOf(asked.question, asked.place, { t, groupAndScores });
    const [root, name] = path.split('.');
    if (root === 'closings') {
      const readers = groupAndScores(name as ScoreGroup);
      return readers ? t('field.closing', readers) : t('section.closing');
    }
    return t(`field.${path}` as 'field.title');
  };
}

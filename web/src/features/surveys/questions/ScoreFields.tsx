import { scoresOf } from '@escuta/contract/metrics';
import type { ScoreQuestion } from '@escuta/contract/questions/index';
import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { LabelWords, QuestionEditorProps } from '#web/features/surveys/questions/question-editor.ts';
import classes from '#web/features/surveys/SectionTabs.module.css';
import { pathOf } from '#web/features/surveys/survey-texts.ts';
import { SurveyField } from '#web/features/surveys/SurveyField.tsx';

/** The texts of a question that is answered with a score. */
export function ScoreFields({ question, onShow, ...context }: QuestionEditorProps<ScoreQuestion>) {
  const { t } = useTranslation('surveys');
  const show = () => onShow();
  return (
    <>
      <Title order={2}>{t('editor.score')}</Title>
      <SurveyField {...context} path={pathOf(question, 'title')} isLong onFocus={show} />
      <SurveyField {...context} path={pathOf(question, 'help')} help={t('help.optional')} isLong onFocus={show} />
      <div className={classes['pair']}>
        <SurveyField {...context} path={pathOf(question, 'lowLabel')} onFocus={show} />
        <SurveyField {...context} path={pathOf(question, 'highLabel')} onFocus={show} />
      </div>
    </>
  );
}

/** What the field of a score's text is called. */
export function scoreLabelOf(place: string, { t }: LabelWords, { type }: ScoreQuestion): string {
  if (place === 'lowLabel') return t('field.score.end', { score: scoresOf(type)[0] });
  if (place === 'highLabel') return t('field.score.end', { score: scoresOf(type).at(-1) });
  return place === 'title' ? t('field.score.title') : t('field.score.help');
}

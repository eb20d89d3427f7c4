import type { QuestionOf } from '@escuta/contract/questions/index';
import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { GroupField } from '#web/features/surveys/GroupField.tsx';
import { groupsRead } from '#web/features/surveys/groups-read.ts';
import type { QuestionEditorProps } from '#web/features/surveys/questions/question-editor.ts';
import { pathOf } from '#web/features/surveys/survey-texts.ts';
import { SensitiveField } from '#web/features/surveys/SensitiveField.tsx';
import { SurveyField } from '#web/features/surveys/SurveyField.tsx';

/** The texts of the open question: one title for each group of scores. */
export function WhyFields({ question, onShow, ...context }: QuestionEditorProps<QuestionOf<'why'>>) {
  const { t } = useTranslation('surveys');
  return (
    <>
      <Title order={2}>{t('editor.why')}</Title>
      {groupsRead(context.definition.questions).map((group) => (
        <GroupField
          key={group}
          {...context}
          group={group}
          path={pathOf(question, `titles.${group}`)}
          onFocus={() => onShow(group)}
        />
      ))}
      <SurveyField
        {...context}
        path={pathOf(question, 'placeholder')}
        help={t('help.placeholder')}
        onFocus={() => onShow()}
      />
      <SensitiveField {...context} question={question} />
    </>
  );
}

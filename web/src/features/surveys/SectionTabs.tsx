import { Stack, Tabs, VisuallyHidden } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ScoreGroup } from '@escuta/contract/metrics';
import { scoreQuestionOf } from '@escuta/contract/questions/index';
import type { Question } from '@escuta/contract/questions/index';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ColorField } from '#web/features/surveys/ColorField.tsx';
import { GroupField } from '#web/features/surveys/GroupField.tsx';
import { groupsRead } from '#web/features/surveys/groups-read.ts';
import { messageEntries } from '#web/features/surveys/messages/index.ts';
import { editorOf } from '#web/features/surveys/questions/index.ts';
import { PrivacyFields } from '#web/features/surveys/PrivacyFields.tsx';
import { SurveyField } from '#web/features/surveys/SurveyField.tsx';
import type { FieldContext } from '#web/features/surveys/SurveyField.tsx';
import { sectionOf, sections } from '#web/features/surveys/sections.ts';
import type { Section } from '#web/features/surveys/sections.ts';
import { sampleScore } from '#web/features/surveys/preview-view.ts';
import type { PreviewView } from '#web/features/surveys/preview-view.ts';
import { ScrollingTabs } from '#web/ui/ScrollingTabs.tsx';
import classes from './SectionTabs.module.css';

interface SectionTabsProps extends FieldContext {
  readonly section: Section;
  readonly onSection: (section: Section) => void;
  /** Turns the preview to what is being written. */
  readonly onShow: (view: PreviewView) => void;
}

/** The title of a survey, and its texts by section. All stay mounted, so that a search for what is wrong finds every field. */
export function SectionTabs({ section, onSection, onShow, ...context }: SectionTabsProps) {
  const { t } = useTranslation('surveys');
  const wrong = new Set(Object.keys(context.form.errors).map(sectionOf));
  const panel = (each: Section): ReactNode => {
    if (each === 'questions') return <Questions {...context} onShow={onShow} />;
    if (each === 'closing') return <Closings {...context} onShow={onShow} />;
    if (each === 'look') return <ColorField {...context} />;
    if (each === 'privacy') return <PrivacyFields {...context} />;
    const { Fields } = messageEntries[each];
    return <Fields {...context} />;
  };
  return (
    <Stack gap="lg">
      <SurveyField {...context} path="title" help={t('help.title')} />
      <Tabs
        value={section}
        keepMounted
        keepMountedMode="display-none"
        onChange={(chosen) => {
          const known = sections.find((each) => each === chosen);
          if (known) onSection(known);
        }}
      >
        <ScrollingTabs label={t('editor.sections')}>
          {sections.map((each) => (
            <Tabs.Tab
              key={each}
              value={each}
              rightSection={
                wrong.has(each) && (
                  <span className={classes['wrong']}>
                    <IconAlertCircle size={16} stroke={1.75} aria-hidden />
                    <VisuallyHidden>{t('editor.wrong')}</VisuallyHidden>
                  </span>
                )
              }
            >
              {t(`section.${each}`)}
            </Tabs.Tab>
          ))}
        </ScrollingTabs>
        {sections.map((each) => (
          <Tabs.Panel key={each} value={each} pt="lg">
            <Stack gap="lg">{panel(each)}</Stack>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}

type ShowingContext = FieldContext & Pick<SectionTabsProps, 'onShow'>;

function Questions({ onShow, ...context }: ShowingContext) {
  const { questions } = context.definition;
  return questions.map((question, step) => {
    const { Fields } = editorOf(question);
    return (
      <Fields
        key={question.key}
        {...context}
        question={question}
        onShow={(group) => onShow({ device: 'phone', step, score: scoreIn(questions, group) })}
      />
    );
  });
}

function Closings({ onShow, ...context }: ShowingContext) {
  const { t } = useTranslation('surveys');
  const { questions } = context.definition;
  return groupsRead(questions).map((group) => (
    <GroupField
      key={group}
      {...context}
      group={group}
      path={`closings.${group}`}
      help={t('help.optional')}
      onFocus={() => onShow({ device: 'phone', step: 'closing', score: scoreIn(questions, group) })}
    />
  ));
}

function scoreIn(questions: readonly Question[], group: ScoreGroup | undefined): number | undefined {
  const metric = scoreQuestionOf(questions)?.type;
  return metric && group && sampleScore(metric, group);
}

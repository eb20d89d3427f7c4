import { Stack, Tabs, Title, VisuallyHidden } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { buckets } from '@escuta/contract/surveys';
import type { Bucket } from '@escuta/contract/surveys';
import { placeOf } from '@escuta/contract/variables';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ColorField } from '#web/features/surveys/ColorField.tsx';
import { GroupMark } from '#web/features/surveys/GroupMark.tsx';
import { SurveyField } from '#web/features/surveys/SurveyField.tsx';
import type { FieldContext } from '#web/features/surveys/SurveyField.tsx';
import { sectionOf, sections } from '#web/features/surveys/sections.ts';
import type { Section } from '#web/features/surveys/sections.ts';
import { sampleScores } from '#web/features/surveys/preview-view.ts';
import type { PreviewView } from '#web/features/surveys/preview-view.ts';
import classes from './SectionTabs.module.css';

interface SectionTabsProps extends FieldContext {
  readonly asksWhy: boolean;
  readonly section: Section;
  readonly onSection: (section: Section) => void;
  /** Turns the preview to what is being written. */
  readonly onShow: (view: PreviewView) => void;
}

/** The texts of a survey in four sections. All stay mounted, so that a search for what is wrong finds every field. */
export function SectionTabs({ section, onSection, asksWhy, onShow, ...context }: SectionTabsProps) {
  const { t } = useTranslation('surveys');
  const wrong = new Set(Object.keys(context.form.errors).map(sectionOf));
  const panels: Record<Section, ReactNode> = {
    questions: <Questions {...context} asksWhy={asksWhy} onShow={onShow} />,
    closing: <PerGroup {...context} group="closings" onShow={onShow} />,
    email: <Email {...context} />,
    look: <ColorField {...context} />,
  };
  return (
    <Tabs
      value={section}
      keepMounted
      keepMountedMode="display-none"
      onChange={(chosen) => {
        const known = sections.find((each) => each === chosen);
        if (known) onSection(known);
      }}
    >
      <Tabs.List className={classes['tabs']} aria-label={t('editor.sections')}>
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
      </Tabs.List>
      {sections.map((each) => (
        <Tabs.Panel key={each} value={each} pt="lg">
          <Stack gap="lg">{panels[each]}</Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

type ShowingContext = FieldContext & Pick<SectionTabsProps, 'onShow'>;

function Questions({ onShow, asksWhy, ...context }: ShowingContext & { asksWhy: boolean }) {
  const { t } = useTranslation('surveys');
  const showScore = () => onShow({ device: 'phone', step: 'score' });
  return (
    <>
      <SurveyField {...context} path="title" help={t('help.title')} />
      <Title order={2}>{t('editor.score')}</Title>
      <SurveyField {...context} path="score.title" isLong onFocus={showScore} />
      <SurveyField {...context} path="score.help" help={t('help.optional')} isLong onFocus={showScore} />
      <div className={classes['pair']}>
        <SurveyField {...context} path="score.lowLabel" onFocus={showScore} />
        <SurveyField {...context} path="score.highLabel" onFocus={showScore} />
      </div>
      {asksWhy && (
        <>
          <Title order={2}>{t('editor.why')}</Title>
          <PerGroup {...context} group="why" onShow={onShow} />
          <SurveyField
            {...context}
            path="why.placeholder"
            help={t('help.placeholder')}
            onFocus={() => onShow({ device: 'phone', step: 'why' })}
          />
        </>
      )}
    </>
  );
}

function PerGroup({ group, onShow, ...context }: ShowingContext & { group: 'why' | 'closings' }) {
  const { t } = useTranslation('surveys');
  const show = (bucket: Bucket) =>
    onShow({ device: 'phone', step: group === 'why' ? 'why' : 'closing', score: sampleScores[bucket] });
  return buckets.map((bucket) => (
    <div key={bucket} className={classes['group']}>
      <GroupMark group={bucket} />
      <SurveyField
        {...context}
        path={`${group}.${bucket}`}
        isLong
        {...(group === 'closings' ? { help: t('help.optional') } : {})}
        onFocus={() => show(bucket)}
      />
    </div>
  ));
}

function Email(context: FieldContext) {
  const { t } = useTranslation('surveys');
  return (
    <>
      <SurveyField {...context} path="email.senderName" help={t('help.senderName')} />
      <SurveyField {...context} path="email.subject" />
      <SurveyField {...context} path="email.preheader" help={t('help.preheader')} />
      <SurveyField
        {...context}
        path="email.greeting"
        help={t('help.greeting', { placeholder: placeOf('name', context.language) })}
      />
      <SurveyField {...context} path="email.intro" isLong />
    </>
  );
}

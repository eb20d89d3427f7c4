import { sampleFieldValues } from '@escuta/contract/field-variables';
import type { VariableField } from '@escuta/contract/field-variables';
import { groupOf, scoreGroups } from '@escuta/contract/metrics';
import type { Metric } from '@escuta/contract/metrics';
import { scoreQuestionOf } from '@escuta/contract/questions/index';
import type { Survey, SurveyDefinition } from '@escuta/contract/surveys';
import { fillVariables, mapTexts, messageChannels } from '@escuta/contract/variables';
import { Group, SegmentedControl, Stack, Tabs } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { messageEntries } from '#web/features/surveys/messages/index.ts';
import { PhonePreview } from '#web/features/surveys/PhonePreview.tsx';
import { previewDevices, sampleScore } from '#web/features/surveys/preview-view.ts';
import type { PreviewView } from '#web/features/surveys/preview-view.ts';
import { editorOf } from '#web/features/surveys/questions/index.ts';
import { useMetricWords } from '#web/lib/metric-words.ts';
import { useMe } from '#web/lib/me.ts';
import classes from './SurveyPreview.module.css';

interface SurveyPreviewProps {
  readonly surveyId: Survey['_id'];
  readonly definition: SurveyDefinition;
  /** The custom fields that its texts may name. */
  readonly fields: readonly VariableField[];
  readonly view: PreviewView;
  readonly onShow: (view: PreviewView) => void;
}

/** What the respondent will meet: the page on a phone, and the messages. */
export function SurveyPreview({ surveyId, definition, fields, view, onShow }: SurveyPreviewProps) {
  const { t } = useTranslation('surveys');
  const companyName = useMe().company.nome;
  const values = {
    name: t('preview.sampleName'),
    company: companyName,
    fields: sampleFieldValues(fields, definition.language),
  };
  const written = mapTexts(definition, (text) => fillVariables(text, values));
  return (
    <Tabs
      value={view.device}
      keepMounted={false}
      onChange={(chosen) => {
        const device = previewDevices.find((each) => each === chosen);
        if (device) onShow({ ...view, device });
      }}
    >
      <Tabs.List mb="md" aria-label={t('preview.label')}>
        {previewDevices.map((device) => {
          const { Icon } = device === 'phone' ? { Icon: IconDeviceMobile } : messageEntries[device];
          return (
            <Tabs.Tab key={device} value={device} leftSection={<Icon size={16} stroke={1.5} aria-hidden />}>
              {t(`preview.tab.${device}`)}
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
      <Tabs.Panel value="phone">
        <Stack gap="sm">
          <StepChoice definition={definition} view={view} onShow={onShow} />
          <div className={classes['phone']}>
            <PhonePreview definition={written} companyName={companyName} view={view} onShow={onShow} />
          </div>
        </Stack>
      </Tabs.Panel>
      {messageChannels.map((channel) => {
        const { Preview } = messageEntries[channel];
        return (
          <Tabs.Panel key={channel} value={channel}>
            <div className={classes['message']}>
              <Preview surveyId={surveyId} definition={definition} written={written} />
            </div>
          </Tabs.Panel>
        );
      })}
    </Tabs>
  );
}

function StepChoice({ definition, view, onShow }: Omit<SurveyPreviewProps, 'surveyId' | 'fields'>) {
  const { t } = useTranslation('surveys');
  const metric = scoreQuestionOf(definition.questions)?.type;
  const steps = definition.questions.map((question, at) => ({
    value: String(at),
    label: editorOf(question).stepOf({ t }),
  }));
  return (
    <Group gap="sm">
      <SegmentedControl
        size="xs"
        aria-label={t('preview.step')}
        value={String(view.step)}
        onChange={(chosen) => onShow({ ...view, step: chosen === 'closing' ? 'closing' : Number(chosen) })}
        data={[...steps, { value: 'closing', label: t('preview.steps.closing') }]}
      />
      {metric && view.step !== 0 && <GroupChoice metric={metric} view={view} onShow={onShow} />}
    </Group>
  );
}

function GroupChoice({ metric, view, onShow }: { metric: Metric } & Pick<SurveyPreviewProps, 'view' | 'onShow'>) {
  const { t } = useTranslation('surveys');
  const words = useMetricWords(metric);
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('preview.group')}
      value={view.score === undefined ? 'middle' : groupOf(metric, view.score)}
      onChange={(chosen) => {
        const group = scoreGroups.find((each) => each === chosen);
        if (group) onShow({ ...view, score: sampleScore(metric, group) });
      }}
      data={scoreGroups.map((group) => ({ value: group, label: words.group(group) }))}
    />
  );
}

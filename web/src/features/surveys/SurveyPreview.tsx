import { scoreGroup } from '@escuta/contract/score';
import { buckets } from '@escuta/contract/surveys';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import { fillVariables, mapTexts } from '@escuta/contract/variables';
import { Group, SegmentedControl, Stack, Tabs } from '@mantine/core';
import { IconDeviceMobile, IconMail } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmailPreview } from '#web/features/surveys/EmailPreview.tsx';
import { PhonePreview } from '#web/features/surveys/PhonePreview.tsx';
import { sampleScores } from '#web/features/surveys/preview-view.ts';
import type { PreviewView } from '#web/features/surveys/preview-view.ts';
import { useMe } from '#web/lib/me.ts';
import classes from './SurveyPreview.module.css';

const steps = ['score', 'why', 'closing'] as const;

interface SurveyPreviewProps {
  readonly definition: SurveyDefinition;
  readonly view: PreviewView;
  readonly onShow: (view: PreviewView) => void;
}

/** What the respondent will meet: the page on a phone, and the message. */
export function SurveyPreview({ definition, view, onShow }: SurveyPreviewProps) {
  const { t } = useTranslation('surveys');
  const companyName = useMe().company.nome;
  const values = { name: t('preview.sampleName'), company: companyName };
  const written = mapTexts(definition, (text) => fillVariables(text, values));
  return (
    <Tabs
      value={view.device}
      keepMounted={false}
      onChange={(device) => onShow({ ...view, device: device === 'email' ? 'email' : 'phone' })}
    >
      <Tabs.List mb="md" aria-label={t('preview.label')}>
        <Tabs.Tab value="phone" leftSection={<IconDeviceMobile size={16} stroke={1.5} aria-hidden />}>
          {t('preview.tab.phone')}
        </Tabs.Tab>
        <Tabs.Tab value="email" leftSection={<IconMail size={16} stroke={1.5} aria-hidden />}>
          {t('preview.tab.email')}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="phone">
        <Stack gap="sm">
          <StepChoice definition={definition} view={view} onShow={onShow} />
          <div className={classes['phone']}>
            <PhonePreview definition={written} companyName={companyName} view={view} onShow={onShow} />
          </div>
        </Stack>
      </Tabs.Panel>
      <Tabs.Panel value="email">
        <div className={classes['message']}>
          <EmailPreview definition={written} companyName={companyName} />
        </div>
      </Tabs.Panel>
    </Tabs>
  );
}

function StepChoice({ definition, view, onShow }: SurveyPreviewProps) {
  const { t } = useTranslation(['surveys', 'ui']);
  const asksWhy = definition.questions.some(({ type }) => type === 'why');
  const group = scoreGroup(view.score ?? sampleScores.passive);
  return (
    <Group gap="sm">
      <SegmentedControl
        size="xs"
        aria-label={t('preview.step')}
        value={view.step}
        onChange={(chosen) => {
          const step = steps.find((each) => each === chosen);
          if (step) onShow({ ...view, step });
        }}
        data={steps
          .filter((step) => asksWhy || step !== 'why')
          .map((step) => ({ value: step, label: t(`preview.steps.${step}`) }))}
      />
      {view.step !== 'score' && (
        <SegmentedControl
          size="xs"
          aria-label={t('preview.group')}
          value={group}
          onChange={(chosen) => {
            const bucket = buckets.find((each) => each === chosen);
            if (bucket) onShow({ ...view, score: sampleScores[bucket] });
          }}
          data={buckets.map((bucket) => ({ value: bucket, label: t(`ui:group.${bucket}`) }))}
        />
      )}
    </Group>
  );
}

import type { Import } from '@escuta/contract/imports';
import { Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AudienceChoice } from '#web/features/sends/audience.ts';
import { AudienceNumbers } from '#web/features/sends/AudienceNumbers.tsx';
import type { AudienceStep } from '#web/features/sends/AudienceStep.tsx';
import { channelKey } from '#web/features/sends/channel-text.ts';
import { ChannelStep } from '#web/features/sends/ChannelStep.tsx';
import { ConfirmSendDialog } from '#web/features/sends/ConfirmSendDialog.tsx';
import { ReviewCard } from '#web/features/sends/ReviewCard.tsx';
import type { SendProblems } from '#web/features/sends/send-problems.ts';
import { SurveyStep } from '#web/features/sends/SurveyStep.tsx';
import { useUnfinishedSend } from '#web/features/sends/use-unfinished-send.ts';
import type { SendChoice } from '#web/features/sends/use-unfinished-send.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts';
import { noticeSuccess } from '#web/ui/notices.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import classes from './NewSendPage.module.css';

interface SendPageProps {
  /** What is chosen, as the address holds it. */
  readonly search: SendChoice;
  readonly onChange: (part: SendChoice) => void;
  /** The page that this one was opened from. */
  readonly back: ReactNode;
  readonly title: string;
  readonly text: string;
  /** The step that says who receives; the numbers of the choice stand in it. */
  readonly audience: (step: AudienceStepParts) => ReactNode;
  readonly onSent: () => void;
}

/** What the step of the audience is given. */
export interface AudienceStepParts {
  readonly choice: AudienceChoice;
  readonly chosenImport: Import | undefined;
  readonly errors: ComponentProps<typeof AudienceStep>['errors'];
  readonly numbers: ReactNode;
}

/** A send on one page: survey, who receives, channel, and a last look. */
export function SendPage({ search, onChange, back, title, text, audience, onSent }: SendPageProps) {
  const { t } = useTranslation('sends');
  const errorText = useErrorText();
  const page = useRef<HTMLDivElement>(null);
  const [hasTried, setTried] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const send = useUnfinishedSend(search);
  const { surveyId, choice, survey, preview, chosenImport, problems } = send;

  function review(): void {
    setTried(true);
    const isFlawless = Object.keys(problems).length === 0;
    if (isFlawless && send.form) setConfirming(true);
    else
      focusFirstInvalid({ ...problems }, (field) => page.current?.querySelector(fieldSelectors[field] ?? '') ?? null);
  }

  // What a link brought and cannot be sent is said at once; what is missing, when somebody tries to send.
  const shown = (field: keyof SendProblems) => {
    const problem = problems[field];
    const isEvident = problem !== undefined && evident.some((name) => problem.endsWith(name));
    return problem && (hasTried || isEvident) ? t(channelKey(problem, send.channel) ?? problem) : undefined;
  };
  const audienceFields = ['audience', 'search', 'importId', 'segmentId'] as const;
  const audienceErrors = Object.fromEntries(audienceFields.map((field) => [field, shown(field)]));

  return (
    <>
      {back}
      <PageHeader title={title} text={text} />
      <div className={classes['page']} ref={page}>
        <Stack gap="md">
          <SurveyStep
            surveyId={surveyId}
            chosen={survey.data?.survey}
            error={shown('survey') ?? (survey.error && !send.isSurveyMissing ? errorText(survey.error) : undefined)}
            onChoose={(id) => onChange({ surveyId: id })}
          />
          {audience({
            choice,
            chosenImport,
            errors: audienceErrors,
            numbers: send.isCounting && (
              <AudienceNumbers
                channel={send.channel}
                preview={preview.data}
                isOld={preview.isPlaceholderData}
                error={preview.error}
                onRetry={() => void preview.refetch()}
              />
            ),
          })}
          <ChannelStep
            channel={send.channel}
            offered={send.offered}
            error={shown('channel')}
            onChange={(channel) => onChange({ channel })}
          />
        </Stack>
        <ReviewCard
          draft={survey.data}
          channel={send.channel}
          quarantine={{
            isOfOne: choice.contactId !== undefined,
            isIgnored: send.ignoresQuarantine,
            onChange: send.ignoreQuarantine,
          }}
          preview={send.isCounting ? preview.data : undefined}
          isBusy={send.isCounting && (preview.isPending || preview.isPlaceholderData) && !preview.error}
          onSend={review}
        />
      </div>
      <ConfirmSendDialog
        opened={isConfirming}
        form={send.form}
        title={survey.data?.survey.title ?? ''}
        eligible={preview.data?.eligible ?? 0}
        quarantined={send.ignoresQuarantine ? (preview.data?.quarantined ?? 0) : 0}
        onClose={() => setConfirming(false)}
        onSent={() => {
          noticeSuccess(t('new.confirm.sent'));
          onSent();
        }}
      />
    </>
  );
}

/** What is wrong whoever tries: said at once. */
const evident = [
  'notPublished',
  'notFound',
  'searchNoMatch',
  'importRunning',
  'importEmpty',
  'segmentNotFound',
  'segmentEmpty',
  'noContacts',
  'nobody',
  'onlyQuarantined',
  'notAvailable',
];

const fieldSelectors: Record<string, string> = {
  survey: '[data-field="survey"]',
  audience: 'input[type="radio"]',
  search: 'input[type="search"]',
  importId: '[data-field="importId"]',
  segmentId: '[data-field="segmentId"]',
  channel: 'input[name="channel"]',
};

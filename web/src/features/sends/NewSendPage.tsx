import { SurveyId } from '@escuta/contract/ids';
import { getImport } from '@escuta/contract/imports';
import { getSegment } from '@escuta/contract/segments';
import { listSendChannels } from '@escuta/contract/sends';
import { Anchor, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { audienceQuery, chosenSurveyQuery } from '#web/features/sends/api.ts';
import { audienceKind, audienceOf } from '#web/features/sends/audience.ts';
import { AudienceNumbers } from '#web/features/sends/AudienceNumbers.tsx';
import { AudienceStep } from '#web/features/sends/AudienceStep.tsx';
import { channelKey } from '#web/features/sends/channel-text.ts';
import { ChannelStep } from '#web/features/sends/ChannelStep.tsx';
import { ConfirmSendDialog } from '#web/features/sends/ConfirmSendDialog.tsx';
import { ReviewCard } from '#web/features/sends/ReviewCard.tsx';
import { sendProblems } from '#web/features/sends/send-problems.ts';
import type { SendProblems } from '#web/features/sends/send-problems.ts';
import { SurveyStep } from '#web/features/sends/SurveyStep.tsx';
import { isMissing } from '#web/lib/call.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts';
import { noticeSuccess } from '#web/ui/notices.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import classes from './NewSendPage.module.css';

const route = getRouteApi('/shell/sends/new');

/** A send on one page: survey, who receives, channel, and a last look. The address holds what is chosen. */
export function NewSendPage() {
  const { t } = useTranslation('sends');
  const errorText = useErrorText();
  const page = useRef<HTMLDivElement>(null);
  const [hasTried, setTried] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const navigate = useNavigate();
  const send = useUnfinishedSend();
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
      <Anchor renderRoot={(props) => <Link to="/queues" {...props} />} size="sm" data-alone>
        {t('queues.title')}
      </Anchor>
      <PageHeader title={t('new.title')} text={t('new.text')} />
      <div className={classes['page']} ref={page}>
        <Stack gap="md">
          <SurveyStep
            surveyId={surveyId}
            chosen={survey.data?.survey}
            error={shown('survey') ?? (survey.error && !send.isSurveyMissing ? errorText(survey.error) : undefined)}
            onChoose={(id) => send.change({ surveyId: id })}
          />
          <AudienceStep choice={choice} chosenImport={chosenImport} errors={audienceErrors} onChange={send.change}>
            {send.isCounting && (
              <AudienceNumbers
                channel={send.channel}
                preview={preview.data}
                isOld={preview.isPlaceholderData}
                error={preview.error}
                onRetry={() => void preview.refetch()}
              />
            )}
          </AudienceStep>
          <ChannelStep
            channel={send.channel}
            offered={send.offered}
            error={shown('channel')}
            onChange={(channel) => send.change({ channel })}
          />
        </Stack>
        <ReviewCard
          draft={survey.data}
          channel={send.channel}
          quarantine={{ isIgnored: send.ignoresQuarantine, onChange: send.ignoreQuarantine }}
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
          void navigate({ to: '/queues', search: { first: true } });
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

/** What the address says, what the server says about it, and what is still wrong with it. */
function useUnfinishedSend() {
  const { surveyId: named, channel = 'email', ...choice } = route.useSearch();
  const surveyId = SurveyId.safeParse(named).data;
  const navigate = route.useNavigate();
  const audience = audienceOf(choice);
  const survey = useQuery(chosenSurveyQuery(surveyId));
  const isSurveyMissing = named !== undefined && (surveyId === undefined || isMissing(survey.error));
  // Deliberate, and for this survey and these people only: another choice takes it back, and no address brings it along.
  const [ignoredFor, setIgnoredFor] = useState<string>();
  const chosen = JSON.stringify([surveyId, audience, channel]);
  const ignoresQuarantine = ignoredFor === chosen;
  const preview = useQuery(
    audienceQuery({
      audience,
      channel,
      ignoreQuarantine: ignoresQuarantine,
      ...(survey.data && { surveyId: survey.data.survey._id }),
    }),
  );
  const importId = audienceKind(choice) === 'import' ? choice.importId : undefined;
  const { data: chosenImport } = useQuery(routeQuery(getImport, importId ? { params: { id: importId } } : undefined));
  const segmentId = audienceKind(choice) === 'segment' ? choice.segmentId : undefined;
  const segment = useQuery(routeQuery(getSegment, segmentId && { params: { id: segmentId } }));
  const offered = useQuery(routeQuery(listSendChannels, {}));
  const isCounting = audience !== undefined;
  const isKnown = isCounting && !preview.isPlaceholderData && !preview.error;
  const problems = sendProblems({
    surveyId,
    isSurveyMissing,
    survey: survey.data?.survey,
    choice,
    chosenImport,
    isSegmentMissing: isMissing(segment.error),
    preview: isKnown ? preview.data : undefined,
    channel,
    offered: offered.data?.data,
  });
  const isReady = survey.data !== undefined && audience !== undefined && isKnown && preview.data !== undefined;
  return {
    isSurveyMissing,
    surveyId: isSurveyMissing ? undefined : surveyId,
    choice,
    survey,
    preview,
    chosenImport,
    problems,
    isCounting,
    form: isReady
      ? { surveyId: survey.data.survey._id, audience, channel, ignoreQuarantine: ignoresQuarantine }
      : undefined,
    channel,
    offered: offered.data?.data ?? [channel],
    ignoresQuarantine,
    ignoreQuarantine: (isIgnored: boolean) => setIgnoredFor(isIgnored ? chosen : undefined),
    change: (part: Partial<ReturnType<typeof route.useSearch>>) =>
      void navigate({ search: (before) => ({ ...before, ...part }), replace: true }),
  };
}

import { SurveyId } from '@escuta/contract/ids';
import { getImport } from '@escuta/contract/imports';
import { getSegment } from '@escuta/contract/segments';
import { listSendChannels } from '@escuta/contract/sends';
import type { SendChannel } from '@escuta/contract/sends';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { audienceQuery, chosenSurveyQuery } from '#web/features/sends/api.ts';
import { audienceKind, audienceOf } from '#web/features/sends/audience.ts';
import type { AudienceChoice } from '#web/features/sends/audience.ts';
import { sendProblems } from '#web/features/sends/send-problems.ts';
import { isMissing } from '#web/lib/call.ts';
import { routeQuery } from '#web/lib/route-query.ts';

/** A send as the address of its page says it; the survey may be one that is none. */
export interface SendChoice extends AudienceChoice {
  readonly surveyId?: string | undefined;
  readonly channel?: SendChannel | undefined;
}

/** What the address says, what the server says about it, and what is still wrong with it. */
export function useUnfinishedSend({ surveyId: named, channel = 'email', ...choice }: SendChoice) {
  const surveyId = SurveyId.safeParse(named).data;
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
  };
}

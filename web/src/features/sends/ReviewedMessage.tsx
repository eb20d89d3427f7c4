import type { SendChannel } from '@escuta/contract/sends';
import type { SurveyDraft } from '@escuta/contract/surveys';
import { channelEntries } from '#web/features/sends/channels/index.ts';

interface ReviewedMessageProps {
  readonly draft: SurveyDraft;
  readonly channel: SendChannel;
}

/** The message that will be sent, as it first meets its reader. */
export function ReviewedMessage({ draft, channel }: ReviewedMessageProps) {
  if (draft.survey.version === null) return null;
  const { MessageReview } = channelEntries[channel];
  return <MessageReview draft={draft} />;
}

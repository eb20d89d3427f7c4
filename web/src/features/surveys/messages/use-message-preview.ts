import { previewMessage } from '@escuta/contract/sends';
import type { MessagePreview, SendChannel } from '@escuta/contract/sends';
import { SurveyDefinition } from '@escuta/contract/surveys';
import type { Survey } from '@escuta/contract/surveys';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { routeQuery } from '#web/lib/route-query.ts';

/** As long as somebody types, nothing is asked for. */
const restMs = 400;

interface MessageOfTexts {
  readonly surveyId: Survey['_id'];
  readonly channel: SendChannel;
  /** The texts as they are being written. */
  readonly definition: SurveyDefinition;
}

export interface MessagePreviewState {
  readonly message: UseQueryResult<MessagePreview>;
  /** The texts that the message is asked for with. */
  readonly rested: SurveyDefinition;
  /** Whether they could be kept; as long as not, the message is the last that could. */
  readonly isWhole: boolean;
}

/** The message of texts that are being written: the server makes it, as it makes those that are sent. */
export function useMessagePreview({ surveyId, channel, definition }: MessageOfTexts): MessagePreviewState {
  const [rested] = useDebouncedValue(definition, restMs);
  const isWhole = SurveyDefinition.safeParse(rested).success;
  const input = isWhole ? { body: { surveyId, channel, definition: rested } } : undefined;
  const message = useQuery(
    routeQuery(previewMessage, input, { placeholderData: keepPreviousData, staleTime: Infinity }),
  );
  return { message, rested, isWhole };
}

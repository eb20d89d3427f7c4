import { brandColors } from '@escuta/respond/brand-colors';
import { previewMessage } from '@escuta/contract/sends';
import { SurveyDefinition } from '@escuta/contract/surveys';
import type { Survey } from '@escuta/contract/surveys';
import { Skeleton, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MessageFrame } from '#web/features/surveys/MessageFrame.tsx';
import { locales } from '#web/lib/language.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import classes from './EmailPreview.module.css';

/** As long as somebody types, nothing is asked for. */
const restMs = 400;

interface EmailPreviewProps {
  readonly surveyId: Survey['_id'];
  /** The texts as they are being written. */
  readonly definition: SurveyDefinition;
  /** The line beside the subject, with its variables filled in. */
  readonly preheader: string;
}

/** The message as it lies in the receiver's list, and opened: the server makes it, as it makes those that are sent. */
export function EmailPreview({ surveyId, definition, preheader }: EmailPreviewProps) {
  const { t } = useTranslation('surveys');
  const [rested] = useDebouncedValue(definition, restMs);
  const isWhole = SurveyDefinition.safeParse(rested).success;
  const input = isWhole ? { body: { surveyId, channel: 'email' as const, definition: rested } } : undefined;
  // The message before stays until the next has come.
  const message = useQuery(
    routeQuery(previewMessage, input, { placeholderData: keepPreviousData, staleTime: Infinity }),
  );
  return (
    <section aria-label={t('preview.email')} className={classes['mail']}>
      {!isWhole && (
        <Text size="sm" p="sm" component="output">
          {t('preview.emailWaits')}
        </Text>
      )}
      {message.error ? (
        <ErrorState error={message.error} onRetry={() => void message.refetch()} />
      ) : message.data?.channel === 'email' ? (
        <>
          <Envelope {...message.data} preheader={preheader} color={rested.theme.brandColor} />
          <MessageFrame title={message.data.subject} lang={locales[rested.language]} html={message.data.html} />
        </>
      ) : (
        isWhole && <Skeleton height={440} aria-busy="true" />
      )}
    </section>
  );
}

interface EnvelopeProps {
  readonly sender: string;
  readonly subject: string;
  readonly preheader: string;
  readonly color: string;
}

function Envelope({ sender, subject, preheader, color }: EnvelopeProps) {
  const { fill, onFill } = brandColors(color, 'light');
  return (
    <header className={classes['envelope']}>
      <span className={classes['avatar']} style={{ background: fill, color: onFill }} aria-hidden="true">
        {sender.trim().charAt(0).toUpperCase()}
      </span>
      <div className={classes['lines']}>
        <strong>{sender}</strong>
        <span className={classes['subject']}>{subject}</span>
        <span className={classes['quiet']}>{preheader}</span>
      </div>
    </header>
  );
}

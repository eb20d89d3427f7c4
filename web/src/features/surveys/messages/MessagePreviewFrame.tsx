import { Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessagePreviewState } from '#web/features/surveys/messages/use-message-preview.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import classes from './MessagePreview.module.css';

interface MessagePreviewFrameProps {
  readonly label: string;
  readonly preview: MessagePreviewState;
  /** How high the message will be, in pixels, as long as it has not come. */
  readonly height: number;
  /** The message. */
  readonly children: ReactNode;
}

/** What the preview of a message shows of every channel: its place, what it waits for, and what went wrong. */
export function MessagePreviewFrame({ label, preview, height, children }: MessagePreviewFrameProps) {
  const { t } = useTranslation('surveys');
  const { message, isWhole } = preview;
  return (
    <section aria-label={label} className={classes['message']}>
      {!isWhole && (
        <Text size="sm" p="sm" component="output">
          {t('preview.messageWaits')}
        </Text>
      )}
      {message.error ? (
        <ErrorState error={message.error} onRetry={() => void message.refetch()} />
      ) : message.data ? (
        children
      ) : (
        isWhole && <Skeleton height={height} aria-busy="true" />
      )}
    </section>
  );
}

import { smsSegments } from '@escuta/contract/sms-segments';
import type { Survey, SurveyDefinition } from '@escuta/contract/surveys';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MessagePreviewFrame } from '#web/features/surveys/MessagePreviewFrame.tsx';
import { useMessagePreview } from '#web/features/surveys/use-message-preview.ts';
import { formatNumber } from '#web/lib/format.ts';
import { locales } from '#web/lib/language.ts';
import classes from './MessagePreview.module.css';

interface SmsPreviewProps {
  readonly surveyId: Survey['_id'];
  readonly definition: SurveyDefinition;
}

/** The text message as a phone shows it, and how many parts of it are paid for. */
export function SmsPreview({ surveyId, definition }: SmsPreviewProps) {
  const { t } = useTranslation('surveys');
  const preview = useMessagePreview({ surveyId, channel: 'sms', definition });
  const { data } = preview.message;
  return (
    <MessagePreviewFrame label={t('preview.sms')} preview={preview} height={160}>
      {data?.channel === 'sms' && (
        <figure className={classes['sms']}>
          <strong>{data.sender}</strong>
          <p className={classes['bubble']} lang={locales[preview.rested.language]}>
            {data.text}
          </p>
          <Text component="figcaption" size="sm" className={classes['quiet'] ?? ''}>
            {t('preview.segments', { count: data.segments, figure: formatNumber(data.segments) })}
            {smsSegments(data.text).encoding === 'ucs-2' && ` ${t('preview.smsLetters')}`}
          </Text>
        </figure>
      )}
    </MessagePreviewFrame>
  );
}

import { smsSegments } from '@escuta/contract/sms-segments';
import { fieldsNamedIn } from '@escuta/contract/variables';
import { Text } from '@mantine/core';
import { IconDeviceMobileMessage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { MessageEntry, MessagePreviewProps } from '#web/features/surveys/messages/message-entry.ts';
import { MessagePreviewFrame } from '#web/features/surveys/messages/MessagePreviewFrame.tsx';
import { useMessagePreview } from '#web/features/surveys/messages/use-message-preview.ts';
import { SurveyField } from '#web/features/surveys/SurveyField.tsx';
import type { FieldContext } from '#web/features/surveys/SurveyField.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { locales } from '#web/lib/locales.ts';
import classes from './MessagePreview.module.css';

export const smsEntry: MessageEntry = { Icon: IconDeviceMobileMessage, Fields, Preview };

function Fields(context: FieldContext) {
  const { t } = useTranslation('surveys');
  return <SurveyField {...context} path="sms.text" help={t('help.smsText')} isLong />;
}

/** The text message as a phone shows it, and how many parts of it are paid for. */
function Preview({ surveyId, definition }: MessagePreviewProps) {
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
            {fieldsNamedIn([preview.rested.sms?.text ?? '']).size > 0 && ` ${t('preview.smsFields')}`}
          </Text>
        </figure>
      )}
    </MessagePreviewFrame>
  );
}

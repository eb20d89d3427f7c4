import { brandColors } from '@escuta/respond/brand-colors';
import { placeOf } from '@escuta/contract/variable-names';
import { IconMail } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { MessageEntry, MessagePreviewProps } from '#web/features/surveys/messages/message-entry.ts';
import { MessageFrame } from '#web/features/surveys/messages/MessageFrame.tsx';
import { MessagePreviewFrame } from '#web/features/surveys/messages/MessagePreviewFrame.tsx';
import { useMessagePreview } from '#web/features/surveys/messages/use-message-preview.ts';
import { SurveyField } from '#web/features/surveys/SurveyField.tsx';
import type { FieldContext } from '#web/features/surveys/SurveyField.tsx';
import { locales } from '#web/lib/locales.ts';
import classes from './MessagePreview.module.css';

export const emailEntry: MessageEntry = { Icon: IconMail, Fields, Preview };

function Fields(context: FieldContext) {
  const { t } = useTranslation('surveys');
  return (
    <>
      <SurveyField {...context} path="email.senderName" help={t('help.senderName')} />
      <SurveyField {...context} path="email.replyTo" help={t('help.replyTo')} />
      <SurveyField {...context} path="email.subject" />
      <SurveyField {...context} path="email.preheader" help={t('help.preheader')} />
      <SurveyField
        {...context}
        path="email.greeting"
        help={t('help.greeting', { placeholder: placeOf('name', context.definition.language) })}
      />
      <SurveyField {...context} path="email.intro" isLong />
    </>
  );
}

/** The message as it lies in the receiver's list, and opened. */
function Preview({ surveyId, definition, written }: MessagePreviewProps) {
  const { t } = useTranslation('surveys');
  const preview = useMessagePreview({ surveyId, channel: 'email', definition });
  const { data } = preview.message;
  return (
    <MessagePreviewFrame label={t('preview.email')} preview={preview} height={440}>
      {data?.channel === 'email' && (
        <>
          <Envelope {...data} preheader={written.email.preheader} color={preview.rested.theme.brandColor} />
          <MessageFrame title={data.subject} lang={locales[preview.rested.language]} html={data.html} />
        </>
      )}
    </MessagePreviewFrame>
  );
}

interface EnvelopeProps {
  readonly sender: string;
  readonly subject: string;
  /** The line beside the subject. */
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

import { brandColors } from '@escuta/respond/brand-colors';
import type { Survey, SurveyDefinition } from '@escuta/contract/surveys';
import { useTranslation } from 'react-i18next';
import { MessageFrame } from '#web/features/surveys/MessageFrame.tsx';
import { MessagePreviewFrame } from '#web/features/surveys/MessagePreviewFrame.tsx';
import { useMessagePreview } from '#web/features/surveys/use-message-preview.ts';
import { locales } from '#web/lib/language.ts';
import classes from './MessagePreview.module.css';

interface EmailPreviewProps {
  readonly surveyId: Survey['_id'];
  readonly definition: SurveyDefinition;
  /** The line beside the subject, with its variables filled in. */
  readonly preheader: string;
}

/** The message as it lies in the receiver's list, and opened. */
export function EmailPreview({ surveyId, definition, preheader }: EmailPreviewProps) {
  const { t } = useTranslation('surveys');
  const preview = useMessagePreview({ surveyId, channel: 'email', definition });
  const { data } = preview.message;
  return (
    <MessagePreviewFrame label={t('preview.email')} preview={preview} height={440}>
      {data?.channel === 'email' && (
        <>
          <Envelope {...data} preheader={preheader} color={preview.rested.theme.brandColor} />
          <MessageFrame title={data.subject} lang={locales[preview.rested.language]} html={data.html} />
        </>
      )}
    </MessagePreviewFrame>
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

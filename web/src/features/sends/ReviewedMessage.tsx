import { previewMessage } from '@escuta/contract/sends';
import type { SendChannel } from '@escuta/contract/sends';
import type { SurveyDraft } from '@escuta/contract/surveys';
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import classes from './NewSendPage.module.css';

interface ReviewedMessageProps {
  readonly draft: SurveyDraft;
  readonly channel: SendChannel;
}

/** The message that will be sent, as it first meets its reader. */
export function ReviewedMessage({ draft, channel }: ReviewedMessageProps) {
  if (draft.survey.version === null) return null;
  return channel === 'sms' ? <TextMessage surveyId={draft.survey._id} /> : <Email draft={draft} />;
}

/** The e-mail as it stands in a list of mail: sender, subject, first words. */
function Email({ draft: { survey, definition } }: Pick<ReviewedMessageProps, 'draft'>) {
  const { t } = useTranslation('sends');
  const { company } = useMe();
  const { subject, preheader, senderName } = definition.email;
  // The texts at hand are the draft's; those that will be sent are the published ones.
  if (survey.has_changes) return <Text c="dimmed">{t('new.review.changed')}</Text>;
  return (
    <figure className={classes['message']} aria-label={t('new.review.subject')}>
      <Text fw={600} truncate>
        {senderName || company.nome}
      </Text>
      <Text>{subject}</Text>
      {preheader && (
        <Text c="dimmed" size="sm" lineClamp={2}>
          {preheader}
        </Text>
      )}
    </figure>
  );
}

/** The whole text, as the server makes it of the published version, and how many SMS it takes. */
function TextMessage({ surveyId }: { surveyId: SurveyDraft['survey']['_id'] }) {
  const { t } = useTranslation('sends');
  const errorText = useErrorText();
  const message = useQuery(routeQuery(previewMessage, { body: { surveyId, channel: 'sms' } }));
  if (message.error) return <Text role="alert">{errorText(message.error)}</Text>;
  if (message.data?.channel !== 'sms') return <Skeleton height={96} />;
  const { sender, text, segments } = message.data;
  return (
    <figure className={classes['message']} aria-label={t('new.review.smsText')}>
      <Text fw={600} truncate>
        {sender}
      </Text>
      <Text>{text}</Text>
      <Text c="dimmed" size="sm" component="figcaption" className="figures">
        {t('new.review.segments', { count: segments, figure: formatNumber(segments) })}
      </Text>
    </figure>
  );
}

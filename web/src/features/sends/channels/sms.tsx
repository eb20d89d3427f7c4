import { previewMessage } from '@escuta/contract/sends';
import type { SurveyDraft } from '@escuta/contract/surveys';
import { Skeleton, Text } from '@mantine/core';
import { IconDeviceMobileMessage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ChannelEntry } from '#web/features/sends/channels/channel-entry.ts';
import classes from '#web/features/sends/NewSendPage.module.css';
import { formatNumber } from '#web/lib/format.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { useErrorText } from '#web/ui/error-text.ts';

export const smsEntry = {
  Icon: IconDeviceMobileMessage,
  texts: {
    'error-queue-address_missing': 'error-queue-address_missing-sms',
    'error-queue-address_invalid': 'error-queue-address_invalid-sms',
    'error-queue-address_duplicate': 'error-queue-address_duplicate-sms',
    'error-queue-suppressed': 'error-queue-suppressed-sms',
    'error-queue-rejected_by_server': 'error-queue-rejected_by_server-sms',
    'error-queue-unknown_result': 'error-queue-unknown_result-sms',
    'detail.unknownText': 'detail.unknownTextSms',
    'detail.pausedText.template_not_valid': 'detail.pausedText.templateSms',
    'new.audience.nobody': 'new.audience.nobodySms',
    'new.audience.onlyQuarantined': 'new.audience.onlyQuarantinedSms',
    'new.toContact.nobody': 'new.toContact.nobodySms',
    'new.toContact.onlyQuarantined': 'new.toContact.onlyQuarantinedSms',
    'new.confirm.text': 'new.confirm.textSms',
  },
  MessageReview: SmsReview,
} as const satisfies ChannelEntry;

/** The whole text, as the server makes it of the published version, and how many SMS it takes. */
function SmsReview({ draft: { survey } }: { readonly draft: SurveyDraft }) {
  const { t } = useTranslation('sends');
  const errorText = useErrorText();
  const message = useQuery(routeQuery(previewMessage, { body: { surveyId: survey._id, channel: 'sms' } }));
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

import type { SurveyDraft } from '@escuta/contract/surveys';
import { Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ChannelEntry } from '#web/features/sends/channels/channel-entry.ts';
import classes from '#web/features/sends/NewSendPage.module.css';
import { useMe } from '#web/lib/me.ts';

export const emailEntry = { Icon: IconMail, texts: {}, MessageReview: EmailReview } as const satisfies ChannelEntry;

/** The e-mail as it stands in a list of mail: sender, subject, first words. */
function EmailReview({ draft: { survey, definition } }: { readonly draft: SurveyDraft }) {
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

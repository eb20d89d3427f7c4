import type { AudiencePreview, SendChannel } from '@escuta/contract/sends';
import type { SurveyDraft } from '@escuta/contract/surveys';
import { Button, Text, Title } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { QuarantineChoice } from '#web/features/sends/QuarantineChoice.tsx';
import type { QuarantineChoiceProps } from '#web/features/sends/QuarantineChoice.tsx';
import { ReviewedMessage } from '#web/features/sends/ReviewedMessage.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { Fact, Facts } from '#web/ui/Facts.tsx';
import stickyFoot from '#web/ui/sticky-foot.module.css';
import classes from './NewSendPage.module.css';

interface ReviewCardProps {
  readonly draft: SurveyDraft | undefined;
  readonly channel: SendChannel;
  readonly preview: AudiencePreview | undefined;
  readonly quarantine: Omit<QuarantineChoiceProps, 'preview'>;
  /** The audience is being counted. */
  readonly isBusy: boolean;
  readonly onSend: () => void;
}

/** The last step: what, to how many, from where, with which message; and the one button. */
export function ReviewCard({ draft, channel, preview, quarantine, isBusy, onSend }: ReviewCardProps) {
  const { t } = useTranslation('sends');
  const { business } = useMe();
  const missing = <Text c="dimmed">{t('new.review.missing')}</Text>;
  const counting = isBusy ? <Text c="dimmed">{t('new.preview.counting')}</Text> : missing;
  return (
    <section className={classes['review']} aria-labelledby="send-review">
      <div className={classes['reviewed']}>
        <Title order={2} id="send-review">
          {t('new.review.title')}
        </Title>
        <Facts>
          <Fact name={t('new.review.survey')}>{draft ? draft.survey.title : missing}</Fact>
          <Fact name={t('new.review.recipients')}>{preview ? <Recipients preview={preview} /> : counting}</Fact>
          <Fact name={t('new.review.unit')}>{business.nome}</Fact>
          <Fact name={t('new.review.channel')}>{t(`new.channel.${channel}`)}</Fact>
          <Fact name={t('new.review.when')}>{t('new.review.now')}</Fact>
        </Facts>
        {draft && <ReviewedMessage draft={draft} channel={channel} />}
        {preview && preview.quarantined > 0 && <QuarantineChoice preview={preview} {...quarantine} />}
      </div>
      <div className={stickyFoot['foot']}>
        <Button
          fullWidth
          leftSection={<IconSend size={16} stroke={1.5} aria-hidden />}
          loading={isBusy}
          onClick={onSend}
        >
          {t('new.review.send')}
        </Button>
      </div>
    </section>
  );
}

function Recipients({ preview: { contacts, eligible } }: { preview: AudiencePreview }) {
  const { t } = useTranslation('sends');
  const heldBack = contacts - eligible;
  return (
    <>
      <Text fw={600} className="figures">
        {t('new.review.contacts', { count: eligible, figure: formatNumber(eligible) })}
      </Text>
      {heldBack > 0 && (
        <Text c="dimmed" size="sm" className="figures">
          {t('new.review.heldBack', { count: heldBack, figure: formatNumber(heldBack) })}
        </Text>
      )}
    </>
  );
}

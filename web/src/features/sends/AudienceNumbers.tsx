import type { AudiencePreview, SendChannel } from '@escuta/contract/sends';
import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { channelKey } from '#web/features/sends/channel-text.ts';
import { reasonKey } from '#web/features/sends/queue-summary.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import classes from './NewSendPage.module.css';

interface AudienceNumbersProps {
  readonly channel: SendChannel;
  readonly preview: AudiencePreview | undefined;
  /** The numbers are those of the choice before. */
  readonly isOld: boolean;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** How many contacts, how many will be written to, and why the others will not. */
export function AudienceNumbers({ channel, preview, isOld, error, onRetry }: AudienceNumbersProps) {
  const { t } = useTranslation(['sends', 'ui']);
  const errorText = useErrorText();
  if (error)
    return (
      <Group className={classes['numbers'] ?? ''} role="alert" gap="sm">
        <Text>{errorText(error)}</Text>
        <Button variant="default" size="compact-sm" onClick={onRetry}>
          {t('ui:error.retry')}
        </Button>
      </Group>
    );
  if (!preview)
    return (
      <Text c="dimmed" className={classes['numbers'] ?? ''} component="output" display="block">
        {t('new.preview.counting')}
      </Text>
    );
  const { contacts, eligible, heldBack } = preview;
  return (
    <section
      className={classes['numbers']}
      aria-label={t('new.preview.label')}
      aria-live="polite"
      aria-busy={isOld}
      data-old={isOld || undefined}
    >
      <dl className={`figures ${classes['figures']}`}>
        <Figure name={t('new.preview.contacts')} value={contacts} />
        <Figure name={t('new.preview.eligible')} value={eligible} />
        <Figure name={t('new.preview.heldBack')} value={contacts - eligible} />
      </dl>
      {heldBack.length > 0 && (
        <ul className={classes['reasons']}>
          {heldBack.map(({ reason, count }) => (
            <li key={reason}>
              <span>{t(channelKey(reasonKey(reason), channel) ?? `error-queue-${reason}`)}</span>
              <span className="figures">{formatNumber(count)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{formatNumber(value)}</dd>
    </div>
  );
}

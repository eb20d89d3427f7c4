import type { Contact } from '@escuta/contract/contacts';
import { readableEmail } from '@escuta/contract/email-address';
import type { SegmentId } from '@escuta/contract/ids';
import { previewSegment } from '@escuta/contract/segments';
import type { SegmentDefinition } from '@escuta/contract/segments';
import { Skeleton, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import { formatPhone } from '#web/lib/format-phone.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { usePersonName } from '#web/ui/use-person-name.ts';
import classes from './SegmentBuilder.module.css';

const countDelayMs = 300;

interface SegmentPreviewProps {
  /** Undefined while a condition is not finished. */
  readonly definition: SegmentDefinition | undefined;
  /** The one that is being edited. */
  readonly segmentId: SegmentId | undefined;
  /** The conditions in words. */
  readonly children: ReactNode;
}

/** How many the conditions find, and the newest ten of them. The answer before stays until the next has come. */
export function SegmentPreview({ definition, segmentId, children }: SegmentPreviewProps) {
  const { t } = useTranslation('segments');
  const titleId = useId();
  // What is typed makes new conditions each time; only what they say counts.
  const wanted = definition && JSON.stringify(definition);
  const [asked] = useDebouncedValue(wanted, countDelayMs);
  const body = asked && { definition: JSON.parse(asked) as SegmentDefinition, ...(segmentId ? { segmentId } : {}) };
  const { data, error, isPlaceholderData, refetch } = useQuery(
    routeQuery(previewSegment, body ? { body } : undefined, { placeholderData: keepPreviousData, staleTime: 0 }),
  );
  // Of conditions that are not finished there is no answer, not even an older one.
  const shown = wanted ? data : undefined;
  const isOld = wanted !== undefined && (isPlaceholderData || wanted !== asked);
  return (
    <section className={classes['preview']} aria-labelledby={titleId}>
      <Title order={2} id={titleId}>
        {t('preview.title')}
      </Title>
      {error && wanted ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <output
            className={classes['count']}
            aria-busy={isOld}
            data-old={isOld || undefined}
            data-none={!shown || undefined}
          >
            {shown ? <Counted total={shown.total} /> : t(wanted ? 'preview.counting' : 'preview.waiting')}
          </output>
          {wanted && !shown && <Skeleton height={160} />}
          {shown && <Sample contacts={shown.sample} isOld={isOld} />}
        </>
      )}
      {children}
    </section>
  );
}

function Counted({ total }: { total: number }) {
  const { t } = useTranslation('segments');
  return <span className="figures">{t('preview.count', { count: total, number: formatNumber(total) })}</span>;
}

function Sample({ contacts, isOld }: { contacts: readonly Contact[]; isOld: boolean }) {
  const { t } = useTranslation('segments');
  const personName = usePersonName();
  if (contacts.length === 0) return <Text c="dimmed">{t('preview.nobody')}</Text>;
  return (
    <div data-old={isOld || undefined} className={classes['sample']}>
      <Text size="sm" c="dimmed">
        {t('preview.sample')}
      </Text>
      <ul aria-label={t('preview.sampleLabel')}>
        {contacts.map((contact) => (
          <li key={contact._id}>
            <Text truncate title={contact.name}>
              {personName(contact)}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {addressOf(contact) ?? t('preview.noAddress')}
            </Text>
          </li>
        ))}
      </ul>
    </div>
  );
}

function addressOf({ email, tel }: Contact): string | null {
  if (email) return readableEmail(email);
  return tel && formatPhone(tel);
}

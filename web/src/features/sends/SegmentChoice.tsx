import type { SegmentId } from '@escuta/contract/ids';
import { listSegments } from '@escuta/contract/segments';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '#web/lib/route-query.ts';
import { Select } from '#web/ui/Select.tsx';
import { StandaloneLink } from '#web/ui/StandaloneLink.tsx';

interface SegmentChoiceProps {
  readonly segmentId: SegmentId | undefined;
  readonly error: string | undefined;
  readonly onChoose: (segmentId: SegmentId | undefined) => void;
}

/** The segment or list whose contacts receive. */
export function SegmentChoice({ segmentId, error, onChoose }: SegmentChoiceProps) {
  const { t } = useTranslation('sends');
  const answer = useQuery(routeQuery(listSegments, {}));
  const segments = answer.data?.data ?? [];
  if (answer.data && segments.length === 0)
    return (
      <Text c="dimmed">
        {t('new.audience.segmentNone')}{' '}
        <StandaloneLink to="/contatos/segmentos/novo" size="md">
          {t('new.audience.segmentCreate')}
        </StandaloneLink>
      </Text>
    );
  return (
    <Select
      data-field="segmentId"
      aria-label={t('new.audience.segmentLabel')}
      placeholder={t('new.audience.segmentPlaceholder')}
      searchable
      openOnFocus={false}
      allowDeselect={false}
      maw={440}
      disabled={answer.isPending}
      nothingFoundMessage={t('new.audience.segmentNothing')}
      data={segments.map(({ _id, name, kind }) => ({
        value: _id as string,
        label: t(`new.audience.segmentKind.${kind}`, { name }),
      }))}
      value={segmentId ?? null}
      onChange={(value) => onChoose(segments.find(({ _id }) => _id === value)?._id)}
      error={error}
    />
  );
}

import type { ContactId } from '@escuta/contract/ids';
import { getTimeline } from '@escuta/contract/timeline';
import type { TimelineEntry } from '@escuta/contract/timeline';
import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { TimelineItem } from '#web/features/contacts/timeline/TimelineItem.tsx';
import { call } from '#web/lib/call.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { currentUnit } from '#web/lib/unit.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { useMayReadResponses } from '#web/ui/ResponsesLink.tsx';
import classes from './Timeline.module.css';

const skeletonRows = ['1', '2', '3'];

/** What was sent to a contact, what they answered and agreed to, and who changed them, for whoever may read responses. */
export function ContactTimeline({ id }: { id: ContactId }) {
  const { t } = useTranslation('timeline');
  if (!useMayReadResponses()) return null;
  return (
    <section aria-labelledby="timeline">
      <Title order={2} id="timeline" mb="md">
        {t('title')}
      </Title>
      <Entries id={id} />
    </section>
  );
}

function Entries({ id }: { id: ContactId }) {
  const { t } = useTranslation('timeline');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useTimeline(id);
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Stack gap="md" aria-busy="true">
        {skeletonRows.map((row) => (
          <Skeleton key={row} h={44} />
        ))}
      </Stack>
    );
  const entries = data.pages.flatMap((page): readonly TimelineEntry[] => page.data);
  if (entries.length === 0) return <Text c="dimmed">{t('empty')}</Text>;
  return (
    <>
      <ol className={classes['entries']}>
        {entries.map((entry) => (
          <TimelineItem key={`${entry.kind} ${entry._id}`} entry={entry} />
        ))}
      </ol>
      {hasNextPage && (
        <Button variant="default" mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  );
}

/** The pages of a timeline that were asked for, newest first. */
function useTimeline(id: ContactId) {
  const unit = currentUnit();
  const params = { id };
  return useInfiniteQuery({
    queryKey: [...routeQuery(getTimeline, { params, query: {} }).queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(getTimeline, { params, query: pageParam === null ? {} : { after: pageParam }, signal, unit, isAct: false }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

import { Button, Group } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { queuesPageSize, queuesQuery } from '#web/features/sends/api.ts';
import { chosenRange, daysUntil, monthAround } from '#web/features/sends/day-range.ts';
import { useQueueColumns } from '#web/features/sends/use-queue-columns.tsx';
import { useMe } from '#web/lib/me.ts';
import { useToday } from '#web/lib/use-today.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { DayRangeField } from '#web/ui/DayRangeField.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Pagination } from '#web/ui/Pagination.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';

const route = getRouteApi('/shell/queues');
const searchDelayMs = 500;

/** The bulk sends of the unit, the current month unless other days are chosen. */
export function QueuesPage() {
  const { t } = useTranslation(['sends', 'ui']);
  const { business } = useMe();
  const { page = 1, search = '', from, to, first = false } = route.useSearch();
  const navigate = route.useNavigate();
  const today = useToday(business.timezone);
  const chosen = chosenRange({ from, to }, today);
  const range = chosen ?? monthAround(today);
  const isFiltered = search !== '' || chosen !== undefined;
  const holdsNewest = page === 1 && !isFiltered;
  const queues = useQuery(queuesQuery({ page, search, ...range, isFirstWatched: first, holdsNewest }));
  const columns = useQueueColumns();
  const firstId = first && page === 1 ? queues.data?.data[0]?._id : undefined;

  return (
    <>
      <PageHeader title={t('queues.title')} text={t('queues.text')} actions={<NewSendButton />} />
      <Group mb="md" gap="sm">
        <SearchField
          label={t('queues.search')}
          placeholder={t('queues.searchPlaceholder')}
          value={search}
          delayMs={searchDelayMs}
          onSearch={(words) =>
            void navigate({
              search: (before) => ({ ...before, search: words || undefined, page: undefined }),
              replace: true,
            })
          }
        />
        <DayRangeField
          range={range}
          presets={[
            { label: t('range.today'), ...daysUntil(today, 1) },
            { label: t('range.week'), ...daysUntil(today, 7) },
            { label: t('range.month'), ...monthAround(today) },
            { label: t('range.lastMonth'), ...monthAround(today, -1) },
            { label: t('range.quarter'), ...daysUntil(today, 90) },
          ]}
          onRange={(days) =>
            void navigate({ search: (before) => ({ ...before, ...days, page: undefined, first: undefined }) })
          }
        />
      </Group>
      <DataTable
        label={t('queues.title')}
        columns={columns}
        rows={queues.data?.data}
        rowKey={(queue) => queue._id}
        isHighlighted={(queue) => queue._id === firstId}
        onRowClick={(queue) => void navigate({ to: '/queues/$id/detailed', params: { id: queue._id } })}
        error={queues.error}
        onRetry={() => void queues.refetch()}
        empty={<Empty isFiltered={isFiltered} onClear={() => void navigate({ search: {} })} />}
      />
      {queues.data && queues.data.total > 0 && (
        <Pagination
          page={page}
          pageSize={queuesPageSize}
          total={queues.data.total}
          onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next === 1 ? undefined : next }) })}
        />
      )}
    </>
  );
}

function NewSendButton() {
  const { t } = useTranslation('sends');
  const { can } = useMe();
  if (!can('sends.create')) return null;
  return (
    <Button
      leftSection={<IconSend size={16} stroke={1.5} aria-hidden />}
      renderRoot={(props) => <Link to="/sends/new" {...props} />}
    >
      {t('queues.new')}
    </Button>
  );
}

function Empty({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation(['sends', 'ui']);
  return (
    <EmptyState
      title={t('ui:empty.filtered')}
      text={t(isFiltered ? 'empty.filtered' : 'empty.text')}
      action={
        isFiltered ? (
          <Button variant="default" onClick={onClear}>
            {t('ui:empty.clear')}
          </Button>
        ) : (
          <NewSendButton />
        )
      }
    />
  );
}

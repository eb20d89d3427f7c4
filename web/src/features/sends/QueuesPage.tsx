import { exportSends } from '@escuta/contract/sends';
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { queuesQuery } from '#web/features/sends/api.ts';
import { chosenRange, daysUntil, monthAround } from '#web/features/sends/day-range.ts';
import { useQueueColumns } from '#web/features/sends/use-queue-columns.tsx';
import { useMe } from '#web/lib/me.ts';
import { useToday } from '#web/lib/use-today.ts';
import { DayRangeField } from '#web/ui/DayRangeField.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ExportMenu } from '#web/ui/list/ExportMenu.tsx';
import { ListPage } from '#web/ui/list/ListPage.tsx';
import { useListState } from '#web/ui/list/use-list-state.ts';

const route = getRouteApi('/shell/queues');
const searchDelayMs = 500;

/** The bulk sends of the unit, the current month unless other days are chosen. */
export function QueuesPage() {
  const { t } = useTranslation(['sends', 'ui']);
  const { business } = useMe();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const state = useListState(search, ['from', 'to']);
  const today = useToday(business.timezone);
  const range = chosenRange(search, today) ?? monthAround(today);
  const queues = useQuery(queuesQuery(search, today));
  const firstId = search.first && state.page === 1 ? queues.data?.data[0]?._id : undefined;
  return (
    <ListPage
      name="queues"
      savedFilters="queues"
      title={t('queues.title')}
      text={t('queues.text')}
      actions={
        <>
          <ExportMenu
            route={exportSends}
            filter={{ ...range, search: search.search }}
            total={queues.data?.total}
            namesPeople
            inBackground="sends"
          />
          <NewSendButton />
        </>
      }
      state={state}
      answer={queues}
      columns={useQueueColumns()}
      search={{ label: t('queues.search'), placeholder: t('queues.searchPlaceholder'), delayMs: searchDelayMs }}
      filters={
        <DayRangeField
          range={range}
          presets={[
            { label: t('range.today'), ...daysUntil(today, 1) },
            { label: t('range.week'), ...daysUntil(today, 7) },
            { label: t('range.month'), ...monthAround(today) },
            { label: t('range.lastMonth'), ...monthAround(today, -1) },
            { label: t('range.quarter'), ...daysUntil(today, 90) },
          ]}
          onRange={(days) => state.change({ ...days, first: undefined })}
        />
      }
      isHighlighted={({ _id }) => _id === firstId}
      onRowClick={({ _id }) => void navigate({ to: '/queues/$id/detailed', params: { id: _id } })}
      empty={
        <EmptyState drawing="plane" title={t('ui:empty.filtered')} text={t('empty.text')} action={<NewSendButton />} />
      }
    />
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

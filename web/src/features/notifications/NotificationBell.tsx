import { listNotifications, readAllNotifications, readNotification } from '@escuta/contract/notifications';
import { Button, Group, Popover, ScrollArea, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NotificationItem } from '#web/features/notifications/NotificationItem.tsx';
import { call } from '#web/lib/call.ts';
import { formatNumber } from '#web/lib/format.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { ToolButton } from '#web/ui/ToolButton.tsx';
import classes from './NotificationBell.module.css';

const everyMs = 60_000;

/** The same in each unit: a user is told things in a company. */
const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => call(listNotifications, { signal }),
  refetchInterval: everyMs,
});

/** The bell (TOPBAR-18): what the user was told, and how much of it is unread. */
export function NotificationBell() {
  const { t } = useTranslation('notifications');
  const queryClient = useQueryClient();
  const answer = useQuery(notificationsQuery);
  const [isOpened, setOpened] = useState(false);
  const { unread = 0, data: list } = answer.data ?? {};
  const onSettled = () => queryClient.invalidateQueries({ queryKey: notificationsQuery.queryKey });
  const readOne = useMutation({ mutationFn: (id: string) => call(readNotification, { params: { id } }), onSettled });
  const readAll = useMutation({ mutationFn: () => call(readAllNotifications, {}), onSettled });
  return (
    <Popover
      opened={isOpened}
      onChange={setOpened}
      position="bottom-end"
      width={380}
      trapFocus
      returnFocus
      withinPortal={false}
    >
      <Popover.Target>
        <ToolButton
          label={unread > 0 ? t('unread', { count: unread, figure: formatNumber(unread) }) : t('title')}
          icon={IconBell}
          isMarked={unread > 0}
          onClick={() => setOpened(!isOpened)}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes['dropdown'] ?? ''} aria-label={t('title')}>
        <Group justify="space-between" mb="sm" mih={36}>
          <Title order={2} size="h4" tabIndex={-1} data-autofocus>
            {t('title')}
          </Title>
          {unread > 0 && (
            <Button variant="subtle" size="compact-sm" loading={readAll.isPending} onClick={() => readAll.mutate()}>
              {t('readAll')}
            </Button>
          )}
        </Group>
        <ScrollArea.Autosize mah={480}>
          {answer.error && !list ? (
            <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
          ) : !list ? (
            <Stack gap="sm" aria-busy>
              <Skeleton height={44} />
              <Skeleton height={44} />
            </Stack>
          ) : list.length === 0 ? (
            <Text c="dimmed" ta="center" py="lg">
              {t('empty')}
            </Text>
          ) : (
            <ul className={classes['list']}>
              {list.map((notification) => (
                <NotificationItem
                  key={notification._id}
                  notification={notification}
                  onOpen={() => {
                    if (!notification.read) readOne.mutate(notification._id);
                    setOpened(false);
                  }}
                />
              ))}
            </ul>
          )}
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}

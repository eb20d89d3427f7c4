import { listSystemNotices } from '@escuta/contract/system-notices';
import type { SystemNotice } from '@escuta/contract/system-notices';
import { Popover, ScrollArea, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconInfoCircle, IconSpeakerphone } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { storeOfBrowser } from '#web/lib/browser-store.ts';
import { call } from '#web/lib/call.ts';
import { formatInstant } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/language.ts';
import { useMe } from '#web/lib/me.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { ToolButton } from '#web/ui/ToolButton.tsx';
import classes from './SystemNotices.module.css';

const everyMs = 5 * 60_000;
const readKey = 'notices_read';

/** The same in each unit. */
const noticesQuery = queryOptions({
  queryKey: ['system-notices'],
  queryFn: ({ signal }) => call(listSystemNotices, { signal }),
  staleTime: everyMs,
  refetchInterval: everyMs,
});

const icons = { info: IconInfoCircle, warning: IconAlertTriangle, critical: IconAlertCircle } as const;

/** The alert of the top bar (TOPBAR-04): what the platform tells everybody. What has been read is kept in this browser. */
export function SystemNotices() {
  const { t } = useTranslation('installation');
  const notices = useQuery(noticesQuery);
  const [isOpened, setOpened] = useState(false);
  const [read, setRead] = useState(readBefore);
  const shown = notices.data?.data ?? [];
  const unread = shown.filter(({ _id }) => !read.includes(_id)).length;
  const open = (isWanted: boolean) => {
    setOpened(isWanted);
    if (!isWanted || shown.length === 0) return;
    // Those that are shown no longer need not be kept.
    const ids = shown.map(({ _id }) => _id);
    storeOfBrowser.set(readKey, ids.join(' '));
    setRead(ids);
  };
  return (
    <Popover
      opened={isOpened}
      onChange={open}
      position="bottom-end"
      width={360}
      trapFocus
      returnFocus
      withinPortal={false}
    >
      <Popover.Target>
        <ToolButton
          label={unread > 0 ? t('notices.unread', { count: unread }) : t('notices.title')}
          icon={IconSpeakerphone}
          isMarked={unread > 0}
          onClick={() => open(!isOpened)}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes['dropdown'] ?? ''} aria-label={t('notices.title')}>
        <Title order={2} size="h4" mb="sm" tabIndex={-1} data-autofocus>
          {t('notices.title')}
        </Title>
        <ScrollArea.Autosize mah={420}>
          {notices.error && !notices.data ? (
            <ErrorState error={notices.error} onRetry={() => void notices.refetch()} />
          ) : notices.isPending ? (
            <Skeleton height={48} />
          ) : shown.length === 0 ? (
            <Text c="dimmed">{t('notices.empty')}</Text>
          ) : (
            <Stack component="ul" gap="md" className={classes['list'] ?? ''}>
              {shown.map((notice) => (
                <Notice key={notice._id} {...notice} />
              ))}
            </Stack>
          )}
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}

function Notice({ severity, text, from }: SystemNotice) {
  const { t } = useTranslation('installation');
  const { business } = useMe();
  const Icon = icons[severity];
  return (
    <li className={classes['notice']} data-severity={severity}>
      <Icon size={18} stroke={1.5} className={classes['icon']} aria-hidden />
      <VisuallyHidden>{t(`notices.severity.${severity}`)}</VisuallyHidden>
      <div>
        <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {text[currentLanguage()]}
        </Text>
        <Text size="xs" c="dimmed">
          {formatInstant(from, business.timezone)}
        </Text>
      </div>
    </li>
  );
}

function readBefore(): string[] {
  return storeOfBrowser.get(readKey)?.split(' ') ?? [];
}

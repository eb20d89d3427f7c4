import type { ListedResponse } from '@escuta/contract/response-list';
import { ActionIcon, Drawer, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { responseQuery, responsesQuery } from '#web/features/responses/api.ts';
import { ResponseDetails } from '#web/features/responses/ResponseDetails.tsx';
import { linkIdOf, useClosing } from '#web/features/responses/use-response-panel.ts';
import { isMissing } from '#web/lib/call.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { useIsPhone } from '#web/lib/use-is-phone.ts';
import { useToday } from '#web/lib/use-today.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { focusPageTitle } from '#web/ui/focus-page-title.ts';
import { listPageSize } from '#web/ui/list/list-search.ts';
import { NotFoundState } from '#web/ui/NotFoundState.tsx';
import classes from './ResponsePanel.module.css';

const route = getRouteApi('/shell/customer-feedback/responses');
const panelWidth = 420;

interface Page {
  readonly data: readonly ListedResponse[];
  readonly total: number;
  readonly totalIsAtLeast?: true | undefined;
}

/** The panel of the response that the address names. `j` and `k` go through the list with it open, `Esc` closes it. */
export function ResponsePanel({ page }: { page: Page | undefined }) {
  const { t } = useTranslation(['responses', 'ui']);
  const search = route.useSearch();
  const close = useClosing();
  const router = useRouter();
  const isPhone = useIsPhone();
  // While the panel slides away it still shows what it showed.
  const [shown, setShown] = useState(search.response);
  if (search.response !== undefined && search.response !== shown) setShown(search.response);
  const isOpen = search.response !== undefined;
  // To the row last read, which need not be the one that was opened.
  useEffect(() => {
    if (isOpen || shown === undefined) return;
    const link = document.getElementById(linkIdOf(shown));
    if (!link) return focusPageTitle();
    link.focus();
    // The router puts the list where it was when the panel opened, before this or after it.
    return router.subscribe('onRendered', () => {
      if (document.activeElement === link) link.scrollIntoView({ block: 'nearest' });
    });
  }, [isOpen, shown, router]);
  return (
    <Drawer
      opened={isOpen}
      onClose={close}
      returnFocus={false}
      position="right"
      size={isPhone ? '100%' : panelWidth}
      // The list beside it stays in use: another row opens in its place.
      withOverlay={false}
      lockScroll={isPhone}
      classNames={{ content: classes['panel'] ?? '' }}
      title={t('panel.title')}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
    >
      {search.response !== undefined && <Moves id={search.response} page={page} />}
      {shown !== undefined && <Content id={shown} onBack={close} />}
    </Drawer>
  );
}

/** The way to the next and the previous response of the list, over the ends of its pages too. */
function Moves({ id, page }: { id: string; page: Page | undefined }) {
  const { t } = useTranslation('responses');
  const { next, previous, at } = useNeighbours(id, page);
  useHotkeys([
    ['j', () => next?.()],
    ['k', () => previous?.()],
  ]);
  if (!page || at === undefined) return null;
  return (
    <Group gap="xs" mb="md">
      <Move label={t('panel.previous')} onGo={previous}>
        <IconChevronUp size={18} stroke={1.5} aria-hidden />
      </Move>
      <Move label={t('panel.next')} onGo={next}>
        <IconChevronDown size={18} stroke={1.5} aria-hidden />
      </Move>
      <Text c="dimmed" size="sm" className="figures" component="output">
        {t(page.totalIsAtLeast ? 'panel.placeOfMore' : 'panel.place', {
          at: formatNumber(at),
          total: formatNumber(page.total),
        })}
      </Text>
    </Group>
  );
}

interface MoveProps {
  readonly label: string;
  readonly onGo: (() => void) | undefined;
  readonly children: ReactNode;
}

/** NOTE: a disabled button loses the focus of whoever has just pressed it, so at an end it is only marked as disabled. */
function Move({ label, onGo, children }: MoveProps) {
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={label}
      title={label}
      aria-disabled={!onGo}
      data-disabled={!onGo || undefined}
      onClick={onGo}
    >
      {children}
    </ActionIcon>
  );
}

/**
 * How to go on from a response, undefined at an end of the list, and where it stands there, counted from 1; nothing of it where the
 * page does not hold it.
 */
function useNeighbours(id: string, page: Page | undefined) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const today = useToday(useMe().business.timezone);
  const at = page?.data.findIndex(({ _id }) => _id === id) ?? -1;
  if (!page || at < 0) return {};
  const number = search.page ?? 1;
  const open = (response: string | undefined, onPage = number) => {
    if (response === undefined) return;
    const place = { response, page: onPage === 1 ? undefined : onPage };
    void navigate({ search: (before) => ({ ...before, ...place }), state: true, replace: true, resetScroll: false });
  };
  /** Over an end of the page, to what stands beside the open response now: answers may have come and moved it. */
  const turn = async (by: 1 | -1) => {
    const read = async (onPage: number) => {
      const { data } = await client.fetchQuery(responsesQuery({ ...search, page: onPage }, today));
      return { data, place: data.findIndex(({ _id }) => _id === id) };
    };
    const here = await read(number);
    const near = here.place < 0 ? undefined : here.data[here.place + by];
    if (near) return open(near._id);
    const beyond = await read(number + by);
    const far = beyond.place < 0 ? beyond.data.at(by > 0 ? 0 : -1) : beyond.data[beyond.place + by];
    open(far?._id, number + by);
  };
  const isLast = at === page.data.length - 1;
  const hasMore = number * listPageSize < page.total;
  return {
    at: (number - 1) * listPageSize + at + 1,
    next: isLast ? (hasMore ? () => void turn(1) : undefined) : () => open(page.data[at + 1]?._id),
    previous: at > 0 ? () => open(page.data[at - 1]?._id) : number > 1 ? () => void turn(-1) : undefined,
  };
}

function Content({ id, onBack }: { id: string; onBack: () => void }) {
  const response = useQuery(responseQuery(id));
  // What was revealed of one response is not known of the next, nor of itself once it is opened again.
  if (response.data) return <ResponseDetails key={id} response={response.data} />;
  if (isMissing(response.error)) return <NotFoundState onBack={onBack} />;
  if (response.error) return <ErrorState error={response.error} onRetry={() => void response.refetch()} />;
  return (
    <Stack gap="lg" aria-busy="true">
      <Skeleton h={28} w="60%" />
      <Skeleton h={64} />
      <Skeleton h={64} />
      <Skeleton h={96} />
    </Stack>
  );
}

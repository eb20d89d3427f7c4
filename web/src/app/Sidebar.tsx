import { isInMenu } from '@escuta/contract/permissions';
import { ActionIcon, AppShell, Badge, NavLink, ScrollArea, Text, Tooltip } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mainMenu, moreMenu } from '#web/app/navigation.ts';
import type { Destination } from '#web/app/navigation.ts';
import { useMe } from '#web/lib/me.ts';
import classes from './Sidebar.module.css';

const rolesWithMore = ['own', 'adm', 'ana', 'acmng'];

/** Where the user may go. */
export function Sidebar({ isCollapsed, onToggle }: { isCollapsed: boolean; onToggle: () => void }) {
  const { t } = useTranslation('shell');
  const { user } = useMe();
  const hasMore = rolesWithMore.includes(user.role);
  const draw = (destination: Destination) => (
    <MenuItem key={destination.to} {...destination} isCollapsed={isCollapsed} />
  );
  return (
    <>
      <AppShell.Section grow component={ScrollArea} p="sm">
        {mainMenu.filter(({ screen }) => isInMenu(user.role, screen)).map(draw)}
        {hasMore && (
          <>
            <Text
              size="xs"
              c="dimmed"
              fw={500}
              px="sm"
              pt="lg"
              pb={4}
              className={isCollapsed ? classes['hidden'] : undefined}
            >
              {t('menu.more')}
            </Text>
            {moreMenu.filter(({ screen }) => isInMenu(user.role, screen)).map(draw)}
          </>
        )}
      </AppShell.Section>
      <AppShell.Section p="sm" visibleFrom="sm">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          onClick={onToggle}
          aria-label={t(isCollapsed ? 'menu.expand' : 'menu.collapse')}
        >
          {isCollapsed ? (
            <IconLayoutSidebarLeftExpand size={20} stroke={1.5} />
          ) : (
            <IconLayoutSidebarLeftCollapse size={20} stroke={1.5} />
          )}
        </ActionIcon>
      </AppShell.Section>
    </>
  );
}

function MenuItem({ to, label, icon: Icon, isNew, isCollapsed }: Destination & { isCollapsed: boolean }) {
  const { t } = useTranslation('shell');
  const isHere = useRouterState({
    select: ({ location }) => location.pathname === to || location.pathname.startsWith(`${to}/`),
  });
  const name = t(label as 'menu.dashboard');
  return (
    <Tooltip label={name} position="right" disabled={!isCollapsed}>
      <NavLink
        renderRoot={(props) => <Link to={to} {...props} />}
        active={isHere}
        aria-current={isHere ? 'page' : undefined}
        aria-label={isCollapsed ? name : undefined}
        label={isCollapsed ? undefined : name}
        leftSection={<Icon size={20} stroke={1.5} aria-hidden />}
        rightSection={
          isNew && !isCollapsed ? (
            <Badge size="sm" variant="light">
              {t('menu.new')}
            </Badge>
          ) : undefined
        }
        className={classes['item'] ?? ''}
      />
    </Tooltip>
  );
}

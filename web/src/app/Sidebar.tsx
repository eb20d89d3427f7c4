import { isNewOn, menuOf } from '@escuta/contract/access-policy';
import type { MenuEntry } from '@escuta/contract/access-policy';
import { AppShell, Badge, NavLink, ScrollArea, Text, Tooltip } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '#web/lib/me.ts';
import { useToday } from '#web/lib/use-today.ts';
import { noticeWarning } from '#web/ui/notices.tsx';
import classes from './Sidebar.module.css';

/** Where the user may go. */
export function Sidebar({ isCollapsed, onToggle }: { isCollapsed: boolean; onToggle: () => void }) {
  const { t } = useTranslation('shell');
  const { user, business, switches } = useMe();
  const today = useToday(business.timezone);
  const more = menuOf(user, 'more', switches);
  const draw = (entry: MenuEntry) => (
    <MenuItem key={entry.screen} {...entry} isNew={isNewOn(entry.screen, today)} isCollapsed={isCollapsed} />
  );
  return (
    <>
      <AppShell.Section grow component={ScrollArea} p="sm">
        {menuOf(user, 'main', switches).map(draw)}
        {more.length > 0 && (
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
            {more.map(draw)}
          </>
        )}
      </AppShell.Section>
      <AppShell.Section p="sm" visibleFrom="sm">
        <WidthButton isCollapsed={isCollapsed} onToggle={onToggle} />
      </AppShell.Section>
    </>
  );
}

/** Makes the menu narrow or wide, and says so: below the ways to the screens it looks like one of them. */
function WidthButton({ isCollapsed, onToggle }: { isCollapsed: boolean; onToggle: () => void }) {
  const { t } = useTranslation('shell');
  const name = t(isCollapsed ? 'menu.expand' : 'menu.collapse');
  const Icon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <Tooltip label={name} position="right" disabled={!isCollapsed}>
      <NavLink
        component="button"
        type="button"
        onClick={onToggle}
        aria-label={isCollapsed ? name : undefined}
        label={isCollapsed ? undefined : name}
        leftSection={<Icon size={20} stroke={1.5} aria-hidden />}
        className={classes['item'] ?? ''}
      />
    </Tooltip>
  );
}

interface MenuItemProps extends MenuEntry {
  readonly isNew: boolean;
  readonly isCollapsed: boolean;
}

/** A way to a screen, with the title and the drawing that its page gives itself. Where it is disabled, it says why. */
function MenuItem({ screen, isNew, isEnabled, isCollapsed }: MenuItemProps) {
  const { t } = useTranslation('shell');
  const to = `/${screen}` as const;
  const { titleKey, icon: Icon } = useRouter().routesByPath[to].options.staticData ?? {};
  const isHere = useRouterState({
    select: ({ location: { pathname }, matches }) =>
      pathname === to ||
      pathname.startsWith(`${to}/`) ||
      matches.some(({ staticData }) => staticData.screen === screen),
  });
  const name = t(titleKey as 'menu.dashboard');
  const drawing = {
    'aria-label': isCollapsed ? name : undefined,
    label: isCollapsed ? undefined : name,
    leftSection: Icon && <Icon size={20} stroke={1.5} aria-hidden />,
    rightSection:
      isNew && !isCollapsed ? (
        <Badge size="sm" variant="light">
          {t('menu.new')}
        </Badge>
      ) : undefined,
    className: classes['item'] ?? '',
  };
  return (
    <Tooltip label={name} position="right" disabled={!isCollapsed}>
      {isEnabled ? (
        <NavLink
          renderRoot={(props) => <Link to={to} {...props} />}
          active={isHere}
          aria-current={isHere ? 'page' : undefined}
          {...drawing}
        />
      ) : (
        // Not the attribute `disabled`: it could not be reached by keyboard, nor say why.
        <NavLink
          component="button"
          aria-disabled
          data-off
          onClick={() => noticeWarning(t('menu.disabled'))}
          {...drawing}
        />
      )}
    </Tooltip>
  );
}

import { AppShell, Badge, NavLink, Text, Tooltip } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { HelpItem } from '#web/app/HelpItem.tsx';
import { MenuScroll } from '#web/app/MenuScroll.tsx';
import { useMenu } from '#web/app/use-menu.ts';
import type { DrawnEntry } from '#web/app/use-menu.ts';
import { noticeWarning } from '#web/ui/notices.tsx';
import classes from './Sidebar.module.css';

/** Where the user may go. */
export function Sidebar({ isCollapsed, onToggle }: { isCollapsed: boolean; onToggle: () => void }) {
  const { t } = useTranslation('shell');
  const { main, more, hasHelp, isLoaded } = useMenu();
  const draw = (entry: DrawnEntry) => (
    <MenuItem key={entry.screen} {...entry} isLoaded={isLoaded} isCollapsed={isCollapsed} />
  );
  return (
    <>
      <AppShell.Section grow mih={0}>
        <MenuScroll>
          {main.map(draw)}
          {hasHelp && <HelpItem isCollapsed={isCollapsed} />}
          {more.length > 0 && (
            <section aria-label={t('menu.more')}>
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
            </section>
          )}
        </MenuScroll>
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

interface MenuItemProps extends DrawnEntry {
  /** False while nobody knows yet what is switched on. */
  readonly isLoaded: boolean;
  readonly isCollapsed: boolean;
}

/** A way to a screen, with the title and the drawing that its page gives itself. Where it is disabled, it says why. */
function MenuItem({ screen, isNew, isEnabled, isLoaded, isCollapsed }: MenuItemProps) {
  const { t } = useTranslation('shell');
  const to = `/${screen}` as const;
  const { titleKey, icon: Icon } = useRouter().routesByPath[to].options.staticData ?? {};
  const isHere = useRouterState({
    select: ({ location: { pathname }, matches }) =>
      pathname === to ||
      pathname.startsWith(`${to}/`) ||
      matches.some(({ staticData }) => (staticData.menuScreen ?? staticData.screen) === screen),
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
          onClick={() => isLoaded && noticeWarning(t('menu.disabled'))}
          {...drawing}
        />
      )}
    </Tooltip>
  );
}

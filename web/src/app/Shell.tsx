import { AppShell, Box } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Sidebar } from '#web/app/Sidebar.tsx';
import { TopBar } from '#web/app/TopBar.tsx';
import { DeliveryBar } from '#web/features/sends/DeliveryBar.tsx';
import { noticeFailure } from '#web/ui/notices.tsx';
import classes from './Shell.module.css';

/** Everything around a page: sidebar (64 px collapsed, a drawer on phones), top bar, content up to 1,280 px. */
export function Shell() {
  const { t } = useTranslation('shell');
  const [drawerOpened, drawer] = useDisclosure(false);
  const [isCollapsed, setCollapsed] = useLocalStorage({
    key: 'sidebar-collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  useAfterNavigation(drawer.close);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: isCollapsed ? 64 : 240, breakpoint: 768, collapsed: { mobile: !drawerOpened } }}
      padding={0}
      classNames={{ header: classes['bar'] ?? '', navbar: classes['bar'] ?? '' }}
    >
      <Notifications position="bottom-right" autoClose={5_000} transitionDuration={150} />
      <a href="#content" className={classes['skip']}>
        {t('skipToContent')}
      </a>
      <AppShell.Header>
        <TopBar isDrawerOpened={drawerOpened} onToggleDrawer={drawer.toggle} />
      </AppShell.Header>
      <AppShell.Navbar aria-label={t('menu.label')}>
        <Sidebar isCollapsed={isCollapsed && !drawerOpened} onToggle={() => setCollapsed(!isCollapsed)} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <DeliveryBar />
        <Box maw={1280} mx="auto" p={{ base: 'md', sm: 'xl' }}>
          <Outlet />
        </Box>
      </AppShell.Main>
    </AppShell>
  );
}

/** After a change of page: closes the drawer, names the tab, tells who was refused. */
function useAfterNavigation(closeDrawer: () => void): void {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { pathname, titleKey, refused } = useRouterState({
    select: ({ location, resolvedLocation, matches }) => ({
      // The address changes before a lazy page has come; its title is there once the navigation is resolved.
      pathname: (resolvedLocation ?? location).pathname,
      titleKey: matches.findLast((match) => match.staticData.titleKey)?.staticData.titleKey,
      refused: (location.search as { refused?: boolean }).refused === true,
    }),
    structuralSharing: true,
  });

  useEffect(() => {
    closeDrawer();
    // The drawer's handler is new with each render and says nothing about the page.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [pathname]);

  useEffect(() => {
    document.title = titleKey ? `${t(titleKey as 'menu.dashboard')} · Escuta` : 'Escuta';
  }, [titleKey, t]);

  useEffect(() => {
    if (!refused) return;
    noticeFailure(t('refused'));
    void navigate({ to: '.', search: (search) => ({ ...search, refused: undefined }), replace: true });
  }, [refused, navigate, t]);
}

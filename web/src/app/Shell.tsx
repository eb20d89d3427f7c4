import { AppShell, Box, FocusTrap } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { Fragment, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sidebar } from '#web/app/Sidebar.tsx';
import { Splash } from '#web/app/Splash.tsx';
import { TopBar } from '#web/app/TopBar.tsx';
import { useMenuDrawer } from '#web/app/use-menu-drawer.ts';
import { useSidebarWidth } from '#web/app/use-sidebar-width.ts';
import { useSignOut } from '#web/app/use-sign-out.ts';
import { SignInAgainDialog } from '#web/features/access/SignInAgainDialog.tsx';
import { DeliveryBar } from '#web/features/sends/DeliveryBar.tsx';
import { storeOfTab } from '#web/lib/browser-store.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useMe } from '#web/lib/me.ts';
import { previewedRole } from '#web/lib/role-preview.ts';
import { isAwayFromHome } from '#web/lib/session.ts';
import { phoneBreakpoint } from '#web/lib/use-is-phone.ts';
import { asidePart } from '#web/ui/aside-part.tsx';
import { noticeFailure } from '#web/ui/notices.tsx';
import { useTabTitle } from '#web/ui/use-tab-title.ts';
import classes from './Shell.module.css';

// On its way while somebody still types on the login page.
const ShellBanners = asidePart(() => import('#web/app/ShellBanners.tsx'), 'ShellBanners', { isPrompt: true });
// Inside the account of a customer nothing is seen without the bar that says so.
const Accounts = asidePart(() => import('#web/features/accounts/Accounts.tsx'), 'Accounts', {
  isPrompt: isAwayFromHome(),
});
const Shortcuts = asidePart(() => import('#web/app/shortcuts/Shortcuts.tsx'), 'Shortcuts');
const UpdatePrompt = asidePart(() => import('#web/app/update/UpdatePrompt.tsx'), 'UpdatePrompt');
const SecondFactorRequired = lazyPart(
  () => import('#web/features/profile/SecondFactorRequired.tsx'),
  'SecondFactorRequired',
);
const PreviewBar = asidePart(() => import('#web/features/team/PreviewBar.tsx'), 'PreviewBar');
const menuId = 'menu';

/** Everything around a page: sidebar (64 px collapsed or on a tablet, a drawer on phones), top bar, content up to 1,280 px. */
export function Shell() {
  const { t } = useTranslation('shell');
  const { burger, ...menu } = useMenuDrawer();
  const { isCollapsed, toggle } = useSidebarWidth();
  const isStill = useReducedMotion();
  const [isTakenOver, setTakenOver] = useState(false);
  useAfterNavigation();
  if (isTakenOver) return <BeginAnew />;
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: isCollapsed ? 64 : 240, breakpoint: phoneBreakpoint, collapsed: { mobile: !menu.isOpened } }}
      padding={0}
      transitionDuration={isStill ? 0 : 150}
      classNames={{ header: classes['bar'] ?? '', navbar: classes['bar'] ?? '' }}
    >
      <SignInAgainDialog onSomebodyElse={() => setTakenOver(true)} />
      <Notifications
        position="top-center"
        classNames={{ root: classes['toasts'] ?? '' }}
        autoClose={5_000}
        transitionDuration={150}
      />
      <Shortcuts />
      <UpdatePrompt />
      <a href="#content" className={classes['skip']} inert={menu.isOpened}>
        {t('skipToContent')}
      </a>
      <AppShell.Header>
        <TopBar burger={burger} menuId={menuId} isMenuOpened={menu.isOpened} onToggleMenu={menu.toggle} />
      </AppShell.Header>
      <FocusTrap active={menu.isOpened}>
        <AppShell.Navbar id={menuId} aria-label={t('menu.label')} inert={menu.isHidden}>
          {menu.isDrawn && <Sidebar isCollapsed={isCollapsed && !menu.isOpened} onToggle={toggle} />}
        </AppShell.Navbar>
      </FocusTrap>
      <AppShell.Main id="content" tabIndex={-1} inert={menu.isOpened}>
        <ScreenOfUnit />
      </AppShell.Main>
    </AppShell>
  );
}

/** Another unit is another screen: nothing that this one holds or waits for goes over to it. */
function ScreenOfUnit() {
  const { user, business, canThemselves } = useMe();
  const leave = useSignOut();
  const previewed = previewedRole(user);
  if (user._empresa.force_authenticator && !user.authenticator_enabled)
    return (
      <Suspense fallback={null}>
        <SecondFactorRequired onLeave={() => void leave()} />
      </Suspense>
    );
  return (
    <Fragment key={business._id}>
      <ShellBanners />
      {previewed && <PreviewBar role={previewed} />}
      {canThemselves('accounts.switch') && <Accounts />}
      <DeliveryBar />
      <Box maw={1280} mx="auto" p={{ base: 'md', sm: 'xl' }}>
        <Outlet />
      </Box>
    </Fragment>
  );
}

/** Somebody else has signed in: nothing of this page may stay, not even what it would ask before it goes. */
function BeginAnew() {
  useEffect(() => {
    storeOfTab.clear();
    window.location.assign('/home');
  }, []);
  return <Splash />;
}

/** After a change of page: names the tab, tells who was refused. */
function useAfterNavigation(): void {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  useTabTitle();
  const refused = useRouterState({
    select: ({ location }) => (location.search as { refused?: boolean }).refused === true,
  });

  useEffect(() => {
    if (!refused) return;
    noticeFailure(t('refused'));
    void navigate({ to: '.', search: (search) => ({ ...search, refused: undefined }), replace: true });
  }, [refused, navigate, t]);
}

import { Burger, Group, Stack, Text } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { Link, useRouterState } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { BusinessSwitcher } from '#web/app/BusinessSwitcher.tsx';
import { ProfileMenu } from '#web/app/ProfileMenu.tsx';
import { UnitName } from '#web/app/UnitName.tsx';
import { useIsPhone } from '#web/lib/use-is-phone.ts';
import { asidePart } from '#web/ui/aside-part.tsx';
import { Mark } from '#web/ui/Mark.tsx';
import classes from './TopBar.module.css';

// On its way while somebody still types on the login page.
const ShellTools = asidePart(() => import('#web/app/ShellTools.tsx'), 'ShellTools', { isPrompt: true });

interface TopBarProps {
  /** The button of the menu, which gets the focus back from it. */
  readonly burger: RefObject<HTMLButtonElement | null>;
  readonly menuId: string;
  readonly isMenuOpened: boolean;
  readonly onToggleMenu: () => void;
}

/** The bar over every page: where one is (TOPBAR-01), the unit, the user. While the menu covers the page, only its button. */
export function TopBar({ burger, menuId, isMenuOpened, onToggleMenu }: TopBarProps) {
  const { t } = useTranslation('shell');
  const isStill = useReducedMotion();
  const isPhone = useIsPhone();
  const titleKey = useRouterState({
    select: ({ matches }) => matches.findLast((match) => match.staticData.titleKey)?.staticData.titleKey,
  });
  const unit = (
    <>
      <UnitName />
      <BusinessSwitcher />
    </>
  );
  return (
    <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="sm">
      <Group gap="sm" wrap="nowrap" miw={0}>
        <Burger
          ref={burger}
          opened={isMenuOpened}
          onClick={onToggleMenu}
          hiddenFrom="sm"
          size="sm"
          transitionDuration={isStill ? 0 : 150}
          aria-label={t('menu.label')}
          aria-expanded={isMenuOpened}
          aria-controls={menuId}
        />
        <Link to="/" className={classes['home']} aria-label={t('home')} inert={isMenuOpened}>
          <Mark size={28} />
          <Text fw={700} size="lg">
            Escuta
          </Text>
        </Link>
        {/* On a phone the unit stands under the title: beside it neither could be read. */}
        <Stack gap={0} miw={0} align="flex-start" inert={isMenuOpened}>
          <Text c="dimmed" maw="100%" truncate className={classes['title']}>
            {titleKey ? t(titleKey as 'menu.dashboard') : ''}
          </Text>
          {isPhone && unit}
        </Stack>
      </Group>
      <Group gap={8} wrap="nowrap" inert={isMenuOpened}>
        <Group gap={0} wrap="nowrap">
          <ShellTools />
        </Group>
        {!isPhone && unit}
        <ProfileMenu />
      </Group>
    </Group>
  );
}

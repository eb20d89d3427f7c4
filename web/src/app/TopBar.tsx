import { Burger, Group, Text } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { BusinessSwitcher } from '#web/app/BusinessSwitcher.tsx';
import { ProfileMenu } from '#web/app/ProfileMenu.tsx';
import { Mark } from '#web/ui/Mark.tsx';
import classes from './TopBar.module.css';

/** The bar over every page: where one is (TOPBAR-01), the unit, the user. */
export function TopBar({ isDrawerOpened, onToggleDrawer }: { isDrawerOpened: boolean; onToggleDrawer: () => void }) {
  const { t } = useTranslation('shell');
  const titleKey = useRouterState({
    select: ({ matches }) => matches.findLast((match) => match.staticData.titleKey)?.staticData.titleKey,
  });
  return (
    <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="sm">
      <Group gap="sm" wrap="nowrap" miw={0}>
        <Burger
          opened={isDrawerOpened}
          onClick={onToggleDrawer}
          hiddenFrom="sm"
          size="sm"
          aria-label={t('menu.label')}
        />
        <Link to="/" className={classes['home']} aria-label={t('home')}>
          <Mark size={28} />
          <Text fw={700} size="lg">
            Escuta
          </Text>
        </Link>
        <Text c="dimmed" truncate className={classes['title']}>
          {titleKey ? t(titleKey as 'menu.dashboard') : ''}
        </Text>
      </Group>
      <Group gap="sm" wrap="nowrap">
        <BusinessSwitcher />
        <ProfileMenu />
      </Group>
    </Group>
  );
}

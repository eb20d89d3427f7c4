import { Button, Group } from '@mantine/core';
import { IconMailOff, IconUsers, IconUsersGroup } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '#web/lib/me.ts';

const places = [
  { key: 'segments', to: '/contatos/segmentos', icon: IconUsersGroup, capability: 'contacts.read' },
  // Who has some of the contacts alone does not see what is said of all of them.
  { key: 'duplicates', to: '/contatos/duplicados', icon: IconUsers, capability: 'contacts.merge' },
  { key: 'suppressions', to: '/contatos/bloqueados', icon: IconMailOff, capability: 'suppressions.read' },
] as const;

/** From the list of contacts to what else is kept of them: no actions, so they stand apart from these. */
export function ContactsNav() {
  const { t } = useTranslation('contacts');
  const { can } = useMe();
  return (
    <Group component="nav" aria-label={t('more')} gap="xs" mb="md" ml={-12}>
      {places
        .filter(({ capability }) => can(capability))
        .map(({ key, to, icon: Icon }) => (
          <Button
            key={key}
            variant="subtle"
            px={12}
            leftSection={<Icon size={16} stroke={1.5} aria-hidden />}
            renderRoot={(props) => <Link to={to} {...props} />}
          >
            {t(key)}
          </Button>
        ))}
    </Group>
  );
}

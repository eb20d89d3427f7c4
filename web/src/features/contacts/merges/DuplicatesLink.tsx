import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '#web/lib/me.ts';

/** From the list of contacts to those that may be one person. */
export function DuplicatesLink() {
  const { t } = useTranslation('contacts');
  const { can } = useMe();
  if (!can('contacts.merge')) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconUsers size={16} stroke={1.5} aria-hidden />}
      renderRoot={(props) => <Link to="/contatos/duplicados" {...props} />}
    >
      {t('duplicates')}
    </Button>
  );
}

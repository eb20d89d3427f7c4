import { Button } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '#web/lib/me.ts';

/** From the list of contacts to the addresses that are not written to. */
export function SuppressionsLink() {
  const { t } = useTranslation('contacts');
  const { can } = useMe();
  if (!can('suppressions.read')) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconMailOff size={16} stroke={1.5} aria-hidden />}
      renderRoot={(props) => <Link to="/contatos/bloqueados" {...props} />}
    >
      {t('suppressions')}
    </Button>
  );
}

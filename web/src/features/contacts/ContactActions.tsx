import { Button } from '@mantine/core';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '#web/lib/me.ts';

/** How contacts come in: from a file, or one by one. */
export function ContactActions({ onCreate }: { onCreate: () => void }) {
  const { t } = useTranslation('contacts');
  const { can } = useMe();
  return (
    <>
      {can('contacts.import') && (
        <Button
          variant="default"
          leftSection={<IconFileImport size={16} stroke={1.5} aria-hidden />}
          renderRoot={(props) => <Link to="/importer/contacts" {...props} />}
        >
          {t('import')}
        </Button>
      )}
      {can('contacts.edit') && (
        <Button leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />} onClick={onCreate}>
          {t('create')}
        </Button>
      )}
    </>
  );
}

import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** The way back to the list of contacts, above the pages that stand below it. */
export function ContactsBackLink() {
  const { t } = useTranslation('shell');
  return (
    <Anchor renderRoot={(props) => <Link to="/contatos" {...props} />} size="sm" data-alone>
      {t('menu.contacts')}
    </Anchor>
  );
}

import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '#web/lib/me.ts';

/** The way from an importer to the list of imports, for whoever sees all of them. */
export function ImportsLink() {
  const { t } = useTranslation('imports');
  const { can } = useMe();
  if (!can('imports.read')) return null;
  return (
    <Anchor renderRoot={(props) => <Link to="/imports" {...props} />} size="sm" data-alone>
      {t('title')}
    </Anchor>
  );
}

import { useTranslation } from 'react-i18next';
import { useMe } from '#web/lib/me.ts';
import { StandaloneLink } from '#web/ui/StandaloneLink.tsx';

/** The way from an importer to the list of imports, for whoever sees all of them. */
export function ImportsLink() {
  const { t } = useTranslation('imports');
  const { can } = useMe();
  if (!can('imports.read')) return null;
  return <StandaloneLink to="/imports">{t('title')}</StandaloneLink>;
}

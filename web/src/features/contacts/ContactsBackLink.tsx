import { useTranslation } from 'react-i18next';
import { StandaloneLink } from '#web/ui/StandaloneLink.tsx';

/** The way back to the list of contacts, above the pages that stand below it. */
export function ContactsBackLink() {
  const { t } = useTranslation('shell');
  return <StandaloneLink to="/contatos">{t('menu.contacts')}</StandaloneLink>;
}

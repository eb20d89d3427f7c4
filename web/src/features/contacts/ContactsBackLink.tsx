import { useTranslation } from 'react-i18next';
import { keptList } from '#web/features/contacts/kept-list.ts';
import { useMe } from '#web/lib/me.ts';
import { StandaloneLink } from '#web/ui/StandaloneLink.tsx';

/** The way back to the list of contacts as it was left, above the pages that stand below it. */
export function ContactsBackLink() {
  const { t } = useTranslation('shell');
  const unit = useMe().business._id;
  return (
    <StandaloneLink to="/contatos" search={keptList(unit)}>
      {t('menu.contacts')}
    </StandaloneLink>
  );
}

import { useTranslation } from 'react-i18next';
import { useIsVisitor } from '#web/lib/account-access.ts';

/** For a setting that only the company's own people change (decision 0037): off for a visitor, whom its text tells why. */
export function useOwnPeopleOnly() {
  const { t } = useTranslation('companies');
  const disabled = useIsVisitor();
  return { disabled, describe: (text: string) => (disabled ? `${text} ${t('ownPeopleOnly')}` : text) };
}

import { useTranslation } from 'react-i18next';

/** Says how a person is called on a screen: a file may have brought an address without a name. */
export function usePersonName(): (person: { readonly name: string }) => string {
  const { t } = useTranslation('ui');
  return ({ name }) => name || t('person.noName');
}

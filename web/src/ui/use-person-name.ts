import { useTranslation } from 'react-i18next';

interface Person {
  readonly name: string;
  /** Nothing is known of them any more. */
  readonly anonymized?: true | undefined;
  readonly anonymized_at?: string | null;
}

/** Says how a person is called on a screen: a file may have brought an address without a name, and some are not to be known. */
export function usePersonName(): (person: Person) => string {
  const { t } = useTranslation('ui');
  return ({ name, anonymized, anonymized_at }) =>
    name || t(anonymized || anonymized_at ? 'person.anonymous' : 'person.noName');
}

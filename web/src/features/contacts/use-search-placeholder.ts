import { canBeSearched, listCustomFields } from '@escuta/contract/custom-fields';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '#web/lib/route-query.ts';

/** Where the words of a search for contacts are looked for: in the company's own searched fields too, by their labels. */
export function useSearchPlaceholder(): string {
  const { t } = useTranslation('contacts');
  const { data } = useQuery(routeQuery(listCustomFields, {}));
  const searched = (data?.data ?? []).filter((field) => field.searchable && canBeSearched(field));
  if (searched.length === 0) return t('searchPlaceholder');
  return t('searchPlaceholderFields', { fields: searched.map(({ label }) => label).join(', ') });
}

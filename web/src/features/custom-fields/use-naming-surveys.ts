import type { CustomField } from '@escuta/contract/custom-fields';
import { listSurveysNaming } from '@escuta/contract/surveys';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import { routeQuery } from '#web/lib/route-query.ts';

/** So many are named; of the rest their number is said. */
const namedMax = 3;

/** A sentence on the surveys that name a field, which go on without its value; empty where there are none, or nobody knows. */
export function useNamingSurveys(field: CustomField | undefined): string {
  const { t } = useTranslation('custom-fields');
  const input = field && { params: { id: field._id } };
  const { data } = useQuery(routeQuery(listSurveysNaming, input, { staleTime: 0, gcTime: 0 }));
  const titles = (data?.data ?? []).map(({ title }) => t('naming.title', { title }));
  if (titles.length === 0) return '';
  const shown = titles.slice(0, namedMax).join(', ');
  const more = titles.length - namedMax;
  return more > 0
    ? t('naming.more', { shown, count: more, number: formatNumber(more) })
    : t('naming.text', { shown, count: titles.length });
}

import type { CustomField } from '@escuta/contract/custom-fields';
import { listSurveysNaming } from '@escuta/contract/surveys';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import { routeQuery } from '#web/lib/route-query.ts';

/** So many are named; of the rest their number is said. */
const namedMax = 3;

export interface NamingSurveys {
  /** On the surveys that name a field, which go on without its value, or that nobody knows which; empty where none does. */
  readonly sentence: string;
  /** Whether that is still asked for. */
  readonly isAwaited: boolean;
  /** Asks again, after it failed. */
  readonly retry: (() => void) | undefined;
}

/** The surveys that name a field; asked for as soon as there is one. */
export function useNamingSurveys(field: CustomField | undefined): NamingSurveys {
  const { t } = useTranslation('custom-fields');
  const input = field && { params: { id: field._id } };
  const { data, isLoading, isError, refetch } = useQuery(
    routeQuery(listSurveysNaming, input, { staleTime: 0, gcTime: 0 }),
  );
  const said = () => {
    if (isError) return t('naming.unknown');
    const titles = (data?.data ?? []).map(({ title }) => t('naming.title', { title }));
    if (titles.length === 0) return '';
    const shown = titles.slice(0, namedMax).join(', ');
    const more = titles.length - namedMax;
    return more > 0
      ? t('naming.more', { shown, count: more, number: formatNumber(more) })
      : t('naming.text', { shown, count: titles.length });
  };
  return { sentence: said(), isAwaited: isLoading, retry: isError ? () => void refetch() : undefined };
}

import { getAnalytics } from '@escuta/contract/analytics';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDays } from '#web/lib/format.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Figure, Figures } from '#web/ui/Figures.tsx';
import { ListTotal } from '#web/ui/ListTotal.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { ResponsesLink } from '#web/ui/ResponsesLink.tsx';

/** How much was answered in the unit lately; each number opens the responses behind it. */
export function AnalyticsPage() {
  const { t } = useTranslation('analytics');
  const answer = useQuery(routeQuery(getAnalytics, {}));
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <Loaded answer={answer}>
        {({ from, to, responses, scored, commented }) =>
          responses.total === 0 ? (
            <EmptyState title={t('empty.title')} text={t('empty.text', { days: formatDays({ from, to }) })} />
          ) : (
            <Figures label={t('period', { days: formatDays({ from, to }) })}>
              <Figure name={t('responses')} text={formatDays({ from, to })}>
                <ResponsesLink filter={{ from, to }}>
                  <ListTotal {...responses} />
                </ResponsesLink>
              </Figure>
              <Figure name={t('scored')} text={formatDays({ from, to })}>
                <ResponsesLink filter={{ from, to, score: 'with' }}>
                  <ListTotal {...scored} />
                </ResponsesLink>
              </Figure>
              <Figure name={t('commented')} text={formatDays({ from, to })}>
                <ResponsesLink filter={{ from, to, comment: 'with' }}>
                  <ListTotal {...commented} />
                </ResponsesLink>
              </Figure>
            </Figures>
          )
        }
      </Loaded>
    </>
  );
}

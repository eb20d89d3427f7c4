import { getInsights } from '@escuta/contract/insights';
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

/** How many comments of the unit there are to read; each number opens them. */
export function InsightsPage() {
  const { t } = useTranslation('insights');
  const answer = useQuery(routeQuery(getInsights, {}));
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <Loaded answer={answer}>
        {({ from, to, comments, lastThirtyDays }) =>
          comments.total === 0 ? (
            <EmptyState title={t('empty.title')} text={t('empty.text')} />
          ) : (
            <Figures label={t('title')}>
              <Figure name={t('comments')} text={t('all')}>
                <ResponsesLink filter={{ comment: 'with' }}>
                  <ListTotal {...comments} />
                </ResponsesLink>
              </Figure>
              <Figure name={t('lately')} text={formatDays({ from, to })}>
                <ResponsesLink filter={{ from, to, comment: 'with' }}>
                  <ListTotal {...lastThirtyDays} />
                </ResponsesLink>
              </Figure>
            </Figures>
          )
        }
      </Loaded>
    </>
  );
}

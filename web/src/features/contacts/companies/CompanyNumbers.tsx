import { isSwitchedOn } from '@escuta/contract/access-policy';
import { getContactCompanyScore } from '@escuta/contract/analytics';
import type { ContactCompanyId } from '@escuta/contract/ids';
import { metrics } from '@escuta/contract/metrics';
import type { Output } from '@escuta/contract/route';
import { countCompanyTickets } from '@escuta/contract/tickets';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { formatScore } from '#web/lib/score-text.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { Figure, Figures } from '#web/ui/Figures.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { NoValue } from '#web/ui/NoValue.tsx';
import { ResponsesLink } from '#web/ui/ResponsesLink.tsx';
import { SmallSampleMark } from '#web/ui/SmallSampleMark.tsx';

type CompanyScores = Output<(typeof getContactCompanyScore)['definition']['answer']>;
type MetricScore = CompanyScores['scores'][number];
type OpenTicketsCount = Output<(typeof countCompanyTickets)['definition']['answer']>;

/** What the people of a company say, pooled, by each metric that they answered, and how many of their tickets are open. */
export function CompanyNumbers({ id }: { id: ContactCompanyId }) {
  const { t } = useTranslation(['contact-companies', ...metrics]);
  const { can, switches } = useMe();
  const worksOnTickets = can('tickets.read') && isSwitchedOn('ticketing', switches);
  const scores = useQuery(routeQuery(getContactCompanyScore, { params: { id } }, { staleTime: 0 }));
  const tickets = useQuery(
    routeQuery(countCompanyTickets, worksOnTickets ? { params: { id } } : undefined, { staleTime: 0 }),
  );
  return (
    <Loaded answer={scores}>
      {({ scores: found, from, to }) => (
        <Figures label={t('page.numbers')}>
          {found.length === 0 && (
            <Figure name={t('page.scores')} text={t('page.scoresNone')}>
              <NoValue />
            </Figure>
          )}
          {found.map(({ metric, score }) => (
            <Figure
              key={metric}
              name={t('page.score', { metric: t(`${metric}:name`) })}
              text={<Ground id={id} metric={metric} score={score} from={from} to={to} />}
            >
              {formatScore(metric, score.value)}
            </Figure>
          ))}
          {worksOnTickets && <OpenTickets answer={tickets} />}
        </Figures>
      )}
    </Loaded>
  );
}

/** How many tickets of its people are open; why not, where the number did not come. */
function OpenTickets({ answer: { data, error } }: { answer: UseQueryResult<OpenTicketsCount> }) {
  const { t } = useTranslation('contact-companies');
  const errorText = useErrorText();
  if (!data)
    return (
      <Figure name={t('page.tickets')} text={error && errorText(error)}>
        {error ? <NoValue /> : <Skeleton height={36} width={48} />}
      </Figure>
    );
  return (
    <Figure name={t('page.tickets')} text={t('page.ticketsText')}>
      {data.totalIsAtLeast ? t('page.atLeast', { n: formatNumber(data.total) }) : formatNumber(data.total)}
    </Figure>
  );
}

/** What stands behind a score: how sure it is, and the answers. */
type GroundProps = MetricScore & Pick<CompanyScores, 'from' | 'to'> & { id: ContactCompanyId };

function Ground({ id, metric, score, from, to }: GroundProps) {
  const { t } = useTranslation('dashboard');
  return (
    <>
      <Interval metric={metric} score={score} />
      <ResponsesLink filter={{ contactCompanyId: id, metric, score: 'with', from, to }}>
        {t('answers', { count: score.n, n: formatNumber(score.n) })}
      </ResponsesLink>{' '}
      {score.sample === 'small' && <SmallSampleMark />}
      {score.sample === 'hidden' && <div>{t('hidden')}</div>}
    </>
  );
}

function Interval({ metric, score: { lo, hi } }: MetricScore) {
  const { t } = useTranslation('dashboard');
  if (lo === null || hi === null) return null;
  return <div>{t('interval', { lo: formatScore(metric, lo), hi: formatScore(metric, hi) })}</div>;
}

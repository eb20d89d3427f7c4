import { isSwitchedOn } from '@escuta/contract/access-policy';
import { getContactCompanyScore } from '@escuta/contract/analytics';
import type { Score } from '@escuta/contract/analytics';
import type { ContactCompanyId } from '@escuta/contract/ids';
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

type CompanyScore = Output<(typeof getContactCompanyScore)['definition']['answer']>;
type OpenTicketsCount = Output<(typeof countCompanyTickets)['definition']['answer']>;

/** What the people of a company say, pooled, and how many of their tickets are open. */
export function CompanyNumbers({ id }: { id: ContactCompanyId }) {
  const { t } = useTranslation('contact-companies');
  const { can, switches } = useMe();
  const worksOnTickets = can('tickets.read') && isSwitchedOn('ticketing', switches);
  const score = useQuery(routeQuery(getContactCompanyScore, { params: { id } }, { staleTime: 0 }));
  const tickets = useQuery(
    routeQuery(countCompanyTickets, worksOnTickets ? { params: { id } } : undefined, { staleTime: 0 }),
  );
  return (
    <Loaded answer={score}>
      {(loaded) => (
        <Figures label={t('page.numbers')}>
          <Figure name={t('page.nps')} text={<Ground id={id} {...loaded} />}>
            {formatScore('nps', loaded.score.value)}
          </Figure>
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

/** What stands behind the score: how sure it is, and the answers. */
function Ground({ id, score, from, to }: CompanyScore & { id: ContactCompanyId }) {
  const { t } = useTranslation(['contact-companies', 'dashboard']);
  if (score.n === 0) return t('page.npsNone');
  return (
    <>
      <Interval score={score} />
      <ResponsesLink filter={{ contactCompanyId: id, metric: 'nps', score: 'with', from, to }}>
        {t('dashboard:answers', { count: score.n, n: formatNumber(score.n) })}
      </ResponsesLink>{' '}
      {score.sample === 'small' && <SmallSampleMark />}
      {score.sample === 'hidden' && <div>{t('dashboard:hidden')}</div>}
    </>
  );
}

function Interval({ score: { lo, hi } }: { score: Score }) {
  const { t } = useTranslation(['contact-companies', 'dashboard']);
  if (lo === null || hi === null) return null;
  return <div>{t('dashboard:interval', { lo: formatScore('nps', lo), hi: formatScore('nps', hi) })}</div>;
}

import { listTicketCases } from '@escuta/contract/tickets';
import type { TicketCase } from '@escuta/contract/tickets';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { HiddenAnswer } from '#web/ui/HiddenAnswer.tsx';
import type { Column } from '#web/ui/list/column.ts';
import { pageOf } from '#web/ui/list/list-search.ts';
import { ListPage } from '#web/ui/list/ListPage.tsx';
import { useListState } from '#web/ui/list/use-list-state.ts';
import { NoValue } from '#web/ui/NoValue.tsx';
import { ResponsesLink } from '#web/ui/ResponsesLink.tsx';
import { ScoreChip } from '#web/ui/ScoreChip.tsx';

const route = getRouteApi('/shell/ticketing');

/** The responses of the unit that a ticket could be about: those with a low score. */
export function TicketsPage() {
  const { t } = useTranslation('tickets');
  const search = route.useSearch();
  const cases = useQuery(routeQuery(listTicketCases, { query: pageOf(search) }, { placeholderData: keepPreviousData }));
  return (
    <ListPage
      name="tickets"
      title={t('title')}
      text={t('text')}
      countText={(count) => t('count', { count })}
      state={useListState(search)}
      answer={cases}
      columns={useCaseColumns()}
      empty={<EmptyState title={t('empty.title')} text={t('empty.text')} />}
    />
  );
}

function useCaseColumns(): Column<TicketCase>[] {
  const { t } = useTranslation('tickets');
  const { timezone } = useMe().business;
  return [
    {
      key: 'survey',
      header: t('column.survey'),
      width: 260,
      cell: ({ _id, survey, score_group }) => (
        <ResponsesLink filter={score_group ? { group: score_group } : {}} responseId={_id}>
          {survey.title}
        </ResponsesLink>
      ),
    },
    {
      key: 'score',
      header: t('column.score'),
      width: 90,
      card: 'corner',
      cell: ({ metric, score }) =>
        metric === null || score === null ? <NoValue /> : <ScoreChip metric={metric} score={score} />,
    },
    {
      key: 'comment',
      header: t('column.comment'),
      card: 'line',
      cell: ({ comment, comment_hidden }) => (comment_hidden ? <HiddenAnswer /> : (comment ?? <NoValue />)),
    },
    {
      key: 'when',
      header: t('column.when'),
      width: 192,
      cell: ({ answered_at }) => <span className="figures">{formatInstant(answered_at, timezone)}</span>,
    },
  ];
}

import type { Dashboard } from '@escuta/contract/analytics';
import type { SurveyId } from '@escuta/contract/ids';
import { metrics } from '@escuta/contract/metrics';
import type { Metric } from '@escuta/contract/metrics';
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dashboardQuery, filterOf } from '#web/features/dashboard/api.ts';
import { CommentsCard } from '#web/features/dashboard/CommentsCard.tsx';
import { DashboardCard } from '#web/features/dashboard/DashboardCard.tsx';
import { DistributionCard } from '#web/features/dashboard/DistributionCard.tsx';
import { FilterBar } from '#web/features/dashboard/FilterBar.tsx';
import { FirstStepsCard, useFirstSteps } from '#web/features/dashboard/FirstStepsCard.tsx';
import { MetricChoice } from '#web/features/dashboard/MetricChoice.tsx';
import { ShownResponses } from '#web/features/dashboard/NumberLink.tsx';
import { ResponseRateCard } from '#web/features/dashboard/ResponseRateCard.tsx';
import { ScoreCard } from '#web/features/dashboard/ScoreCard.tsx';
import { TrendCard } from '#web/features/dashboard/TrendCard.tsx';
import { formatDays, formatTime } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { useToday } from '#web/lib/use-today.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import classes from './DashboardPage.module.css';

const route = getRouteApi('/shell/cf-dashboard');

// Most periods have answers.
const NoAnswersCard = lazy(async () => ({
  default: (await import('#web/features/dashboard/NoAnswersCard.tsx')).NoAnswersCard,
}));

/** How the unit stands: score, distribution, response rate, trend, last comments. The address bar holds the filters. */
export function DashboardPage() {
  const { t } = useTranslation(['dashboard', 'ui']);
  // The words of the cards come with the page: a card that waited for its own would hide the title, which has the focus.
  useTranslation(metrics);
  const { business, can } = useMe();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const today = useToday(business.timezone);
  const filter = filterOf(search, today);
  const period = { from: filter.from, to: filter.to };
  const chooseMetric = (metric: Metric) =>
    void navigate({ search: (before) => ({ ...before, metric }), replace: true });
  const dashboard = useQuery(dashboardQuery(filter));
  const isSilent = dashboard.data?.score.n === 0 && dashboard.data.comments === 0;
  const steps = useFirstSteps(hasNoAnswer(dashboard.data));
  // A metric that fails must not take the way back to the others with it.
  const [choice, setChoice] = useState<readonly Metric[]>(metrics);
  if (dashboard.data && dashboard.data.metrics !== choice) setChoice(dashboard.data.metrics);

  return (
    <>
      <PageHeader
        title={t('title')}
        titleClassName={classes['title']}
        text={formatDays(period)}
        actions={
          dashboard.data ? (
            <Freshness numbers={dashboard.data} hasFailed={dashboard.error !== null} />
          ) : (
            !dashboard.error && <Skeleton h={{ base: 28, sm: 20 }} w={128} />
          )
        }
      />
      <FilterBar period={period} today={today} />
      {steps && steps !== 'loading' ? (
        <FirstStepsCard steps={steps} />
      ) : (
        <ShownResponses value={{ ...filter, ...(dashboard.data ? { metric: dashboard.data.metric } : {}) }}>
          <div className={classes['grid']} data-old={dashboard.isPlaceholderData || undefined}>
            {dashboard.error && !dashboard.data ? (
              <DashboardCard
                title={t('numbers')}
                className={classes['wide']}
                actions={
                  search.metric && <MetricChoice metric={search.metric} metrics={choice} onMetric={chooseMetric} />
                }
              >
                <ErrorState error={dashboard.error} onRetry={() => void dashboard.refetch()} />
              </DashboardCard>
            ) : (
              <Numbers
                numbers={steps === 'loading' ? undefined : dashboard.data}
                surveyId={search.surveyId}
                onMetric={chooseMetric}
              />
            )}
            {can('comments.read') && !isSilent && (
              <CommentsCard filter={filter} count={dashboard.data?.comments} className={classes['wide']} />
            )}
          </div>
        </ShownResponses>
      )}
    </>
  );
}

interface NumbersProps {
  readonly numbers: Dashboard | undefined;
  readonly surveyId: SurveyId | undefined;
  readonly onMetric: (metric: Metric) => void;
}

function Numbers({ numbers, surveyId, onMetric }: NumbersProps) {
  // With a choice of metrics the card stays: another one may have answers.
  if (numbers?.score.n === 0 && numbers.metrics.length < 2) {
    const { metric, responseRate } = numbers;
    return (
      <>
        <Suspense fallback={<TrendCard numbers={undefined} className={classes['wide']} />}>
          <NoAnswersCard metric={metric} surveyId={surveyId} className={classes['wide']} />
        </Suspense>
        {responseRate.sent > 0 && <ResponseRateCard numbers={numbers} className={classes['wide']} />}
      </>
    );
  }
  return (
    <>
      <ScoreCard numbers={numbers} onMetric={onMetric} className={classes['score']} />
      <DistributionCard numbers={numbers} className={classes['distribution']} />
      <ResponseRateCard numbers={numbers} className={classes['rate']} />
      <TrendCard numbers={numbers} className={classes['wide']} />
    </>
  );
}

/** Since when the numbers hold. Not a live region: it changes all the time and says nothing new. */
function Freshness({ numbers, hasFailed }: { numbers: Dashboard; hasFailed: boolean }) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const time = formatTime(numbers.updatedAt, numbers.timezone);
  return (
    <Text c="dimmed" size="sm" className={`figures ${classes['freshness']}`} data-failed={hasFailed || undefined}>
      {hasFailed ? t('notUpdated', { time }) : t('updated', { time })}
    </Text>
  );
}

function hasNoAnswer(numbers: Dashboard | undefined): boolean {
  return numbers !== undefined && numbers.score.n === 0 && numbers.comparison.previous.n === 0;
}

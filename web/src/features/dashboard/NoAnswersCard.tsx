import type { Dashboard } from '@escuta/contract/analytics';
import type { SurveyId } from '@escuta/contract/ids';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { surveyChoicesQuery } from '#web/features/dashboard/api.ts';
import { DashboardCard } from '#web/features/dashboard/DashboardCard.tsx';
import { useMe } from '#web/lib/me.ts';
import { useMetricWords } from '#web/lib/metric-words.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';

interface NoAnswersCardProps {
  readonly metric: Dashboard['metric'];
  /** The survey that the page is narrowed to. */
  readonly surveyId: SurveyId | undefined;
  readonly className?: string | undefined;
}

/** Stands for all cards that would say nothing: nobody answered in the period. Says so once, and offers to ask people. */
export function NoAnswersCard({ metric, surveyId, className }: NoAnswersCardProps) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const { can } = useMe();
  const words = useMetricWords(metric);
  const maySend = can('sends.create') && surveyId !== undefined;
  const { data } = useQuery(surveyChoicesQuery(maySend));
  const isActive = data?.data.some(({ _id, status }) => _id === surveyId && status === 'active') ?? false;
  return (
    <DashboardCard title={words.name} className={className}>
      <EmptyState
        title={t('trend.summaryEmpty')}
        text={t('trend.emptyText')}
        action={
          maySend &&
          isActive && (
            <Button renderRoot={(props) => <Link to="/sends/new" search={{ surveyId }} {...props} />}>
              {t('survey.send')}
            </Button>
          )
        }
      />
    </DashboardCard>
  );
}

import type { Dashboard } from '@escuta/contract/analytics';
import type { SurveyId } from '@escuta/contract/ids';
import { Button, Skeleton } from '@mantine/core';
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

/** Stands for all cards that would say nothing: nobody answered in the period. Says so once, and offers the way to answers. */
export function NoAnswersCard({ metric, surveyId, className }: NoAnswersCardProps) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const { can } = useMe();
  const words = useMetricWords(metric);
  const { data, isLoading } = useQuery(surveyChoicesQuery(can('surveys.read') && surveyId !== undefined));
  const status = data?.data.find(({ _id }) => _id === surveyId)?.status;
  return (
    <DashboardCard title={words.name} className={className} isBusy={isLoading}>
      {isLoading ? (
        <Skeleton h={240} />
      ) : status === 'draft' ? (
        <EmptyState
          title={t('draft.title')}
          text={t('draft.text')}
          action={
            surveyId &&
            can('surveys.edit') && (
              <Button
                renderRoot={(props) => (
                  <Link to="/customer-feedback/create-survey/$surveyId" params={{ surveyId }} {...props} />
                )}
              >
                {t('first.surveys.publish')}
              </Button>
            )
          }
        />
      ) : (
        <EmptyState
          title={t('trend.summaryEmpty')}
          text={t('trend.emptyText')}
          action={
            surveyId &&
            status === 'active' &&
            can('sends.create') && (
              <Button renderRoot={(props) => <Link to="/sends/new" search={{ surveyId }} {...props} />}>
                {t('survey.send')}
              </Button>
            )
          }
        />
      )}
    </DashboardCard>
  );
}

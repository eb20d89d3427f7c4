import type { Dashboard } from '@escuta/contract/analytics';
import type { SurveyId } from '@escuta/contract/ids';
import type { Survey } from '@escuta/contract/surveys';
import { Button, Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
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

const route = getRouteApi('/shell/cf-dashboard');

/** Stands for all cards that would say nothing: nobody answered in the period. Says so once, and offers the way to answers. */
export function NoAnswersCard({ metric, surveyId, className }: NoAnswersCardProps) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const { can } = useMe();
  const words = useMetricWords(metric);
  const { data, isLoading } = useQuery(surveyChoicesQuery(can('surveys.read') && surveyId !== undefined));
  const survey = data?.data.find(({ _id }) => _id === surveyId);
  return (
    <DashboardCard title={words.name} className={className} isBusy={isLoading}>
      {isLoading ? (
        <Skeleton h={240} />
      ) : surveyId ? (
        <NoAnswersOfSurvey surveyId={surveyId} survey={survey} />
      ) : (
        <EmptyState title={t('trend.summaryEmpty')} text={t('trend.emptyText')} />
      )}
    </DashboardCard>
  );
}

interface NoAnswersOfSurveyProps {
  readonly surveyId: SurveyId;
  /** Undefined where the user may not read it, or it is beyond the list. */
  readonly survey: Survey | undefined;
}

/** Names the filter that leaves nothing, what can be done for its survey, and how to take it back. */
function NoAnswersOfSurvey({ surveyId, survey }: NoAnswersOfSurveyProps) {
  const { t } = useTranslation('dashboard');
  const { can } = useMe();
  const navigate = route.useNavigate();
  const isDraft = survey?.status === 'draft';
  const text = survey ? t('survey.empty', { title: survey.title }) : t('survey.emptyOne');
  return (
    <EmptyState
      title={t(isDraft ? 'draft.title' : 'trend.summaryEmpty')}
      text={isDraft ? t('draft.text') : text}
      action={
        <Group gap="sm" justify="center">
          <Button
            variant="default"
            onClick={() =>
              void navigate({
                search: (before) => ({ ...before, surveyId: undefined, metric: undefined }),
                replace: true,
              })
            }
          >
            {t('survey.clear')}
          </Button>
          {isDraft && can('surveys.edit') && (
            <Button
              renderRoot={(props) => (
                <Link to="/customer-feedback/create-survey/$surveyId" params={{ surveyId }} {...props} />
              )}
            >
              {t('first.surveys.publish')}
            </Button>
          )}
          {survey?.status === 'active' && can('sends.create') && (
            <Button renderRoot={(props) => <Link to="/sends/new" search={{ surveyId }} {...props} />}>
              {t('survey.send')}
            </Button>
          )}
        </Group>
      }
    />
  );
}

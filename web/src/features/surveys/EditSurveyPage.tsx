import { Group, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { surveyDraftQuery } from '#web/features/surveys/api.ts';
import { SurveyEditor } from '#web/features/surveys/SurveyEditor.tsx';
import { isMissing } from '#web/lib/call.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { NotFoundState } from '#web/ui/NotFoundState.tsx';
import { RouteTitle } from '#web/ui/RouteTitle.tsx';

const route = getRouteApi('/shell/customer-feedback/create-survey/$surveyId');
const skeletonFields = ['1', '2', '3', '4', '5'];

/** The page of one survey's texts. */
export function EditSurveyPage() {
  const { surveyId } = route.useParams();
  const draft = useQuery(surveyDraftQuery(surveyId));
  if (draft.data) return <SurveyEditor key={surveyId} draft={draft.data} />;
  if (isMissing(draft.error)) return <NotFoundState />;
  if (draft.error)
    return (
      <>
        <RouteTitle />
        <ErrorState error={draft.error} onRetry={() => void draft.refetch()} />
      </>
    );
  return <Loading />;
}

function Loading() {
  const { t } = useTranslation('surveys');
  return (
    <Group
      component="section"
      align="flex-start"
      gap={32}
      wrap="nowrap"
      aria-busy="true"
      aria-label={t('editor.loading')}
    >
      <Stack flex={1} gap="lg">
        <RouteTitle />
        {skeletonFields.map((field) => (
          <Skeleton key={field} height={52} />
        ))}
      </Stack>
      <Skeleton height={560} width={390} visibleFrom="lg" />
    </Group>
  );
}

import type { SurveyId } from '@escuta/contract/ids';
import type { ImportPreview } from '@escuta/contract/imports';
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { answeredSurveysQuery, useUploadAnswers } from '#web/features/imports/api.ts';
import { AnswersSample } from '#web/features/imports/AnswersSample.tsx';
import { FileStep } from '#web/features/imports/FileStep.tsx';
import { ImportsLink } from '#web/features/imports/ImportsLink.tsx';
import { ImportSteps, stepOf } from '#web/features/imports/ImportSteps.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Select } from '#web/ui/Select.tsx';

const route = getRouteApi('/shell/importer/answers');

/** From a file of another tool to answers of one survey: choose both, check what we found in the file, follow the import. */
export function ImportAnswersPage() {
  const { t } = useTranslation('imports');
  const { surveyId, ...search } = route.useSearch();
  const navigate = useNavigate();
  const step = stepOf(search);
  return (
    <>
      <ImportsLink />
      <PageHeader
        title={t('answers.title')}
        text={step === 'file' ? t('answers.file.text') : t(`importer.${step}.text`)}
      />
      <ImportSteps
        {...search}
        goTo={(next, options) => void navigate({ to: '/importer/answers', search: { surveyId, ...next }, ...options })}
        file={(onFound) => (
          <SurveyAndFile
            surveyId={surveyId}
            onSurvey={(chosen) =>
              void navigate({ to: '/importer/answers', search: { surveyId: chosen }, replace: true })
            }
            onFound={onFound}
          />
        )}
      />
    </>
  );
}

interface SurveyAndFileProps {
  readonly surveyId: SurveyId | undefined;
  readonly onSurvey: (surveyId: SurveyId | undefined) => void;
  readonly onFound: (preview: ImportPreview) => void;
}

/** The first step: the survey that the answers are to, since its questions are what the columns may be, and the file. */
function SurveyAndFile({ surveyId, onSurvey, onFound }: SurveyAndFileProps) {
  const { t } = useTranslation('imports');
  const surveys = useQuery(answeredSurveysQuery());
  const upload = useUploadAnswers(surveyId);
  return (
    <Loaded answer={surveys}>
      {({ data }) => {
        // One that was never published has asked nobody.
        const published = data.filter(({ version }) => version !== null);
        if (published.length === 0) return <NoSurvey />;
        const chosen = published.find(({ _id }) => _id === surveyId);
        return (
          <Stack gap="lg">
            <Select
              maw={480}
              label={t('answers.survey.label')}
              description={t('answers.survey.text')}
              placeholder={t('answers.survey.placeholder')}
              nothingFoundMessage={t('answers.survey.nothing')}
              data={published.map(({ _id, title }) => ({ value: _id, label: title }))}
              value={chosen?._id ?? null}
              onChange={(id) => onSurvey(id ?? undefined)}
              searchable
              openOnFocus={false}
              allowDeselect={false}
            />
            {chosen && <FileStep key={chosen._id} upload={upload} onFound={onFound} sample={<AnswersSample />} />}
          </Stack>
        );
      }}
    </Loaded>
  );
}

function NoSurvey() {
  const { t } = useTranslation('imports');
  return (
    <EmptyState
      drawing="table"
      title={t('answers.empty.title')}
      text={t('answers.empty.text')}
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/customer-feedback" {...props} />}>
          {t('answers.empty.surveys')}
        </Button>
      }
    />
  );
}

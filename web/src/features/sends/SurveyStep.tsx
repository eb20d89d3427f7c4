import type { SurveyId } from '@escuta/contract/ids';
import type { Survey } from '@escuta/contract/surveys';
import { Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { surveyChoicesQuery } from '#web/features/sends/api.ts';
import { isSendable } from '#web/features/sends/send-problems.ts';
import { StepCard } from '#web/features/sends/StepCard.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Select } from '#web/ui/Select.tsx';

interface SurveyStepProps {
  readonly surveyId: SurveyId | undefined;
  /** The survey that the address names; it may be beyond the list. */
  readonly chosen: Survey | undefined;
  readonly error: string | undefined;
  readonly onChoose: (surveyId: SurveyId | undefined) => void;
}

/** The first step: which survey. */
export function SurveyStep({ surveyId, chosen, error, onChoose }: SurveyStepProps) {
  const { t } = useTranslation('sends');
  const surveys = useQuery(surveyChoicesQuery());
  const listed = surveys.data?.data ?? [];
  const options = chosen && !listed.some(({ _id }) => _id === chosen._id) ? [chosen, ...listed] : listed;
  return (
    <StepCard number={1} title={t('new.survey.title')} text={t('new.survey.text')}>
      {surveys.isPending && <Skeleton height={36} />}
      {surveys.isLoadingError && <ErrorState error={surveys.error} onRetry={() => void surveys.refetch()} />}
      {surveys.data && options.length === 0 && (
        <Text>
          {t('new.survey.none')} {/* Another feature's page: by its address, as the menu does. */}
          <Anchor href="/customer-feedback" underline="always" data-field="survey">
            {t('new.survey.toSurveys')}
          </Anchor>
        </Text>
      )}
      {options.length > 0 && (
        <Select
          data-field="survey"
          aria-label={t('new.survey.label')}
          placeholder={t('new.survey.placeholder')}
          searchable
          openOnFocus={false}
          allowDeselect={false}
          nothingFoundMessage={t('new.survey.nothing')}
          data={options.map((survey) => ({ value: survey._id, label: survey.title, disabled: !isSendable(survey) }))}
          value={surveyId ?? null}
          onChange={(value) => onChoose(value ?? undefined)}
          error={error}
        />
      )}
    </StepCard>
  );
}

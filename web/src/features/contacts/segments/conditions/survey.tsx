import { SurveyId } from '@escuta/contract/ids';
import { useTranslation } from 'react-i18next';
import { useSources } from '#web/features/contacts/segments/conditions/condition-entry.ts';
import type { ConditionEntry } from '#web/features/contacts/segments/conditions/condition-entry.ts';
import { Choice, DaysInput } from '#web/features/contacts/segments/conditions/inputs.tsx';
import { formatNumber } from '#web/lib/format.ts';

const facts = ['sent', 'notSent', 'opened', 'notOpened', 'answered', 'notAnswered'] as const;

/** Whether a survey went out to the contact, was opened or came back, in the last days. */
export const survey: ConditionEntry<'survey'> = {
  subjects: (t) => [
    {
      key: 'survey',
      label: t('field.survey'),
      group: 'surveys',
      start: { kind: 'survey', did: 'answered', surveyId: null, days: 30 },
    },
  ],
  subjectOf: () => 'survey',
  Fields({ condition, onChange }) {
    const { t } = useTranslation('segments');
    const { surveys } = useSources();
    const { did, surveyId, days } = condition;
    const isListed = surveyId === null || surveys.some(({ _id }) => _id === surveyId);
    return (
      <>
        <Choice
          label={t('survey.did')}
          value={did}
          options={facts.map((fact) => ({ value: fact, label: t(`survey.op.${fact}`) }))}
          onChange={(chosen) => onChange({ ...condition, did: chosen })}
        />
        <Choice<string>
          label={t('survey.label')}
          value={surveyId ?? ''}
          options={[
            { value: '', label: t('survey.any') },
            ...(isListed ? [] : [{ value: surveyId, label: t('survey.other') }]),
            ...surveys.map(({ _id, title }) => ({ value: _id, label: title })),
          ]}
          onChange={(chosen) => onChange({ ...condition, surveyId: SurveyId.safeParse(chosen).data ?? null })}
        />
        <DaysInput
          label={t('survey.days')}
          value={days}
          onChange={(typed) => onChange({ ...condition, days: typed })}
        />
      </>
    );
  },
  Sentence({ condition: { did, surveyId, days } }) {
    const { t } = useTranslation('segments');
    const { surveys } = useSources();
    const title = surveys.find(({ _id }) => _id === surveyId)?.title ?? t('survey.other');
    const anySurvey = t(did.startsWith('not') ? 'survey.none' : 'survey.any');
    return t(`sentence.survey.${did}`, {
      survey: surveyId === null ? anySurvey : title,
      count: days ?? 0,
      number: formatNumber(days ?? 0),
    });
  },
};

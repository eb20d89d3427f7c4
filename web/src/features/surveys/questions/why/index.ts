import type { ScoreGroup } from '@escuta/contract/metrics';
import type { QuestionOf } from '@escuta/contract/questions/index';
import type { QuestionEditor } from '#web/features/surveys/questions/question-editor.ts';
import { WhyFields } from '#web/features/surveys/questions/why/WhyFields.tsx';

/** How the editor handles the open question. */
export const whyEditor: QuestionEditor<QuestionOf<'why'>> = {
  Fields: WhyFields,
  labelOf: (place, { t, groupAndScores }) => {
    if (place === 'placeholder') return t('field.why.placeholder');
    const asked = groupAndScores(place.replace('titles.', '') as ScoreGroup);
    return asked ? t('field.why.title', asked) : t('field.why.toAll');
  },
  stepOf: ({ t }) => t('preview.steps.why'),
  templateIcons: {},
};

import type { QuestionOf } from '@escuta/contract/questions/index';
import { IconBed, IconHeartHandshake, IconShoppingBag } from '@tabler/icons-react';
import type { QuestionEditor } from '#web/features/surveys/questions/question-editor.ts';
import { ScoreFields, scoreLabelOf } from '#web/features/surveys/questions/ScoreFields.tsx';

/** How the editor handles the question of NPS. */
export const npsEditor: QuestionEditor<QuestionOf<'nps'>> = {
  Fields: ScoreFields,
  labelOf: scoreLabelOf,
  stepOf: ({ t }) => t('preview.steps.score'),
  templateIcons: {
    'nps-relationship': IconHeartHandshake,
    'nps-purchase': IconShoppingBag,
    'nps-stay': IconBed,
  },
};

import type { QuestionOf } from '@escuta/contract/questions/index';
import { IconBasketCheck, IconLifebuoy } from '@tabler/icons-react';
import type { QuestionEditor } from '#web/features/surveys/questions/question-editor.ts';
import { ScoreFields, scoreLabelOf } from '#web/features/surveys/questions/ScoreFields.tsx';

/** How the editor handles the question of CES. */
export const cesEditor: QuestionEditor<QuestionOf<'ces'>> = {
  Fields: ScoreFields,
  labelOf: scoreLabelOf,
  stepOf: ({ t }) => t('preview.steps.score'),
  templateIcons: { 'ces-service': IconLifebuoy, 'ces-purchase': IconBasketCheck },
};

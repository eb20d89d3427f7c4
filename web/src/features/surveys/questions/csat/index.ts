import type { QuestionOf } from '@escuta/contract/questions/index';
import { IconHeadset, IconShoppingCart } from '@tabler/icons-react';
import type { QuestionEditor } from '#web/features/surveys/questions/question-editor.ts';
import { ScoreFields, scoreLabelOf } from '#web/features/surveys/questions/ScoreFields.tsx';

/** How the editor handles the question of CSAT. */
export const csatEditor: QuestionEditor<QuestionOf<'csat'>> = {
  Fields: ScoreFields,
  labelOf: scoreLabelOf,
  stepOf: ({ t }) => t('preview.steps.score'),
  templateIcons: { 'csat-service': IconHeadset, 'csat-purchase': IconShoppingCart },
};

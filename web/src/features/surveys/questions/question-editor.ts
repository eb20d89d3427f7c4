import type { ScoreGroup } from '@escuta/contract/metrics';
import type { Question } from '@escuta/contract/questions/index';
import type { SurveyTemplate } from '@escuta/contract/surveys';
import type { IconBed } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { useTranslation } from 'react-i18next';
import type { FieldContext } from '#web/features/surveys/SurveyField.tsx';

/** What the words of a field's label are made of. */
export interface LabelWords {
  readonly t: ReturnType<typeof useTranslation<'surveys'>>['t'];
  /** What the survey measures: the group of a label, and its scores: 'promoters', '9 and 10'. Undefined when it measures nothing. */
  readonly groupAndScores: (group: ScoreGroup) => { readonly group: string; readonly scores: string } | undefined;
}

/** What the fields of a question are drawn from. */
export interface QuestionEditorProps<Asked extends Question = Question> extends FieldContext {
  readonly question: Asked;
  /** Turns the preview to the question, as the people of a group meet it. */
  readonly onShow: (group?: ScoreGroup) => void;
}

/** All that the editor knows of one type of question. */
export interface QuestionEditor<Asked extends Question = Question> {
  readonly Fields: ComponentType<QuestionEditorProps<Asked>>;
  /** What the field of a text is called, by its place in the question. */
  readonly labelOf: (place: string, words: LabelWords, question: Asked) => string;
  /** What the step is called in the preview. */
  readonly stepOf: (words: Pick<LabelWords, 't'>) => string;
  /** The signs of the templates that begin with the question. */
  readonly templateIcons: Readonly<Partial<Record<SurveyTemplate, typeof IconBed>>>;
}

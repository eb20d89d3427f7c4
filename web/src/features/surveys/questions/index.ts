import type { Question, QuestionOf } from '@escuta/contract/questions/index';
import { cesEditor } from '#web/features/surveys/questions/ces/index.ts';
import { csatEditor } from '#web/features/surveys/questions/csat/index.ts';
import { npsEditor } from '#web/features/surveys/questions/nps/index.ts';
import type { LabelWords, QuestionEditor } from '#web/features/surveys/questions/question-editor.ts';
import { whyEditor } from '#web/features/surveys/questions/why/index.ts';

const editors: { readonly [Type in Question['type']]: QuestionEditor<QuestionOf<Type>> } = {
  nps: npsEditor,
  csat: csatEditor,
  ces: cesEditor,
  why: whyEditor,
};

/** What the editor knows of a question's type; it is given questions of that type only. */
export function editorOf({ type }: Pick<Question, 'type'>): QuestionEditor {
  return editors[type] as QuestionEditor;
}

/** What the field of a question's text is called. */
export function labelOf(question: Question, place: string, words: LabelWords): string {
  return editorOf(question).labelOf(place, words, question);
}

/** The signs of the templates. */
export const templateIcons: QuestionEditor['templateIcons'] = Object.assign(
  {},
  ...Object.values(editors).map((editor) => editor.templateIcons),
);

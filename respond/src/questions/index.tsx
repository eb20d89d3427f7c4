import { definitionOf, groupOf, metricOf } from '@escuta/contract/metrics';
import type { Metric, ScoreGroup } from '@escuta/contract/metrics';
import type { Question, QuestionOf, ScoreQuestion } from '@escuta/contract/questions/index';
import type { ComponentType } from 'react';
import type { Problem, QuestionView } from '../page-model.ts';
import { fill } from '../words.ts';
import type { Words } from '../words.ts';
import { Ces, CesScale } from './Ces.tsx';
import { Csat, CsatScale } from './Csat.tsx';
import { Nps, NpsScale } from './Nps.tsx';
import type { QuestionProps, ScaleProps } from './question-view.ts';
import { Why } from './Why.tsx';

/** How each type of question is drawn. */
const drawings: { readonly [Type in Question['type']]: ComponentType<QuestionProps<QuestionOf<Type>>> } = {
  nps: Nps,
  csat: Csat,
  ces: Ces,
  why: Why,
};

/** The buttons of each score alone, for where it can still be changed. */
const scales: { readonly [M in Metric]: ComponentType<ScaleProps<QuestionOf<M>>> } = {
  nps: NpsScale,
  csat: CsatScale,
  ces: CesScale,
};

/** Draws a question by its type. */
export function QuestionDrawing(props: QuestionProps) {
  const Drawing = drawings[props.question.type] as ComponentType<QuestionProps>;
  return <Drawing {...props} />;
}

/** Draws the buttons of a score by its type. */
export function ScaleDrawing(props: ScaleProps) {
  const Drawing = scales[props.question.type] as ComponentType<ScaleProps>;
  return <Drawing {...props} />;
}

/** The score that stands for the whole response, as far as it was given. */
export function scoreGiven({ questions, values }: Pick<QuestionView, 'questions' | 'values'>) {
  const question = questions.find((each): each is ScoreQuestion => metricOf(each) !== undefined);
  const value = values[question?.key ?? ''];
  return question && { question, value: typeof value === 'number' ? value : undefined };
}

/** The group of the score that was given; the middle one until there is one. */
export function groupGiven(view: Pick<QuestionView, 'questions' | 'values'>): ScoreGroup {
  const score = scoreGiven(view);
  return score?.value === undefined ? 'middle' : groupOf(score.question.type, score.value);
}

/** What is said beside an answer that cannot be taken. */
export function errorText(words: Words, question: Question, problem: Problem | undefined): string | null {
  if (!problem) return null;
  if (problem === 'not_valid') return words.notValid;
  const metric = metricOf(question);
  return metric ? fill(words.scoreRequired, { ...definitionOf(metric).scores }) : words.textRequired;
}

import type { ScoreGroup } from '@escuta/contract/metrics';
import type { Question, ScoreQuestion } from '@escuta/contract/questions/index';
import type { ReactNode } from 'react';
import type { Value } from '../page-model.ts';
import type { Words } from '../words.ts';

/** What a question is drawn from. */
export interface QuestionProps<Asked extends Question = Question> {
  readonly words: Words;
  readonly question: Asked;
  /** The place of the question among those of the survey. */
  readonly at: number;
  readonly value: Value | undefined;
  readonly error: string | null;
  /** The group of the score that was given, which later texts are worded for. */
  readonly group: ScoreGroup;
  /** The score that was given before, shown and still open to change; null at the score itself. */
  readonly recap: ReactNode;
}

/** The radio buttons of a score. */
export interface ScaleProps<Asked extends ScoreQuestion = ScoreQuestion> {
  readonly words: Words;
  readonly question: Asked;
  readonly value: number | undefined;
  readonly required: boolean;
}

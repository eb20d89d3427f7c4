import { z } from 'zod';
import { definitionOf } from '../metrics.ts';
import type { Metric } from '../metrics.ts';

/**
 * What an answer to a question is, and so how it is sent, checked and kept. `options` are the ids of what was chosen, `date`
 * a calendar day, `grid` one answer for each row.
 */
export type AnswerShape =
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
  | { readonly kind: 'text'; readonly lengthMax: number }
  | { readonly kind: 'options'; readonly ids: readonly string[]; readonly chosenMax: number }
  | { readonly kind: 'date' }
  | { readonly kind: 'grid'; readonly rowKeys: readonly string[]; readonly row: AnswerShape };

/** All that the product knows of one type of question. Drawing it and writing its texts are the web's and the page's. */
export interface QuestionType<Schema extends z.ZodType> {
  readonly schema: Schema;
  readonly answerOf: (question: z.infer<Schema>) => AnswerShape;
  /** What its scores measure; null when it has none. */
  readonly metric: Metric | null;
  /** It may be the first of a survey, which its message carries. */
  readonly mayOpen: boolean;
  /** Its answer is the comment of the response. */
  readonly isComment: boolean;
  /** People answer it in their own words, so a survey may mark it as sensitive (decision 0066). */
  readonly mayBeSensitive: boolean;
  /** Where its texts stand: `titles.top`. People write them, and they may name variables. */
  readonly texts: readonly string[];
}

export const questionTitle = z.string().trim().min(1).max(120);
export const questionText = z.string().trim().max(500);
export const questionKey = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/);

/** The longest text that anybody may answer. */
export const answerTextMax = 5_000;

/** A type of question that is answered with one score of a metric, with words at both ends of the scale. */
export function scoreQuestion<const M extends Metric>(metric: M) {
  const schema = z.object({
    key: questionKey,
    type: z.literal(metric),
    title: questionTitle,
    help: questionText.default(''),
    lowLabel: z.string().trim().max(60),
    highLabel: z.string().trim().max(60),
    required: z.literal(true),
  });
  return {
    schema,
    answerOf: () => ({ kind: 'number', ...definitionOf(metric).scores }),
    metric,
    mayOpen: true,
    isComment: false,
    mayBeSensitive: false,
    texts: ['title', 'help', 'lowLabel', 'highLabel'],
  } as const satisfies QuestionType<typeof schema>;
}

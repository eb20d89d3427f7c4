import { z } from 'zod';
import { answerTextMax, questionKey, questionTitle } from './question-type.ts';
import type { QuestionType } from './question-type.ts';

const schema = z.object({
  key: questionKey,
  type: z.literal('why'),
  titles: z.object({ top: questionTitle, middle: questionTitle, bottom: questionTitle }),
  placeholder: z.string().trim().max(120).default(''),
  required: z.boolean().default(false),
  /** Whether its answers are masked for everybody. Absent, as in versions of before there was the flag: they are not. */
  sensitive: z.boolean().optional(),
});

/** The open question after a score, worded for its group. */
export const why = {
  schema,
  answerOf: () => ({ kind: 'text', lengthMax: answerTextMax }),
  metric: null,
  mayOpen: false,
  isComment: true,
  mayBeSensitive: true,
  texts: ['titles.top', 'titles.middle', 'titles.bottom', 'placeholder'],
} as const satisfies QuestionType<typeof schema>;

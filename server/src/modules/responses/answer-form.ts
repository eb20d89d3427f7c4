import { AnswerStep } from '@escuta/contract/responses';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import type { AnswerProblem } from './answer.ts';
import type { Rejected } from './present-page.ts';

/**
 * The form of the respondent's page as it works without script: `r`, `s`, `q`, `o`, `c`, `n.<key>` numbers, `t.<key>`
 * texts.
 */
export interface AnswerForm {
  /** Undefined when the fields make no step: the page that sent them was not ours, or too long was written. */
  readonly step: AnswerStep | undefined;
  /** The question in view, when nothing was chosen or written for it. */
  readonly unanswered: string | undefined;
  /** When the page was made, in milliseconds; NaN when it does not say. */
  readonly openedAt: number;
  readonly values: Rejected['values'];
}

/** Reads the fields of a form. */
export function readAnswerForm(fields: URLSearchParams): AnswerForm {
  const values: Record<string, number | string> = {};
  for (const [name, value] of fields) {
    if (name.startsWith('n.')) values[name.slice(2)] = value === '' ? Number.NaN : Number(value);
    // Browsers send each line break as two characters, and count it as one against the limit.
    if (name.startsWith('t.')) values[name.slice(2)] = value.replaceAll('\r\n', '\n');
  }
  const asked = fields.get('q') ?? '';
  const step = AnswerStep.safeParse({
    responseId: fields.get('r'),
    seq: Number(fields.get('s')),
    answers: values,
    complete: fields.get('c') === '1',
  });
  const isUnanswered = asked !== '' && String(values[asked] ?? '').trim() === '';
  const readable = Object.entries(values).filter(([, value]) => !Number.isNaN(value));
  return {
    step: step.data,
    unanswered: isUnanswered ? asked : undefined,
    openedAt: Number(fields.get('o') ?? Number.NaN),
    values: Object.fromEntries(readable),
  };
}

/** Why a form cannot be taken, before the act is asked; undefined when it can. */
export function rejectForm(
  { step, unanswered, values }: AnswerForm,
  { questions }: SurveyDefinition,
): Rejected | undefined {
  const asked = questions.find(({ key }) => key === unanswered);
  if (asked?.required) return { values, problems: { [asked.key]: 'required' } };
  if (step) return undefined;
  const wrong = questions.find(({ key }) => key in values) ?? questions[0];
  return { values, problems: wrong ? { [wrong.key]: 'not_valid' } : {} };
}

/** Nobody reads a question, decides to leave it and finds the button in less. */
const readMsMin = 1_000;

/**
 * The step of a form. One that would end the answers without the text it asks for, as soon as its page was there, is the
 * second tap of two: it ends nothing, and the question is asked again.
 */
export function stepOf({ step, unanswered, openedAt }: AnswerForm, now: Date): AnswerStep | undefined {
  const isUnread = step?.complete && unanswered !== undefined && now.getTime() - openedAt < readMsMin;
  if (!step || !isUnread) return step;
  const { [unanswered]: _left, ...answers } = step.answers;
  return { ...step, answers, complete: false };
}

/** The refusal of the act, as the page shows it beside its fields. */
export function rejectedBy(problems: readonly AnswerProblem[], values: Rejected['values']): Rejected {
  return {
    values,
    problems: Object.fromEntries(
      problems.map(({ key, rule }) => [key, rule === 'required' ? 'required' : 'not_valid']),
    ),
  };
}

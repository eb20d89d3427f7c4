import type { AnsweredQuestion, ListedResponse } from '@escuta/contract/response-list';
import type { CellDate } from '#platform/tabular/table.ts';
import type { Column } from '#platform/tabular/written-table.ts';
import { localTime } from '#platform/time/local-time.ts';
import type { FileWords } from './file-words.ts';

/** A response as a list shows it, with answers beside it. */
export interface AnsweredResponse extends ListedResponse {
  readonly answers: readonly AnsweredQuestion[];
}

/** A question that was put to somebody, and the response that it belongs to. */
export interface AnsweredRow extends AnsweredResponse {
  readonly answer: AnsweredQuestion;
}

/** The columns of a file with a row for each response. */
export function responseColumns(words: FileWords, timezone: string): Column<ListedResponse>[] {
  const { column } = words;
  return [
    answeredAt(words, timezone),
    { name: column('survey'), type: 'text', cell: ({ survey }) => words.survey(survey) },
    { name: column('metric'), type: 'text', cell: ({ metric }) => words.metric(metric) },
    { name: column('score'), type: 'number', cell: ({ score }) => score },
    { name: column('group'), type: 'text', cell: words.group },
    { name: column('comment'), type: 'text', cell: ({ comment }) => comment },
    ...contextColumns(words),
    ...personColumns(words),
  ];
}

/** The columns of a file with a row for each question. */
export function questionColumns(words: FileWords, timezone: string): Column<AnsweredRow>[] {
  const { column } = words;
  return [
    { name: column('response'), type: 'text', cell: ({ _id }) => _id },
    answeredAt(words, timezone),
    { name: column('survey'), type: 'text', cell: ({ survey }) => words.survey(survey) },
    { name: column('question'), type: 'text', cell: ({ answer }) => words.question(answer) },
    { name: column('metric'), type: 'text', cell: ({ answer }) => words.metric(answer.metric) },
    { name: column('score'), type: 'number', cell: ({ answer }) => answer.number },
    { name: column('answer'), type: 'text', cell: ({ answer }) => answer.text },
    ...contextColumns(words),
    ...personColumns(words),
  ];
}

function answeredAt({ column }: FileWords, timezone: string): Column<ListedResponse> {
  const at = (row: ListedResponse): CellDate => localTime(timezone, new Date(row.answered_at));
  return { name: `${column('answeredAt')} (${timezone})`, type: 'date', cell: at };
}

function contextColumns(words: FileWords): Column<ListedResponse>[] {
  const { column } = words;
  return [
    { name: column('channel'), type: 'text', cell: ({ channel }) => words.channel(channel) },
    { name: column('origin'), type: 'text', cell: ({ origin }) => words.origin(origin) },
    { name: column('language'), type: 'text', cell: ({ language }) => words.language(language) },
  ];
}

function personColumns({ column }: FileWords): Column<ListedResponse>[] {
  return [
    { name: column('name'), type: 'text', cell: ({ customer }) => customer && customer.name },
    { name: column('email'), type: 'text', cell: ({ customer }) => customer && customer.email },
    { name: column('phone'), type: 'text', cell: ({ customer }) => customer && customer.tel },
  ];
}

/** Surveys ask different questions: each answer stands beside its own. */
export function otherHeadings({ column }: FileWords, most: number): string[] {
  return Array.from({ length: most }, (_unused, at) => [
    `${column('question')} ${at + 1}`,
    `${column('answer')} ${at + 1}`,
  ]).flat();
}

/** The cells below them, in some rows fewer. */
export function otherTexts(words: FileWords, answers: readonly AnsweredQuestion[]): string[] {
  return answers.flatMap((answer) => [
    words.question(answer),
    answer.text ?? (answer.number === null ? '' : `${answer.number}`),
  ]);
}

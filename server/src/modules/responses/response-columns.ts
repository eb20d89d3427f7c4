import type { SurveyVersionId } from '@escuta/contract/ids';
import type { AnsweredQuestion } from '@escuta/contract/response-list';
import type { shownTo } from '#modules/contacts/index.ts';
import type { CellDate } from '#platform/tabular/table.ts';
import type { Column } from '#platform/tabular/written-table.ts';
import { localTime } from '#platform/time/local-time.ts';
import type { FileWords } from './file-words.ts';
import type { SharedTraits, WalkedRow } from './list-responses.ts';
import type { Mask } from './sensitive-answers.ts';

/** A response in a file, with answers beside it. */
export interface AnsweredResponse {
  readonly row: WalkedRow;
  readonly answers: readonly AnsweredQuestion[];
}

/** A question that was put to somebody, and the response that it belongs to. */
export interface AnsweredRow {
  readonly row: WalkedRow;
  readonly answer: AnsweredQuestion;
}

/** How the columns of a file show what a row holds. */
export interface Shown {
  readonly words: FileWords;
  readonly timezone: string;
  /** Of the surveys, by the versions that the rows so far answer. */
  readonly titles: Map<SurveyVersionId, string>;
  /** What is masked, by versions: also that which began to be since the file was asked for. */
  readonly masks: Map<SurveyVersionId, Mask>;
  readonly person: ReturnType<typeof shownTo>;
}

/** What is shown beside each response, whichever file it is in. */
interface OfResponse {
  readonly row: WalkedRow;
}

/** The columns of a file with a row for each response. */
export function responseColumns(
  shown: Shown,
  { hasComments }: { readonly hasComments: boolean },
): Column<AnsweredResponse>[] {
  const { words } = shown;
  const { column } = words;
  const comment: Column<AnsweredResponse> = { name: column('comment'), type: 'text', cell: ({ row }) => row.comment };
  return [
    answeredAt(shown),
    survey(shown),
    { name: column('metric'), type: 'text', cell: ({ row }) => words.metric(metricOf(row.shared)) },
    { name: column('score'), type: 'number', cell: ({ row }) => row.score },
    {
      name: column('group'),
      type: 'text',
      cell: ({ row }) => words.group({ metric: metricOf(row.shared), score_group: row.shared.scoreGroup }),
    },
    ...(hasComments ? [comment] : []),
    ...contextColumns(shown),
    ...personColumns(shown),
  ];
}

/** The columns of a file with a row for each question. */
export function questionColumns(shown: Shown): Column<AnsweredRow>[] {
  const { words } = shown;
  const { column } = words;
  return [
    { name: column('response'), type: 'text', cell: ({ row }) => row.id },
    answeredAt(shown),
    survey(shown),
    { name: column('question'), type: 'text', cell: ({ answer }) => words.question(answer) },
    { name: column('metric'), type: 'text', cell: ({ answer }) => words.metric(answer.metric) },
    { name: column('score'), type: 'number', cell: ({ answer }) => answer.number },
    { name: column('answer'), type: 'text', cell: ({ answer }) => answer.text },
    ...contextColumns(shown),
    ...personColumns(shown),
  ];
}

function metricOf({ metric }: SharedTraits) {
  return metric === 'none' ? null : metric;
}

function answeredAt({ words: { column }, timezone }: Shown): Column<OfResponse> {
  const at = ({ row }: OfResponse): CellDate => localTime(timezone, new Date(Math.floor(row.answeredAtMicros / 1_000)));
  return { name: `${column('answeredAt')} (${timezone})`, type: 'date', cell: at };
}

function survey({ words, titles }: Shown): Column<OfResponse> {
  const cell = ({ row: { shared } }: OfResponse) =>
    words.survey({ _id: shared.surveyId, title: titles.get(shared.versionId) ?? '' });
  return { name: words.column('survey'), type: 'text', cell };
}

function contextColumns({ words }: Shown): Column<OfResponse>[] {
  const { column } = words;
  return [
    { name: column('channel'), type: 'text', cell: ({ row }) => words.channel(row.shared.channel) },
    { name: column('origin'), type: 'text', cell: ({ row }) => words.origin(row.shared.origin) },
    { name: column('language'), type: 'text', cell: ({ row }) => words.language(row.shared.language) },
  ];
}

function personColumns({ words: { column }, person }: Shown): Column<OfResponse>[] {
  return [
    { name: column('name'), type: 'text', cell: ({ row }) => row.name && person.name(row.name) },
    { name: column('email'), type: 'text', cell: ({ row }) => row.email && person.email(row.email) },
    { name: column('phone'), type: 'text', cell: ({ row }) => row.tel && person.tel(row.tel) },
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

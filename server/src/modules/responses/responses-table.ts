import { mayTakeNames } from '@escuta/contract/access-policy';
import type { ExportValues } from '@escuta/contract/export-types';
import type { SurveyVersionId } from '@escuta/contract/ids';
import type { Language } from '@escuta/contract/primitives';
import { commentQuestionOf, scoreQuestionOf } from '@escuta/contract/questions/index';
import type { Question } from '@escuta/contract/questions/index';
import type { AnsweredQuestion } from '@escuta/contract/response-list';
import { findLabelsNamed, shownTo } from '#modules/contacts/index.ts';
import { findDefinitions, findVersionTitles } from '#modules/surveys/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Scope } from '#platform/http/scope.ts';
import type { WalkedPage, WalkedTable } from '#platform/tabular/table-file.ts';
import { walkResponseRows } from './list-responses.ts';
import type { RowKey, WalkedRow } from './list-responses.ts';
import { fileWords } from './file-words.ts';
import { presentAnswer, titlesOf } from './present-response.ts';
import { otherHeadings, otherTexts, questionColumns, responseColumns } from './response-columns.ts';
import type { AnsweredResponse, AnsweredRow, Shown } from './response-columns.ts';
import type { UnitResponses } from './response-filter.ts';
import { findResponses } from './response-rows.ts';

export interface ResponsesTableOptions {
  readonly language: Language;
  readonly timezone: string;
  /** Those that the responses answer, of which no other comes. */
  readonly versionIds: readonly SurveyVersionId[];
  /** Who takes it away. */
  readonly by: Pick<Scope, 'role' | 'exportsPersonalData'>;
  readonly values: ExportValues;
}

/** By version, the questions whose answers are read. */
type Asked = ReadonlyMap<SurveyVersionId, readonly Question[]>;

/** The responses that a filter finds, newest first: a row for each. */
export async function responsesTable(
  tx: Transaction,
  wanted: UnitResponses,
  options: ResponsesTableOptions,
): Promise<WalkedTable<AnsweredResponse, RowKey>> {
  // The score and the comment have columns of their own.
  const asked = await questionsOf(tx, wanted, { ...options, besides: [scoreQuestionOf, commentQuestionOf] });
  const shown = await shownBy(tx, wanted, { ...options, asked });
  const { words } = shown;
  const most = Math.max(0, ...[...asked.values()].map(({ length }) => length));
  return {
    title: words.sheet,
    columns: responseColumns(shown),
    ragged: { headings: otherHeadings(words, most), texts: ({ answers }) => otherTexts(words, answers) },
    read: (inPage, page) => readPage(inPage, wanted, { ...page, asked, shown }),
  };
}

/** The same, with a row for each question that was put to each of them, in its order. */
export async function answersTable(
  tx: Transaction,
  wanted: UnitResponses,
  options: ResponsesTableOptions,
): Promise<WalkedTable<AnsweredRow, RowKey>> {
  const asked = await questionsOf(tx, wanted, { ...options, besides: [] });
  const shown = await shownBy(tx, wanted, { ...options, asked });
  const { words } = shown;
  return {
    title: words.sheet,
    columns: questionColumns(shown),
    read: async (inPage, page) => {
      const { rows, ...rest } = await readPage(inPage, wanted, { ...page, asked, shown });
      return { ...rest, rows: rows.flatMap(({ row, answers }) => answers.map((answer) => ({ row, answer }))) };
    },
  };
}

async function shownBy(
  tx: Transaction,
  { companyId }: UnitResponses,
  { language, values, timezone, by, asked }: ResponsesTableOptions & { readonly asked: Asked },
): Promise<Shown> {
  const titles = [...asked.values()].flat().flatMap(titlesOf);
  const labels = await findLabelsNamed(tx, companyId, titles);
  // Whose flag it is may take names away with what lets them have the file at all.
  const person = shownTo(by.role, mayTakeNames(by) ? 'responses.export' : 'contacts.export');
  return { words: fileWords(language, values, labels), timezone, titles: new Map(), person };
}

async function readPage(
  tx: Transaction,
  wanted: UnitResponses,
  { asked, shown, ...page }: { after: RowKey | null; limit: number; asked: Asked; shown: Shown },
): Promise<WalkedPage<AnsweredResponse, RowKey>> {
  const { rows, last } = await walkResponseRows(tx, wanted, page);
  await findTitles(tx, wanted, { rows, titles: shown.titles });
  const answered = await answersOf(tx, wanted, { rows, asked });
  const answersTo = answered.size === 0 ? () => none : ({ id }: WalkedRow) => answered.get(id) ?? none;
  return { rows: rows.map((row) => ({ row, answers: answersTo(row) })), last };
}

const none: readonly AnsweredQuestion[] = [];

/** Adds the titles of versions that no page has had yet: one that an import brings meanwhile is no other's. */
async function findTitles(
  tx: Transaction,
  { companyId }: UnitResponses,
  { rows, titles }: { rows: readonly WalkedRow[] } & Pick<Shown, 'titles'>,
): Promise<void> {
  const versionIds = [...new Set(rows.map(({ shared }) => shared.versionId))].filter((id) => !titles.has(id));
  for (const [id, title] of await findVersionTitles(tx, { companyId, versionIds })) titles.set(id, title);
}

async function questionsOf(
  tx: Transaction,
  { companyId }: UnitResponses,
  {
    versionIds,
    besides,
  }: Pick<ResponsesTableOptions, 'versionIds'> & {
    besides: readonly ((questions: readonly Question[]) => Question | undefined)[];
  },
): Promise<Asked> {
  const definitions = await findDefinitions((work) => work(tx), companyId, versionIds);
  return new Map(
    versionIds.map((versionId) => {
      const questions = definitions.get(versionId)?.questions ?? [];
      const left = besides.map((of) => of(questions));
      return [versionId, questions.filter((question) => !left.includes(question))];
    }),
  );
}

/** What was said to the questions; where none is asked for, nothing is read. */
async function answersOf(
  tx: Transaction,
  { companyId }: UnitResponses,
  { rows, asked }: { rows: readonly WalkedRow[]; asked: Asked },
): Promise<ReadonlyMap<string, AnsweredQuestion[]>> {
  const wanted = new Map(
    rows.flatMap((row) => {
      const questions = asked.get(row.shared.versionId) ?? [];
      return questions.length > 0 ? [[row.id, { row, questions }] as const] : [];
    }),
  );
  if (wanted.size === 0) return new Map();
  const stored = await findResponses(tx, { companyId, itemIds: [], responseIds: [...wanted.keys()] });
  const answers = new Map(stored.map(({ state }) => [state.id, state.answers]));
  return new Map(
    [...wanted].map(([id, { row, questions }]) => [
      id,
      questions.map((question) => presentAnswer(question, row.shared, answers.get(id)?.get(question.key))),
    ]),
  );
}

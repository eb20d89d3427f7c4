import { mayTakeNames } from '@escuta/contract/access-policy';
import type { ExportValues } from '@escuta/contract/export-types';
import type { SurveyVersionId } from '@escuta/contract/ids';
import type { Language } from '@escuta/contract/primitives';
import { commentQuestionOf, scoreQuestionOf } from '@escuta/contract/questions/index';
import type { Question } from '@escuta/contract/questions/index';
import type { AnsweredQuestion } from '@escuta/contract/response-list';
import { findLabelsNamed, shownTo } from '#modules/contacts/index.ts';
import { findDefinitions, findVersionHeads } from '#modules/surveys/index.ts';
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
import { eitherMask, masksByVersion, masksOf, withoutMasked } from './sensitive-answers.ts';
import type { Masks } from './sensitive-answers.ts';

export interface ResponsesTableOptions {
  readonly language: Language;
  readonly timezone: string;
  /** Those that the responses answer, of which no other comes. */
  readonly versionIds: readonly SurveyVersionId[];
  /** Who takes it away. */
  readonly by: Pick<Scope, 'role' | 'exportsPersonalData'>;
  readonly values: ExportValues;
  /** What was masked when the file was asked for: it has no column for it. */
  readonly masks: Masks;
}

/** By version, the questions whose answers are read. */
type Asked = ReadonlyMap<SurveyVersionId, readonly Question[]>;

/**
 * The responses that a filter finds, newest first: a row for each. Where all comments in it are masked, there is no column for them;
 * where some are, their cells are empty.
 */
export async function responsesTable(
  tx: Transaction,
  wanted: UnitResponses,
  options: ResponsesTableOptions,
): Promise<WalkedTable<AnsweredResponse, RowKey>> {
  // The score and the comment have columns of their own.
  const asked = await questionsOf(tx, wanted, { ...options, besides: [scoreQuestionOf, commentQuestionOf] });
  const hasComments = await showsComments(tx, wanted, options);
  const shown = await shownBy(tx, wanted, { ...options, asked });
  const { words } = shown;
  const most = Math.max(0, ...[...asked.values()].map(({ length }) => length));
  return {
    title: words.sheet,
    columns: responseColumns(shown, { hasComments }),
    ragged: { headings: otherHeadings(words, most), texts: ({ answers }) => otherTexts(words, answers) },
    read: (inPage, page) => readPage(inPage, wanted, { ...page, asked, shown }),
  };
}

/** The same, with a row for each question that was put to each of them, in its order, but for those whose answers are masked. */
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
  { language, values, timezone, by, asked, masks }: ResponsesTableOptions & { readonly asked: Asked },
): Promise<Shown> {
  const titles = [...asked.values()].flat().flatMap(titlesOf);
  const labels = await findLabelsNamed(tx, companyId, titles);
  // Whose flag it is may take names away with what lets them have the file at all.
  const person = shownTo(by.role, mayTakeNames(by) ? 'responses.export' : 'contacts.export');
  return {
    words: fileWords(language, values, labels),
    timezone,
    titles: new Map(),
    masks: masksByVersion(masks),
    person,
  };
}

async function readPage(
  tx: Transaction,
  wanted: UnitResponses,
  { asked, shown, ...page }: { after: RowKey | null; limit: number; asked: Asked; shown: Shown },
): Promise<WalkedPage<AnsweredResponse, RowKey>> {
  const { rows, last } = await walkResponseRows(tx, wanted, page);
  await findHeads(tx, wanted, { rows, ...shown });
  const answered = await answersOf(tx, wanted, { rows, asked, ...shown });
  const answersTo = answered.size === 0 ? () => none : ({ id }: WalkedRow) => answered.get(id) ?? none;
  const maskOf = ({ shared }: WalkedRow) => shown.masks.get(shared.versionId);
  const shownRow =
    shown.masks.size === 0 ? (row: WalkedRow) => row : (row: WalkedRow) => withoutMasked(row, maskOf(row));
  return { rows: rows.map((row) => ({ row: shownRow(row), answers: answersTo(row) })), last };
}

const none: readonly AnsweredQuestion[] = [];

/**
 * Adds the titles and the masks of versions that no page has had yet: one that an import brings meanwhile is no other's. What is
 * masked by now is, beside what was when the file was asked for.
 */
async function findHeads(
  tx: Transaction,
  { companyId }: UnitResponses,
  { rows, titles, masks }: { rows: readonly WalkedRow[] } & Pick<Shown, 'titles' | 'masks'>,
): Promise<void> {
  const versionIds = [...new Set(rows.map(({ shared }) => shared.versionId))].filter((id) => !titles.has(id));
  const heads = await findVersionHeads(tx, { companyId, versionIds });
  for (const [id, { title }] of heads) titles.set(id, title);
  for (const [id, mask] of masksByVersion(await masksOf(tx, companyId, heads)))
    masks.set(id, eitherMask(mask, masks.get(id)));
}

/** Whether a file has a column for comments: also where there are none, but not where all that there may be are masked. */
async function showsComments(
  tx: Transaction,
  { companyId }: UnitResponses,
  { versionIds, masks }: Pick<ResponsesTableOptions, 'versionIds' | 'masks'>,
): Promise<boolean> {
  const hides = (versionId: SurveyVersionId) => masks[versionId]?.hidesComment === true;
  if (!versionIds.some(hides)) return true;
  const definitions = await findDefinitions((work) => work(tx), companyId, versionIds);
  return versionIds.some((id) => !hides(id) && commentQuestionOf(definitions.get(id)?.questions ?? []) !== undefined);
}

async function questionsOf(
  tx: Transaction,
  { companyId }: UnitResponses,
  {
    versionIds,
    masks,
    besides,
  }: Pick<ResponsesTableOptions, 'versionIds' | 'masks'> & {
    besides: readonly ((questions: readonly Question[]) => Question | undefined)[];
  },
): Promise<Asked> {
  const definitions = await findDefinitions((work) => work(tx), companyId, versionIds);
  return new Map(
    versionIds.map((versionId) => {
      const questions = definitions.get(versionId)?.questions ?? [];
      const left = besides.map((of) => of(questions));
      const isMasked = ({ key }: Question) => masks[versionId]?.keys.includes(key) === true;
      return [versionId, questions.filter((question) => !left.includes(question) && !isMasked(question))];
    }),
  );
}

/** What was said to the questions; where none is asked for, nothing is read. */
async function answersOf(
  tx: Transaction,
  { companyId }: UnitResponses,
  { rows, asked, masks }: { rows: readonly WalkedRow[]; asked: Asked } & Pick<Shown, 'masks'>,
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
      questions.map((question) => {
        const isMasked = masks.get(row.shared.versionId)?.keys.includes(question.key) === true;
        return presentAnswer(question, row.shared, answers.get(id)?.get(question.key), isMasked);
      }),
    ]),
  );
}

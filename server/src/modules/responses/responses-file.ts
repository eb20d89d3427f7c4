import type { FileFormat } from '@escuta/contract/file-formats';
import type { SurveyVersionId } from '@escuta/contract/ids';
import type { Language } from '@escuta/contract/primitives';
import { commentQuestionOf, scoreQuestionOf } from '@escuta/contract/questions/index';
import type { Question } from '@escuta/contract/questions/index';
import type { ResponseFilter } from '@escuta/contract/response-filter';
import { canByExportFlag } from '@escuta/contract/access-policy';
import { exportedResponsesMax } from '@escuta/contract/response-list';
import type { AnsweredQuestion, ListedResponse } from '@escuta/contract/response-list';
import { findBusinessUnit } from '#modules/companies/index.ts';
import { findDefinitions } from '#modules/surveys/index.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import type { CellDate } from '#platform/tabular/table.ts';
import { tableFile, walkPages } from '#platform/tabular/table-file.ts';
import type { WrittenFile } from '#platform/tabular/table-file.ts';
import type { Column } from '#platform/tabular/written-table.ts';
import { localTime } from '#platform/time/local-time.ts';
import { measureResponseRows, walkResponseRows } from './list-responses.ts';
import type { ResponseRow, RowKey } from './list-responses.ts';
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import pt from './locales/pt.json' with { type: 'json' };
import { presentAnswer, presentListedResponse } from './present-response.ts';
import type { UnitResponses } from './response-filter.ts';
import { findResponses } from './response-rows.ts';

const texts: Readonly<Record<Language, typeof pt>> = { pt, es, en };

/** A response of the file: as the list shows it, with the answers that have no column of their own. */
interface FileRow extends ListedResponse {
  readonly others: readonly AnsweredQuestion[];
}

/** By version, the questions that neither the score nor the comment answers. */
type OtherQuestions = ReadonlyMap<SurveyVersionId, readonly Question[]>;

/** The responses that a filter finds, as a file. Refuses TOO_MANY_ROWS. */
export async function readResponsesFile(
  database: Database,
  scope: Scope,
  { filter, format, language, now }: { filter: ResponseFilter; format: FileFormat; language: Language; now: Date },
): Promise<WrittenFile> {
  const { companyId, businessUnitId } = scope;
  const wanted = { ...filter, companyId, businessUnitId };
  const { timezone, others } = await database.withCompany(companyId, async (tx) => {
    const { total, versionIds } = await measureResponseRows(tx, wanted, exportedResponsesMax);
    if (total > exportedResponsesMax) throw refuse('TOO_MANY_ROWS', { most: exportedResponsesMax });
    const unit = await findBusinessUnit(tx, companyId, businessUnitId);
    if (!unit) throw refuse('NOT_FOUND');
    return { timezone: unit.timezone, others: await otherQuestions(tx, wanted, versionIds) };
  });
  const table = {
    title: texts[language].sheet,
    columns: columnsOf(language, timezone),
    rows: fileRows(database, scope, { wanted, others }),
    ragged: { headings: otherHeadings(language, others), texts: otherTexts },
  };
  const name = `${texts[language].fileName}-${localTime(timezone, now).day}`;
  return tableFile(table, { name, format, language });
}

function fileRows(
  database: Database,
  { companyId, role, exportsPersonalData }: Scope,
  { wanted, others }: { wanted: UnitResponses; others: OtherQuestions },
): AsyncGenerator<readonly FileRow[]> {
  // Whose flag it is may take names away with what lets them have the file at all.
  const toIdentify =
    exportsPersonalData && canByExportFlag(role, 'contacts.export') ? 'responses.export' : 'contacts.export';
  return walkPages<FileRow, RowKey>((page) =>
    database.withCompany(companyId, async (tx) => {
      const { rows, last } = await walkResponseRows(tx, wanted, page);
      const answered = await otherAnswers(tx, wanted, { rows, others });
      const shown = rows.map((row) => ({
        ...presentListedResponse(row, role, toIdentify),
        others: answered.get(row.id) ?? [],
      }));
      return { rows: shown, last };
    }),
  );
}

async function otherQuestions(
  tx: Transaction,
  { companyId }: UnitResponses,
  versionIds: readonly SurveyVersionId[],
): Promise<OtherQuestions> {
  const definitions = await findDefinitions((work) => work(tx), companyId, versionIds);
  return new Map(
    versionIds.map((versionId) => {
      const questions = definitions.get(versionId)?.questions ?? [];
      const shown = [scoreQuestionOf(questions), commentQuestionOf(questions)];
      return [versionId, questions.filter((question) => !shown.includes(question as never))];
    }),
  );
}

/** What was said to the other questions; of most surveys there are none, and nothing is read. */
async function otherAnswers(
  tx: Transaction,
  { companyId }: UnitResponses,
  { rows, others }: { rows: readonly ResponseRow[]; others: OtherQuestions },
): Promise<ReadonlyMap<string, AnsweredQuestion[]>> {
  const asked = new Map(
    rows.flatMap((row) => {
      const questions = others.get(row.versionId) ?? [];
      return questions.length > 0 ? [[row.id, { row, questions }] as const] : [];
    }),
  );
  if (asked.size === 0) return new Map();
  const stored = await findResponses(tx, { companyId, itemIds: [], responseIds: [...asked.keys()] });
  const answers = new Map(stored.map(({ state }) => [state.id, state.answers]));
  return new Map(
    [...asked].map(([id, { row, questions }]) => [
      id,
      questions.map((question) => presentAnswer(question, row, answers.get(id)?.get(question.key))),
    ]),
  );
}

function columnsOf(language: Language, timezone: string): Column<FileRow>[] {
  const { column, groups, channels, origins, languages } = texts[language];
  const answeredAt = (row: FileRow): CellDate => localTime(timezone, new Date(row.answered_at));
  const group = ({ metric, score_group: of }: FileRow) => metric && of && groups[metric][of];
  return [
    { name: `${column.answeredAt} (${timezone})`, type: 'date', cell: answeredAt },
    { name: column.survey, type: 'text', cell: ({ survey }) => survey.title },
    { name: column.metric, type: 'text', cell: ({ metric }) => metric && metric.toUpperCase() },
    { name: column.score, type: 'number', cell: ({ score }) => score },
    { name: column.group, type: 'text', cell: group },
    { name: column.comment, type: 'text', cell: ({ comment }) => comment },
    { name: column.channel, type: 'text', cell: (row) => channels[row.channel] },
    { name: column.origin, type: 'text', cell: ({ origin }) => origins[origin] },
    { name: column.language, type: 'text', cell: (row) => languages[row.language] },
    { name: column.name, type: 'text', cell: ({ customer }) => customer && customer.name },
    { name: column.email, type: 'text', cell: ({ customer }) => customer && customer.email },
    { name: column.phone, type: 'text', cell: ({ customer }) => customer && customer.tel },
  ];
}

/** Surveys ask different questions: each answer stands beside its own. */
function otherHeadings(language: Language, others: OtherQuestions): string[] {
  const { question, answer } = texts[language].column;
  const most = Math.max(0, ...[...others.values()].map(({ length }) => length));
  return Array.from({ length: most }, (_unused, at) => [`${question} ${at + 1}`, `${answer} ${at + 1}`]).flat();
}

function otherTexts({ others }: FileRow): string[] {
  return others.flatMap(({ title, number, text }) => [title, text ?? (number === null ? '' : `${number}`)]);
}

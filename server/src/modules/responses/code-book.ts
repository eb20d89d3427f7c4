import type { ExportValues } from '@escuta/contract/export-types';
import type { SurveyId, SurveyVersionId } from '@escuta/contract/ids';
import type { Language } from '@escuta/contract/primitives';
import type { Question } from '@escuta/contract/questions/index';
import { sayVariables } from '@escuta/contract/variables';
import { findLabelsNamed } from '#modules/contacts/index.ts';
import { findSurveyVersion } from '#modules/surveys/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { inOnePiece } from '#platform/tabular/written-table.ts';
import type { WrittenTable } from '#platform/tabular/written-table.ts';
import { fileWords, texts } from './file-words.ts';
import type { UnitResponses } from './response-filter.ts';
import type { Masks } from './sensitive-answers.ts';

type Line = readonly [column: string, code: string, label: string];

interface BookOptions {
  readonly language: Language;
  readonly values: ExportValues;
  readonly versionIds: readonly SurveyVersionId[];
  /** What the file leaves out. */
  readonly masks: Masks;
}

/** The titles of the surveys that these versions are of, by the surveys; the newest version names it. */
export async function surveyTitles(
  tx: Transaction,
  { companyId, businessUnitId }: UnitResponses,
  versionIds: readonly SurveyVersionId[],
): Promise<ReadonlyMap<SurveyId, string>> {
  const found = await versionsOf(tx, { companyId, businessUnitId }, versionIds);
  return new Map(found.map(({ surveyId, title }) => [surveyId, title]));
}

/** What the codes of a file of responses stand for, by the headings of the file: a table of its own. */
export async function codeBook(
  tx: Transaction,
  wanted: UnitResponses,
  { language, values, versionIds, masks }: BookOptions,
): Promise<WrittenTable<readonly string[]>> {
  const { column, groups, channels, origins, languages, codeBook: book } = texts[language];
  const versions = (await versionsOf(tx, wanted, versionIds)).map(({ definition, versionId, ...version }) => ({
    ...version,
    questions: definition.questions.filter(({ key }) => !masks[versionId]?.keys.includes(key)),
  }));
  const titles = versions.flatMap(({ questions }) => questions.map(titleOf));
  const labels = await findLabelsNamed(tx, wanted.companyId, titles);
  const words = fileWords(language, values, labels);
  const each = (name: keyof typeof column, labels: Readonly<Record<string, string>>): Line[] =>
    Object.entries(labels).map(([code, label]) => [words.column(name), code, label]);
  const lines: Line[] = [
    ...each('survey', Object.fromEntries(versions.map(({ surveyId, title }) => [surveyId, title]))),
    ...each('metric', Object.fromEntries(Object.keys(groups).map((metric) => [metric, metric.toUpperCase()]))),
    ...Object.entries(groups).flatMap(([metric, labels]) =>
      each('group', labels).map(([name, code, label]): Line => [name, code, `${metric.toUpperCase()}: ${label}`]),
    ),
    ...each('channel', channels),
    ...each('origin', origins),
    ...each('language', languages),
    ...versions.flatMap(({ questions, title }) =>
      questions.map((question): Line => [
        words.column('question'),
        question.key,
        `${title}: ${sayVariables(titleOf(question), language, labels)}`,
      ]),
    ),
  ];
  const told = new Map(lines.map((line) => [line.join('\n'), line]));
  return {
    title: book.sheet,
    columns: [book.column, book.code, book.label].map((name, at) => ({
      name,
      type: 'text',
      cell: (line) => line[at] ?? null,
    })),
    rows: inOnePiece([...told.values()]),
  };
}

async function versionsOf(
  tx: Transaction,
  { companyId }: Pick<UnitResponses, 'companyId' | 'businessUnitId'>,
  versionIds: readonly SurveyVersionId[],
) {
  const found = [];
  for (const versionId of versionIds.toSorted()) {
    const version = await findSurveyVersion(tx, { companyId, versionId });
    if (version) found.push(version);
  }
  return found;
}

function titleOf(question: Question): string {
  return 'titles' in question ? question.titles.middle : question.title;
}

import { columnOfQuestion } from '@escuta/contract/imports';
import type { ImportField, ImportPreview } from '@escuta/contract/imports';

interface FoundTable {
  /** The name of each column: its header, else the letter that a spreadsheet shows. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The first rows of the file as they are read with or without a header, whatever we had guessed. */
export function tableOf(
  { hasHeader: guessed, columns, sample }: Pick<ImportPreview, 'hasHeader' | 'columns' | 'sample'>,
  hasHeader: boolean,
): FoundTable {
  const width = columns.length;
  const fit = (row: readonly string[]) => Array.from({ length: width }, (_, at) => row[at] ?? '');
  const rows = (guessed ? [columns, ...sample] : sample).map(fit);
  const [header, ...others] = rows;
  if (!hasHeader || !header) return { columns: fit([]).map((_, at) => columnLetter(at)), rows };
  return { columns: header.map((name, at) => name.trim() || columnLetter(at)), rows: others };
}

/** 'A' of 0, 'Z' of 25, 'AA' of 26. */
export function columnLetter(at: number): string {
  return at < 26 ? String.fromCharCode(65 + at) : `${columnLetter(Math.floor(at / 26) - 1)}${columnLetter(at % 26)}`;
}

/** What no column is, though the rows are nothing without it. */
export type LackingColumn = 'address' | 'answeredAt' | 'score' | 'answer';

interface MappingProblems {
  readonly lacks: LackingColumn | null;
  /** The columns, by their place, that claim a field which another claims too. */
  readonly contested: readonly number[];
}

/** What makes a mapping unusable, as the server judges it (MAPPING_NOT_VALID). */
export function mappingProblems(
  mapping: readonly ImportField[],
  { survey }: Pick<ImportPreview, 'survey'>,
): MappingProblems {
  const isContested = (field: ImportField) =>
    field !== 'ignore' && mapping.filter((other) => other === field).length > 1;
  return {
    lacks: survey ? lackingOfAnswers(mapping, survey) : lackingOfContacts(mapping),
    contested: mapping.flatMap((field, at) => (isContested(field) ? [at] : [])),
  };
}

/** Without the e-mail, the phone or the external id nobody could be found. */
function lackingOfContacts(mapping: readonly ImportField[]): LackingColumn | null {
  return (['email', 'tel', 'external_id'] as const).some((field) => mapping.includes(field)) ? null : 'address';
}

function lackingOfAnswers(
  mapping: readonly ImportField[],
  { questions }: NonNullable<ImportPreview['survey']>,
): LackingColumn | null {
  if (!mapping.includes('answered_at')) return 'answeredAt';
  const isAnswered = ({ key }: { key: string }) => mapping.includes(columnOfQuestion(key));
  const score = questions.find(({ needed }) => needed);
  if (score) return isAnswered(score) ? null : 'score';
  return questions.some(isAnswered) ? null : 'answer';
}

import { judgeCustomValue, keptNotation } from '@escuta/contract/custom-field-values';
import type { CustomValueProblem, JudgedValue, Notation } from '@escuta/contract/custom-field-values';
import type { CustomField } from '@escuta/contract/custom-fields';
import { readDay } from '@escuta/contract/day-text';
import type { RowError } from '@escuta/contract/imports';
import { textOf } from '#platform/tabular/table.ts';
import type { Cell } from '#platform/tabular/table.ts';
import { dateOfSerial } from '#platform/tabular/xlsx/serial-date.ts';

/** How a file writes numbers and days. */
interface CellNotation extends Notation {
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/** A file says nothing where a cell is blank, also of a field that a person would have to fill in. */
const reasons: Readonly<Record<Exclude<CustomValueProblem, 'required'>, RowError>> = {
  cpfIncompleto: 'cpf_incomplete',
  cpfInvalido: 'cpf_invalid',
  cnpjInvalid: 'cnpj_invalid',
  dateInvalid: 'day_invalid',
  numberInvalid: 'number_invalid',
  optionUnknown: 'option_unknown',
  tooLong: 'text_too_long',
};

/** Reads a cell that is not blank into the form in which a value is kept, or says why it is none. */
export function readCustomCell(
  field: Pick<CustomField, 'type' | 'options'>,
  cell: Cell,
  notation: CellNotation,
): string | { readonly problem: RowError } {
  const { value, problem } = judge(field, cell, notation);
  if (problem !== undefined && problem !== 'required') return { problem: reasons[problem] };
  return value ?? '';
}

function judge(
  { type, options }: Pick<CustomField, 'type' | 'options'>,
  cell: Cell,
  notation: CellNotation,
): JudgedValue {
  const field = { type, options, required: false };
  if (type === 'date') return judgeCustomValue(field, dayText(cell, notation), notation);
  // A spreadsheet keeps a number without signs of its own, and no zeros before it.
  if (typeof cell !== 'number') return judgeText(field, textOf(cell), notation);
  return judgeCustomValue(field, textOf(cell).padStart(digits[type] ?? 0, '0'), keptNotation);
}

type JudgedField = Parameters<typeof judgeCustomValue>[0];

/** A document whose first zeros a spreadsheet cut before it wrote the CSV is one where its check digits say so. */
function judgeText(field: JudgedField, text: string, notation: CellNotation): JudgedValue {
  const whole = digits[field.type] ?? 0;
  if (!/^\d+$/.test(text) || text.length >= whole || text.length < whole - zerosMax)
    return judgeCustomValue(field, text, notation);
  const padded = judgeCustomValue(field, text.padStart(whole, '0'), notation);
  return padded.problem === undefined ? padded : judgeCustomValue(field, text, notation);
}

/** With more of them, one number in a hundred would pass for a document. */
const zerosMax = 3;

const digits: Partial<Record<CustomField['type'], number>> = { cpf: 11, cnpj: 14 };

/** A day as it is kept where it can be read; of a year in two digits nobody knows the century. */
function dayText(cell: Cell, { today, dayOrder }: CellNotation): string {
  if (typeof cell === 'number') return dateOfSerial(cell, false)?.day ?? textOf(cell);
  const text = typeof cell === 'object' ? cell.day : textOf(cell);
  return (/\d{4}/.test(text) ? readDay(text, today, dayOrder) : null) ?? text;
}

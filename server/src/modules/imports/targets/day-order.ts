import { dayNotation } from '@escuta/contract/day-text';
import { isDateField } from '@escuta/contract/imports';
import type { ImportField } from '@escuta/contract/imports';
import { textOf } from '#platform/tabular/table.ts';
import type { Cell } from '#platform/tabular/table.ts';
import type { ColumnsGuess } from '../target.ts';

/**
 * In which order the dates of some rows are written: in that of more cells that fit one order only, the day first where
 * nothing tells. The columns of dates speak, or all of them where none is known to be one: another program may have written
 * the rest in its own order. A workbook's own date is none in writing: as text it has its year first.
 */
export function guessDayOrder(
  rows: readonly (readonly Cell[])[],
  mapping: readonly ImportField[],
  isDate: (field: ImportField) => boolean = isDateField,
): Pick<ColumnsGuess, 'dayOrder' | 'isDayOrderOpen'> {
  const hasDates = mapping.some((field) => isDate(field));
  const notations = rows
    .flatMap((row) => row.filter((_, at) => !hasDates || isDate(mapping[at] ?? 'ignore')))
    .map((cell) => dayNotation(textOf(cell)));
  const count = (notation: (typeof notations)[number]) => notations.filter((one) => one === notation).length;
  const [dayFirst, monthFirst] = [count('day-month'), count('month-day')];
  return {
    dayOrder: monthFirst > dayFirst ? 'month-day' : 'day-month',
    isDayOrderOpen: count('year-first') + count('month-named') === 0 || dayFirst + monthFirst + count('either') > 0,
  };
}

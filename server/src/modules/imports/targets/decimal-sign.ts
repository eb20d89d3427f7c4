import { judgeCustomValue } from '@escuta/contract/custom-field-values';
import type { Notation } from '@escuta/contract/custom-field-values';
import type { CustomField } from '@escuta/contract/custom-fields';
import { customFieldOf } from '@escuta/contract/imports';
import type { ImportField } from '@escuta/contract/imports';

const signs = [',', '.'] as const;

/** How numbers are written whose decimals stand behind a sign. */
export function notationOf(decimal: Notation['decimal']): Pick<Notation, 'decimal' | 'thousands'> {
  return { decimal, thousands: decimal === ',' ? '.' : ',' };
}

/**
 * What stands before the decimals in the columns of numbers: the sign of more cells that can be read in one way only. '1.234' is
 * a number in both; null where nothing tells.
 */
export function guessDecimal(
  rows: readonly (readonly string[])[],
  mapping: readonly ImportField[],
  customFields: readonly CustomField[],
): Notation['decimal'] | null {
  const numbers = new Set(customFields.flatMap(({ type, internal_name: name }) => (type === 'number' ? [name] : [])));
  const columns = mapping.flatMap((field, at) => (numbers.has(customFieldOf(field) ?? '') ? [at] : []));
  const cells = rows.flatMap((row) => columns.map((at) => row[at] ?? ''));
  const only = (decimal: Notation['decimal'], other: Notation['decimal']) =>
    cells.filter((cell) => isNumber(cell, decimal) && !isNumber(cell, other)).length;
  const [comma, point] = [only(',', '.'), only('.', ',')];
  return comma === point ? null : (signs[comma > point ? 0 : 1] ?? null);
}

function isNumber(cell: string, decimal: Notation['decimal']): boolean {
  const field = { type: 'number', options: [], required: true } as const;
  return judgeCustomValue(field, cell, { dayOrder: 'day-month', ...notationOf(decimal) }).problem === undefined;
}

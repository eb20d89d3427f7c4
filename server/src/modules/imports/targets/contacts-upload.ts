import { customFieldOf, importFields, isDateField } from '@escuta/contract/imports';
import type { ImportField } from '@escuta/contract/imports';
import { listCustomFields } from '#modules/contacts/index.ts';
import { shownText } from '#platform/tabular/table.ts';
import { columnsProblem } from '../import.ts';
import type { ColumnChoices, MappingProblem, UploadRules } from '../target.ts';
import { guessTable } from './columns.ts';
import { contactColumns, hasCapitalNames } from './contact-columns.ts';
import { guessDayOrder } from './day-order.ts';
import { guessDecimal } from './decimal-sign.ts';

/** A file of contacts: fields of contacts, their company, and the custom fields of the company. */
export const contactsUpload: UploadRules = {
  choices: async (tx, { companyId }) => ({ customFields: await listCustomFields(tx, companyId) }),
  guess(found, { customFields }) {
    const texts = found.map((row) => row.map((cell) => shownText(cell)));
    const { rowsAbove, hasHeader, rows, mapping } = guessTable(texts, contactColumns(customFields));
    return {
      rowsAbove,
      hasHeader,
      mapping,
      hasCapitalNames: hasCapitalNames(rows, mapping.indexOf('name')),
      ...guessDayOrder(found.slice(rowsAbove), mapping, (field) => isDateField(field, customFields)),
      decimal: guessDecimal(rows, mapping, customFields),
    };
  },
  mappingProblem,
};

const ownFields: ReadonlySet<ImportField> = new Set(importFields);

/** Each field at most once, those that a contact has, and something by which a contact is found. */
function mappingProblem(
  mapping: readonly ImportField[],
  columnCount: number,
  { customFields }: ColumnChoices,
): MappingProblem | null {
  const problem = columnsProblem(mapping, columnCount);
  if (problem) return problem;
  const names = new Set(customFields.map(({ internal_name: name }) => name));
  const isKnown = (field: ImportField) => ownFields.has(field) || names.has(customFieldOf(field) ?? '');
  if (!mapping.every(isKnown)) return 'field_unknown';
  return mapping.some((field) => field === 'email' || field === 'tel' || field === 'external_id') ? null : 'no_address';
}

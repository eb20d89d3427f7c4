import { isDateField } from '@escuta/contract/imports';
import { shownText } from '#platform/tabular/table.ts';
import { mappingProblem } from '../import.ts';
import type { ImportTarget } from '../target.ts';
import {
  holdFieldsAsRead,
  openUpsertRehearsal,
  refreshContactStatistics,
  undoUpserts,
  upsertContacts,
} from '#modules/contacts/index.ts';
import type { IncomingContact } from '#modules/contacts/index.ts';
import { detectHeader, guessMapping, hasCapitalNames, namesOfCustomFields, rowsAboveTable } from './contact-columns.ts';
import { readContact } from './contact-row.ts';
import { guessDayOrder } from './day-order.ts';
import { guessDecimal } from './decimal-sign.ts';

/** Each row is a person, found by external id, else by e-mail, else by phone. */
export const contactsTarget: ImportTarget<IncomingContact> = {
  guess(found, customFields) {
    const texts = found.map((row) => row.map((cell) => shownText(cell)));
    const names = namesOfCustomFields(customFields);
    const rowsAbove = rowsAboveTable(texts, names);
    const records = texts.slice(rowsAbove);
    const hasHeader = detectHeader(records, names);
    const header = hasHeader ? (records[0] ?? []) : null;
    const rows = hasHeader ? records.slice(1) : records;
    const width = header?.length ?? Math.max(0, ...rows.map((row) => row.length));
    const mapping = guessMapping(header, rows, width, names);
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
  readRow: readContact,
  async write(tx, run, values, now) {
    if (run.custom && values.some(({ custom }) => custom)) await holdFieldsAsRead(tx, run.companyId, run.custom.fields);
    return upsertContacts(tx, run, values, now);
  },
  rehearse: openUpsertRehearsal,
  undo: undoUpserts,
  refreshStatistics: refreshContactStatistics,
};

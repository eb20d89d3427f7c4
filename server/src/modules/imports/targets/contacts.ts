import { shownText } from '#platform/tabular/table.ts';
import { mappingProblem } from '../import.ts';
import type { ImportTarget } from '../target.ts';
import { refreshContactStatistics, upsertContacts } from '#modules/contacts/index.ts';
import type { IncomingContact } from '#modules/contacts/index.ts';
import { detectHeader, guessMapping, hasCapitalNames, rowsAboveTable } from './contact-columns.ts';
import { readContact } from './contact-row.ts';
import { guessDayOrder } from './day-order.ts';

/** Each row is a person, found by e-mail, else by phone. */
export const contactsTarget: ImportTarget<IncomingContact> = {
  guess(found) {
    const texts = found.map((row) => row.map((cell) => shownText(cell)));
    const rowsAbove = rowsAboveTable(texts);
    const records = texts.slice(rowsAbove);
    const hasHeader = detectHeader(records);
    const header = hasHeader ? (records[0] ?? []) : null;
    const rows = hasHeader ? records.slice(1) : records;
    const width = header?.length ?? Math.max(0, ...rows.map((row) => row.length));
    const mapping = guessMapping(header, rows, width);
    return {
      rowsAbove,
      hasHeader,
      mapping,
      hasCapitalNames: hasCapitalNames(rows, mapping.indexOf('name')),
      ...guessDayOrder(found.slice(rowsAbove), mapping),
    };
  },
  mappingProblem,
  readRow: readContact,
  write: upsertContacts,
  refreshStatistics: refreshContactStatistics,
};

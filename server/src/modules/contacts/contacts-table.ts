import { writtenCustomValue } from '@escuta/contract/custom-field-values';
import type { CustomField } from '@escuta/contract/custom-fields';
import { contactField, contactFieldNames } from '@escuta/contract/contact-fields';
import type { ContactFieldName } from '@escuta/contract/contact-fields';
import type { Language } from '@escuta/contract/primitives';
import type { CellDate } from '#platform/tabular/table.ts';
import type { WalkedTable } from '#platform/tabular/table-file.ts';
import type { Column } from '#platform/tabular/written-table.ts';
import { localTime } from '#platform/time/local-time.ts';
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import pt from './locales/pt.json' with { type: 'json' };
import type { CustomValues } from './custom-fields/custom-field.ts';
import { walkContactRows } from './queries.ts';
import type { ContactFilter, ContactKey, ContactRow } from './queries.ts';

const texts: Readonly<Record<Language, typeof pt>> = { pt, es, en };

/** What the columns of a file of contacts are called in each language. */
export const columnTexts = { pt: pt.column, es: es.column, en: en.column } satisfies Record<Language, unknown>;

interface TableOptions {
  readonly language: Language;
  readonly timezone: string;
  /** Those of the company; the sensitive ones have no column. */
  readonly customFields: readonly CustomField[];
}

/** The contacts that a filter finds, newest first, as a table that can be imported again. */
export function contactsTable(
  filter: ContactFilter,
  { language, timezone, customFields }: TableOptions,
): WalkedTable<ContactRow, ContactKey> {
  return {
    title: texts[language].sheet,
    fileName: texts[language].fileName,
    columns: [...columnsOf(language, timezone), ...customColumns(customFields)],
    read: (tx, page) => walkContactRows(tx, filter, page),
  };
}

function columnsOf(language: Language, timezone: string): Column<ContactRow>[] {
  const column = columnTexts[language];
  const time = (name: string, of: (row: ContactRow) => Date | null): Column<ContactRow> => ({
    name: `${name} (${timezone})`,
    type: 'date',
    cell: (row) => timeIn(timezone, of(row)),
  });
  return [
    ...contactFieldNames.map((field) => fieldColumn(field, column[field])),
    { name: column.company, type: 'text', cell: ({ companyName }) => companyName },
    { name: column.score, type: 'number', cell: ({ last_score: score }) => score },
    { name: column.metric, type: 'text', cell: ({ last_metric: metric }) => metric && metric.toUpperCase() },
    time(column.sent, (row) => row.last_sent_at),
    time(column.answered, (row) => row.last_answered_at),
    time(column.created, (row) => row.created_at),
  ];
}

function fieldColumn(field: ContactFieldName, name: string): Column<ContactRow> {
  if (contactField(field).type !== 'date') return { name, type: 'text', cell: (row) => row[field] };
  return { name, type: 'date', cell: (row) => dayCell(row[field]) };
}

/** The custom fields in their order, but those that are sensitive (PRIVACY-22). */
function customColumns(fields: readonly CustomField[]): Column<ContactRow>[] {
  return fields
    .filter(({ sensitive }) => !sensitive)
    .map(({ internal_name, label: name, type }): Column<ContactRow> => {
      const valueOf = (row: ContactRow) => (row.custom_fields as CustomValues)[internal_name] ?? null;
      if (type === 'number') return { name, type, cell: (row) => numberOf(valueOf(row)) };
      if (type === 'date') return { name, type, cell: (row) => dayCell(valueOf(row)) };
      return { name, type: 'text', cell: (row) => written(type, valueOf(row)) };
    });
}

function written(type: CustomField['type'], value: string | null): string | null {
  return value === null ? null : writtenCustomValue(type, value);
}

function numberOf(value: string | null): number | null {
  return value === null ? null : Number(value);
}

function dayCell(day: string | null): CellDate | null {
  return day === null ? null : { day, time: null };
}

function timeIn(timezone: string, instant: Date | null): CellDate | null {
  return instant && localTime(timezone, instant);
}

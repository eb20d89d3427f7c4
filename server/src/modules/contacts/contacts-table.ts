import { timezone as timezoneName } from '@escuta/contract/company-settings';
import { distinctTags, particularNames, tag, tagsMax } from '@escuta/contract/contact-particulars';
import type { RowError } from '@escuta/contract/imports';
import { writtenCustomValue } from '@escuta/contract/custom-field-values';
import type { CustomField } from '@escuta/contract/custom-fields';
import { contactField, contactFieldNames } from '@escuta/contract/contact-fields';
import type { ContactFieldName } from '@escuta/contract/contact-fields';
import type { Language } from '@escuta/contract/primitives';
import { plainWords } from '#platform/tabular/plain-words.ts';
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
import type { Particulars } from './upsert-decision.ts';

const texts: Readonly<Record<Language, typeof pt>> = { pt, es, en };

/** What the columns of a file of contacts are called in each language. */
const columnTexts = { pt: pt.column, es: es.column, en: en.column } satisfies Record<Language, unknown>;

const lettersOf = (label: string) => plainWords(label).replace(/[^a-z\d]/g, '');

function labelsOf(columns: readonly (keyof typeof pt.column)[]): ReadonlySet<string> {
  return new Set(Object.values(columnTexts).flatMap((texts) => columns.map((column) => lettersOf(texts[column]))));
}

const importedLabels = labelsOf([...contactFieldNames, 'company', ...particularNames]);
const standardLabels = labelsOf(Object.keys(pt.column) as (keyof typeof pt.column)[]);

/** Whether a label is, in any language, that of a column that an import reads back; signs and accents aside. */
export function isImportedLabel(label: string): boolean {
  return importedLabels.has(lettersOf(label));
}

/** The same of any column that a file says of every contact. */
export function isStandardLabel(label: string): boolean {
  return standardLabels.has(lettersOf(label));
}

/** What each language is called in each of them. */
const languageTexts = { pt: pt.language, es: es.language, en: en.language } satisfies Record<
  Language,
  Record<Language, string>
>;

/** What a file of contacts is called in a language, without its day. */
export function contactsFileName(language: Language): string {
  return texts[language].fileName;
}

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
    { name: column.language, type: 'text', cell: ({ language: of }) => of && languageTexts[language][of] },
    { name: column.timezone, type: 'text', cell: (row) => row.timezone },
    { name: column.tags, type: 'text', cell: ({ tags }) => (tags.length === 0 ? null : tagsCell(tags)) },
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

type Reading = Partial<Particulars> | { readonly problem: RowError };

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The languages by their names in each of them, and by their codes. */
const languages: ReadonlyMap<string, Language> = new Map(
  Object.values(languageTexts).flatMap((names) =>
    (Object.keys(names) as Language[]).flatMap((code) => [[plain(names[code]), code] as const, [code, code] as const]),
  ),
);

/** Reads a cell that is not blank, of a column that says something of a contact beside its fields, or says why it cannot be. */
export function readParticular(name: keyof Particulars, text: string): Reading {
  switch (name) {
    case 'language': {
      // 'Português (Brasil)' and 'pt-BR' are the language alone.
      const language = languages.get(/^\p{L}*/u.exec(plain(text))?.[0] ?? '');
      return language ? { language } : { problem: 'language_unknown' };
    }
    case 'timezone': {
      const read = timezoneName.safeParse(text);
      return read.success ? { timezone: read.data } : { problem: 'timezone_unknown' };
    }
    case 'tags':
      return readTags(text);
  }
}

/** A tag may hold a comma where semicolons part them. */
function readTags(text: string): Reading {
  return readTagWords(text.split(text.includes(';') ? ';' : ',').filter((part) => part.trim() !== ''));
}

/** Reads tags word by word, or says why they cannot be those of a contact: one that is none leaves out all of them. */
export function readTagWords(words: readonly string[]): Reading {
  const read = words.map((word) => tag.safeParse(word));
  const tags = distinctTags(read.flatMap(({ data }) => data ?? []));
  return read.every(({ success }) => success) && tags.length <= tagsMax ? { tags } : { problem: 'tags_not_valid' };
}

/** Tags as an import reads them again: where no `;` stands between two, a comma would tell one tag from the next. */
function tagsCell(tags: readonly string[]): string {
  const joined = tags.join('; ');
  return joined.includes(',') && tags.length === 1 ? `${joined};` : joined;
}

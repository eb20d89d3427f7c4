// cspell:locale en-US,pt-BR,pt,es
// cspell:ignore cnpj codigo compania razao razon movil bcel filial filiais
import { email } from '@escuta/contract/primitives';
import { contactField, contactFieldNames } from '@escuta/contract/contact-fields';
import type { ContactFieldName, FieldType } from '@escuta/contract/contact-fields';
import { columnOfCustomField } from '@escuta/contract/imports';
import type { ImportField } from '@escuta/contract/imports';
import type { CustomField } from '@escuta/contract/custom-fields';
import { isInOneCase } from '@escuta/contract/message-name';
import { headerWords } from '#modules/contacts/index.ts';

/** What a header may say that is nothing we import: 'sobrenome' is half a name, a document or any date is none. */
const nothingOfOurs =
  /sobrenome|apellido|last ?name|surname|apelido|\b(cpf|cnpj|dni|rg|id|cep|documento?|cod|codigo|data|fecha|date|linha|linea|row|motivo|reason)\b/;
const companyWords =
  /\b(empresas?|company|companhia|compania|organiza[a-z]*|razao social|razon social|lojas?|unidad|unidades?|filial|filiais|tiendas?|sucursal|sucursales|store|branch)\b/;

/**
 * What each header is held against, the more particular first: a date that a field names is that field's, any other is
 * nothing of ours; 'nome da empresa' is a company, 'e-mail do cliente' an address, and what is left may be a name.
 */
const headerRules: readonly { field: ImportField; words: RegExp }[] = [
  ...fieldsOfType('date'),
  ...fieldsOfType('code'),
  { field: 'ignore', words: nothingOfOurs },
  { field: 'company', words: companyWords },
  ...fieldsOfType('email'),
  ...fieldsOfType('phone'),
  ...fieldsOfType('text'),
];

function fieldsOfType(type: FieldType): { field: ContactFieldName; words: RegExp }[] {
  return contactFieldNames
    .filter((field) => contactField(field).type === type)
    .map((field) => ({ field, words: headerWords[field] }));
}

/** What cells look like without a header; a day without a name could be any. */
const looks: Readonly<Record<Exclude<FieldType, 'date' | 'code'>, (cell: string) => boolean>> = {
  email: (cell) => email.safeParse(cell).success,
  phone: looksLikePhone,
  text: (cell) => /^\p{L}[\p{L}'’.-]*(\s+\p{L}[\p{L}'’.-]*)+$/u.test(cell),
};
const isAddress = (cell: string) => looks.email(cell.trim()) || looks.phone(cell.trim());

/** The columns that headers name exactly, in the form of `plainWords`. */
type NamedColumns = ReadonlyMap<string, ImportField>;
const noNames: NamedColumns = new Map();

/** The custom fields of a company, by their labels and by their internal names; a label wins. */
export function namesOfCustomFields(fields: readonly CustomField[]): NamedColumns {
  const named = (key: 'internal_name' | 'label') =>
    fields.map((field) => [plainWords(field[key]), columnOfCustomField(field)] as const);
  return new Map([...named('internal_name'), ...named('label')]);
}

/** Whether the first row names the columns: it holds no address, and it speaks of contacts or stands above addresses. */
export function detectHeader(records: readonly (readonly string[])[], names = noNames): boolean {
  const [first = [], ...others] = records;
  const cells = first.map((cell) => cell.trim());
  if (cells.some(isAddress)) return false;
  if (cells.some((cell) => fieldOfHeader(cell, names) !== null)) return true;
  return others.some((row) => row.some((cell, at) => cells[at] && isAddress(cell)));
}

/** Titles, dates and blank lines that reports have above their columns. */
const rowsAboveHeaderMax = 10;

/**
 * How many rows at the beginning are no part of the table: those above the row that names the most columns, where none of
 * them holds an address; else those of a single cell above rows of several.
 */
export function rowsAboveTable(records: readonly (readonly string[])[], names = noNames): number {
  const filled = (row: readonly string[]) => row.filter((cell) => cell.trim() !== '');
  const firstAddress = records.findIndex((row) => row.some(isAddress));
  const above = records.slice(0, Math.min(rowsAboveHeaderMax, firstAddress === -1 ? records.length : firstAddress));
  const named = above.map(
    (row) => new Set(row.map((cell) => fieldOfHeader(cell, names)).filter((field) => field !== null)).size,
  );
  const most = Math.max(0, ...named);
  if (most > 1 || (most === 1 && named[0] === 0 && firstAddress !== -1)) return named.indexOf(most);
  const widest = Math.max(0, ...records.map((row) => filled(row).length));
  const first = above.findIndex((row) => filled(row).length > 1);
  return widest > 1 && firstAddress !== -1 ? (first === -1 ? above.length : first) : 0;
}

const guessedByLooks = [
  ['email', looks.email],
  ['tel', looks.phone],
  ['name', looks.text],
] as const;

/** What each column becomes: by its header first, else by what most of its cells look like; each field once. */
export function guessMapping(
  header: readonly string[] | null,
  sample: readonly (readonly string[])[],
  width: number,
  names = noNames,
): ImportField[] {
  const taken = new Set<ImportField>();
  const mapping: (ImportField | null)[] = Array.from({ length: width }, (_, at) => {
    const field = header ? fieldOfHeader(header[at] ?? '', names) : null;
    if (field === null || field === 'ignore') return field;
    if (taken.has(field)) return 'ignore';
    taken.add(field);
    return field;
  });
  for (const [field, look] of guessedByLooks) {
    if (taken.has(field)) continue;
    const at = mapping.findIndex((known, column) => known === null && mostCellsLook(look, sample, column));
    if (at !== -1) mapping[at] = field;
  }
  return mapping.map((field) => field ?? 'ignore');
}

/** What a header says exactly is more particular than any of its words. */
function fieldOfHeader(cell: string, names: NamedColumns): ImportField | null {
  const words = plainWords(cell);
  return names.get(words) ?? fieldOfWords(words);
}

/** A header in lower case without accents, with one space between its words. */
function plainWords(cell: string): string {
  return cell
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[_\s.]+/g, ' ')
    .trim();
}

function fieldOfWords(words: string): ImportField | null {
  return headerRules.find((known) => known.words.test(words))?.field ?? null;
}

/** Whether most names of a column are written in capitals. */
export function hasCapitalNames(sample: readonly (readonly string[])[], column: number): boolean {
  return column !== -1 && mostCellsLook((cell) => isInOneCase(cell) && cell === cell.toUpperCase(), sample, column);
}

function mostCellsLook(
  test: (cell: string) => boolean,
  sample: readonly (readonly string[])[],
  column: number,
): boolean {
  const cells = sample.map((row) => (row[column] ?? '').trim()).filter((cell) => cell !== '');
  return cells.length > 0 && cells.filter(test).length > cells.length / 2;
}

function looksLikePhone(cell: string): boolean {
  if (!/^\+?[\d\s().-]{8,24}$/.test(cell)) return false;
  const digits = cell.replace(/\D/g, '');
  if (cell.startsWith('+')) return digits.length >= 8 && digits.length <= 15;
  // Brazilian: area code, then a mobile of nine digits or a fixed line of eight. A CPF has eleven digits too.
  return /^(55)?[1-9][1-9](9\d{8}|[2-5]\d{7})$/.test(digits);
}

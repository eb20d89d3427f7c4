// cspell:locale en-US,pt-BR,pt,es
// cspell:ignore cnpj codigo compania razao razon movil bcel filial filiais
import { email } from '@escuta/contract/primitives';
import type { ImportField } from '@escuta/contract/imports';

type Guessed = Exclude<ImportField, 'ignore'>;

/**
 * What a header says, in Portuguese, Spanish and English, lower case without accents. The order decides: 'nome da empresa'
 * is a company, and 'sobrenome' or a document is nothing that we import.
 */
const headerWords: readonly { field: ImportField; words: RegExp }[] = [
  {
    field: 'ignore',
    words:
      /sobrenome|apellido|last ?name|surname|apelido|\b(cpf|cnpj|dni|rg|id|cep|documento?|cod|codigo|data|fecha|date|linha|linea|row|motivo|reason)\b/,
  },
  {
    field: 'company',
    words:
      /\b(empresas?|company|companhia|compania|organiza[a-z]*|razao social|razon social|lojas?|unidad|unidades?|filial|filiais|tiendas?|sucursal|sucursales|store|branch)\b/,
  },
  { field: 'email', words: /mail|correio|correo/ },
  { field: 'tel', words: /\btel|fone|phone|celular|\bcel\b|\bcell|movil|mobile|whats/ },
  {
    field: 'name',
    words: /\b(nome|name|nombre|fullname|clientes?|contato|contacto|contact|customer|pessoa|persona)\b/,
  },
];

const looks: Readonly<Record<Exclude<Guessed, 'company'>, (cell: string) => boolean>> = {
  email: (cell) => email.safeParse(cell).success,
  tel: looksLikePhone,
  name: (cell) => /^\p{L}[\p{L}'’.-]*(\s+\p{L}[\p{L}'’.-]*)+$/u.test(cell),
};

/** Whether the first row names the columns: it holds no address, and it speaks of contacts or stands above addresses. */
export function detectHeader(records: readonly (readonly string[])[]): boolean {
  const [first = [], ...others] = records;
  const cells = first.map((cell) => cell.trim());
  if (cells.some((cell) => looks.email(cell) || looks.tel(cell))) return false;
  if (cells.some((cell) => fieldOfHeader(cell) !== null)) return true;
  return others.some((row) => row.some((cell, at) => cells[at] && (looks.email(cell) || looks.tel(cell.trim()))));
}

/** Titles, dates and blank lines that reports have above their columns. */
const rowsAboveHeaderMax = 10;

/**
 * How many rows at the beginning are no part of the table: those above the row that names the most columns, where none of
 * them holds an address; else those of a single cell above rows of several.
 */
export function rowsAboveTable(records: readonly (readonly string[])[]): number {
  const filled = (row: readonly string[]) => row.filter((cell) => cell.trim() !== '');
  const firstAddress = records.findIndex((row) =>
    row.some((cell) => looks.email(cell.trim()) || looks.tel(cell.trim())),
  );
  const above = records.slice(0, Math.min(rowsAboveHeaderMax, firstAddress === -1 ? records.length : firstAddress));
  const named = above.map((row) => new Set(row.map(fieldOfHeader).filter((field) => field !== null)).size);
  const most = Math.max(0, ...named);
  if (most > 1 || (most === 1 && named[0] === 0 && firstAddress !== -1)) return named.indexOf(most);
  const widest = Math.max(0, ...records.map((row) => filled(row).length));
  const first = above.findIndex((row) => filled(row).length > 1);
  return widest > 1 && firstAddress !== -1 ? (first === -1 ? above.length : first) : 0;
}

/** What each column becomes: by its header first, else by what most of its cells look like; each field once. */
export function guessMapping(
  header: readonly string[] | null,
  sample: readonly (readonly string[])[],
  width: number,
): ImportField[] {
  const taken = new Set<ImportField>();
  const mapping: (ImportField | null)[] = Array.from({ length: width }, (_, at) => {
    const field = header ? fieldOfHeader(header[at] ?? '') : null;
    if (field === null || field === 'ignore') return field;
    if (taken.has(field)) return 'ignore';
    taken.add(field);
    return field;
  });
  for (const field of ['email', 'tel', 'name'] as const) {
    if (taken.has(field)) continue;
    const at = mapping.findIndex((known, column) => known === null && mostCellsLook(looks[field], sample, column));
    if (at !== -1) mapping[at] = field;
  }
  return mapping.map((field) => field ?? 'ignore');
}

function fieldOfHeader(cell: string): ImportField | null {
  const words = cell
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[_\s.]+/g, ' ')
    .trim();
  return headerWords.find((known) => known.words.test(words))?.field ?? null;
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

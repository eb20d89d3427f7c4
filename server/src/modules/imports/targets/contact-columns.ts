// cspell:locale en-US,pt-BR,pt,es
// cspell:ignore cnpj codigo compania razao razon movil bcel filial filiais
import { contactField, contactFieldNames } from '@escuta/contract/contact-fields';
import type { ContactFieldName, FieldType } from '@escuta/contract/contact-fields';
import { columnOfCustomField } from '@escuta/contract/imports';
import type { ImportField } from '@escuta/contract/imports';
import type { CustomField } from '@escuta/contract/custom-fields';
import { isInOneCase } from '@escuta/contract/message-name';
import { headerWords, isImportedLabel } from '#modules/contacts/index.ts';
import { plainWords } from '#platform/tabular/plain-words.ts';
import { looksLikeEmail, looksLikePhone, mostCellsLook } from './columns.ts';
import type { KnownColumns, NamedColumns } from './columns.ts';

/**
 * What a header may say that is nothing we import: 'sobrenome' is half a name, a document or any date is none, and 'E-mail 1 - Label', as an
 * address book of Google has it beside 'E-mail 1 - Value', is 'Work'.
 */
const nothingOfOurs =
  /sobrenome|apellido|last ?name|surname|apelido|\b(cpf|cnpj|dni|rg|id|cep|documento?|cod|codigo|data|fecha|date|linha|linea|row|motivo|reason)\b|\b\d+ - (label|type)$/;
const companyWords =
  /\b(empresas?|company|companhia|compania|organiza[a-z]*|razao social|razon social|lojas?|unidad|unidades?|filial|filiais|tiendas?|sucursal|sucursales|store|branch)\b/;

const particularWords: readonly { field: ImportField; words: RegExp }[] = [
  { field: 'tags', words: /^(tags?|etiquetas?|marcadores|labels?)$/ },
  { field: 'language', words: /^(idiomas?|languages?|lengua)$/ },
  { field: 'timezone', words: /\bfuso\b|\btime ?zone\b|\bzona horaria\b|\bhuso horario\b/ },
];

/**
 * What each header is held against, the more particular first: a date that a field names is that field's, any other is
 * nothing of ours; 'nome da empresa' is a company, 'e-mail do cliente' an address, and what is left may be a name.
 */
const headerRules: readonly { field: ImportField; words: RegExp }[] = [
  ...fieldsOfType('date'),
  ...fieldsOfType('externalId'),
  { field: 'ignore', words: nothingOfOurs },
  { field: 'company', words: companyWords },
  ...particularWords,
  ...fieldsOfType('email'),
  ...fieldsOfType('phone'),
  ...fieldsOfType('name'),
];

function fieldsOfType(type: FieldType): { field: ContactFieldName; words: RegExp }[] {
  return contactFieldNames
    .filter((field) => contactField(field).type === type)
    .map((field) => ({ field, words: headerWords[field] }));
}

/** What cells look like without a header; a day without a name could be any. */
const looks: KnownColumns['looks'] = [
  ['email', looksLikeEmail],
  ['tel', looksLikePhone],
  ['name', (cell) => /^\p{L}[\p{L}'’.-]*(\s+\p{L}[\p{L}'’.-]*)+$/u.test(cell)],
];

/** What the columns of a file of contacts are known by. What a header says exactly is more particular than any of its words. */
export function contactColumns(customFields: readonly CustomField[]): KnownColumns {
  const names = namesOfCustomFields(customFields);
  return {
    readHeader(cell) {
      const words = plainWords(cell);
      return names.get(words) ?? headerRules.find((known) => known.words.test(words))?.field ?? null;
    },
    looks,
  };
}

/** The custom fields of a company, by their labels and by their internal names; a label wins, and a field of every contact over both. */
function namesOfCustomFields(fields: readonly CustomField[]): NamedColumns {
  const named = (key: 'internal_name' | 'label') =>
    fields.map((field) => [plainWords(field[key]), columnOfCustomField(field)] as const);
  const names = [...named('internal_name'), ...named('label')];
  return new Map(names.filter(([words]) => !isImportedLabel(words)));
}

/** Whether most names of a column are written in capitals. */
export function hasCapitalNames(sample: readonly (readonly string[])[], column: number): boolean {
  return column !== -1 && mostCellsLook((cell) => isInOneCase(cell) && cell === cell.toUpperCase(), sample, column);
}

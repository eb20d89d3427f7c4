import { z } from 'zod';
import { contactField, contactFieldNames } from './contact-fields.ts';
import { particularNames } from './contact-particulars.ts';
import { internalNameLengthMax } from './custom-fields.ts';
import type { CustomField } from './custom-fields.ts';
import { dayOrders } from './day-text.ts';
import { fileFormats, fileMediaTypes } from './file-formats.ts';
import { BusinessUnitId, CompanyId, ImportId, RehearsalId, SurveyId, UploadId, UserId } from './ids.ts';
import { questionKey } from './questions/question-type.ts';
import { byId, instant, language, paged, paging, searchWords } from './primitives.ts';
import { route } from './route.ts';

/** Why a whole file failed; what was imported before stays. Each has a text under `errors`. */
export const importErrors = [
  'FILE_MISSING',
  'FILE_BROKEN',
  'LINE_TOO_LONG',
  'ROWS_BROKEN',
  'TOO_MANY_ROWS',
  'IMPORT_FAILED',
] as const;
export const importError = z.enum(importErrors);
export type ImportError = z.infer<typeof importError>;

/** Why a row of the file was not imported. Each has a text in the language of the downloaded file. */
export const rowErrors = [
  'no_address',
  'email_invalid',
  'phone_invalid',
  'name_too_long',
  'name_not_valid',
  'date_invalid',
  'columns_missing',
  'columns_extra',
  'quote_broken',
  'row_too_long',
  'line_break_stray',
  'encoding_mixed',
  'not_text',
  'duplicate_in_file',
  'contact_missing',
  'contact_exists',
  'phone_taken',
  'external_id_taken',
  'external_id_not_valid',
  'person_erased',
  'contact_merged',
  'cpf_incomplete',
  'cpf_invalid',
  'cnpj_invalid',
  'day_invalid',
  'number_invalid',
  'option_unknown',
  'text_too_long',
  'answered_at_missing',
  'answered_at_invalid',
  'score_missing',
  'score_invalid',
  'answer_missing',
  'answer_too_long',
  'contact_unknown',
  'required_missing',
  'language_unknown',
  'timezone_unknown',
  'tags_not_valid',
  'tags_left_out',
  'formula_error',
] as const;
export const rowError = z.enum(rowErrors);
export type RowError = z.infer<typeof rowError>;

/** What a file does to the contacts: add only, change only, or both. */
export const importModes = ['create', 'update', 'create_and_update'] as const;
export const importMode = z.enum(importModes);
export type ImportMode = z.infer<typeof importMode>;

/** What became of the rows of a file. */
const importCounts = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  rejected: z.number().int(),
  /** Rows that came in without a field that could not be read; they count among the first three too. */
  warned: z.number().int(),
});

/** What a blank cell does to what the unit knows: nothing, or it clears it. */
export const blankCellChoices = ['keep', 'clear'] as const;
export const blankCells = z.enum(blankCellChoices);
export type BlankCells = z.infer<typeof blankCells>;

interface ImportKind {
  /** What it brings is only added: whoever answered elsewhere has answered, and an answer is never changed. */
  readonly onlyAdds: boolean;
  /** It brings people, whom a survey can be sent to. */
  readonly bringsPeople: boolean;
}

/** What a file brings, by its type. */
const importKinds = {
  import_contacts: { onlyAdds: false, bringsPeople: true },
  import_answers: { onlyAdds: true, bringsPeople: false },
} as const satisfies Record<string, ImportKind>;
export type ImportType = keyof typeof importKinds;
export const importTypes = Object.keys(importKinds) as [ImportType, ...ImportType[]];
export const importType = z.enum(importTypes);

/** Whether an import only adds, and changes nothing. */
export function onlyAdds(type: ImportType): boolean {
  return importKinds[type].onlyAdds;
}

/** Whether a survey can be sent to whom an import brought. */
export function bringsPeople(type: ImportType): boolean {
  return importKinds[type].bringsPeople;
}

/** Import with the field names of the specification (ENTITY-12). `progress` runs from 0 to 1. */
export const Import = z.object({
  _id: ImportId,
  type: importType,
  status: z.enum(['pending', 'started', 'running', 'finished', 'error', 'cancelled']),
  created_at: instant,
  ended_at: instant.nullable(),
  totalData: z.number().int(),
  progress: z.number(),
  file_name: z.string(),
  counts: importCounts,
  error: importError.nullable(),
  /** Until when it can be undone; null while it runs, where it has changed nobody, and once somebody has asked for its undo. */
  undoUntil: instant.nullable(),
  /** How many of what it brought are as before it, and how many are left as they are, since they were touched after it. */
  undo: z
    .object({ status: z.enum(['running', 'finished']), undone: z.number().int(), kept: z.number().int() })
    .nullable(),
  business: z.object({ _id: BusinessUnitId, nome: z.string() }),
  user: z.object({ _id: UserId, nome: z.string() }).nullable(),
});
export type Import = z.infer<typeof Import>;

/** How many contacts or answers are listed as brought by an import: also contacts that were so already, but only new answers. */
export function broughtBy({
  type,
  counts: { created, updated, unchanged },
}: Pick<Import, 'type'> & { readonly counts: Pick<Import['counts'], 'created' | 'updated' | 'unchanged'> }): number {
  return onlyAdds(type) ? created : created + updated + unchanged;
}

/** What a column of a file of contacts becomes, where it is no custom field. */
export const importFields = [...contactFieldNames, 'company', ...particularNames, 'ignore'] as const;

/** What a column of a file of answers becomes, where it answers no question: when they were given, and who gave them. */
export const answerFields = ['answered_at', 'external_id', 'email', 'tel', 'ignore'] as const;

const customPrefix = 'custom:';
/** A custom field of the company, by its internal name. */
const customColumn = z.templateLiteral([customPrefix, z.string().min(1).max(internalNameLengthMax)]);

const questionPrefix = 'question:';
/** A question of the survey, by its key. */
const questionColumn = z.templateLiteral([questionPrefix, questionKey]);

/** What a column of the file becomes. */
export const importField = z.union([z.enum([...importFields, 'answered_at']), customColumn, questionColumn]);
export type ImportField = z.infer<typeof importField>;

/** What a column becomes that holds values of a custom field. */
export function columnOfCustomField({ internal_name: name }: Pick<CustomField, 'internal_name'>): ImportField {
  return `${customPrefix}${name}`;
}

/** The internal name of the custom field that a column becomes; null where it becomes something else. */
export function customFieldOf(field: ImportField): string | null {
  return field.startsWith(customPrefix) ? field.slice(customPrefix.length) : null;
}

/** What a column becomes that answers a question. */
export function columnOfQuestion(key: string): ImportField {
  return `${questionPrefix}${key}`;
}

/** The key of the question that a column answers; null where it becomes something else. */
export function questionOf(field: ImportField): string | null {
  return field.startsWith(questionPrefix) ? field.slice(questionPrefix.length) : null;
}

/** Whether a column that becomes this holds dates. */
export function isDateField(field: ImportField, customFields: readonly CustomField[] = []): boolean {
  if (field === 'answered_at') return true;
  const custom = customFieldOf(field);
  if (custom !== null)
    return customFields.some(({ internal_name, type }) => internal_name === custom && type === 'date');
  const own = contactFieldNames.find((name) => name === field);
  return own !== undefined && contactField(own).type === 'date';
}

/** Which number comes first in the dates of a file that are text. */
export const dayOrder = z.enum(dayOrders);

/** How the bytes of a CSV file may be read, and what may stand between its cells. */
export const fileEncodings = ['utf-8', 'windows-1252', 'cp850'] as const;
export const fileDelimiters = [',', ';', '\t', '|', ':'] as const;

/** The survey that answers are imported to: each question that a column may answer, by its title. */
const ImportedSurvey = z.object({
  _id: SurveyId,
  title: z.string(),
  /** What the file says of people is not read: no answer is anybody's. */
  anonymous: z.boolean(),
  questions: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      /** Whether a file without it brings nothing that the survey measures. */
      needed: z.boolean(),
    }),
  ),
});

/**
 * What we found in an uploaded file: how to read it, its first ten rows, and our guess of the mapping.
 * `columns` are the cells of the header or, without one, the letters that a spreadsheet shows.
 */
export const ImportPreview = z.object({
  uploadId: UploadId,
  type: importType,
  /** Of answers only. */
  survey: ImportedSurvey.nullable(),
  /** When the same file, byte by byte, last brought answers to the same survey that are still there. */
  importedBefore: instant.nullable(),
  fileName: z.string(),
  sizeBytes: z.number().int(),
  format: z.enum(fileFormats),
  /** Of a CSV file only, as is the delimiter. */
  encoding: z.enum(fileEncodings).nullable(),
  delimiter: z.enum(fileDelimiters).nullable(),
  /** The names of a workbook's sheets; none in a CSV file. */
  sheets: z.array(z.string()),
  /** Which of the sheets is read, counted from 0. */
  sheet: z.number().int(),
  hasHeader: z.boolean(),
  /** Rows of data in the whole file: neither the header nor blank. */
  rowCount: z.number().int(),
  columns: z.array(z.string()),
  sample: z.array(z.array(z.string())),
  mapping: z.array(importField),
  /** Whether the mapping is the one that the company last imported a file with this header with, and no guess. */
  isMappingRemembered: z.boolean(),
  /** Whether most names are written in capitals, so that writing them as names is worth an offer. */
  hasCapitalNames: z.boolean(),
  /** As far as the first rows tell; the day first where they do not. */
  dayOrder,
  /** Whether the order is worth a question: not where each date of the first rows has its year first, or is a workbook's own. */
  isDayOrderOpen: z.boolean(),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

/** What a file is when it is no table that we read, in the params of FILE_NOT_TABLE: each has its own advice. */
export const fileKinds = [
  'spreadsheet',
  'encrypted',
  'damaged',
  'too_large',
  'archive',
  'utf-16',
  'markup',
  'binary',
] as const;

/** How a file is read, as a person may correct it: the bytes and cells of a CSV, or the sheet of a workbook. */
export const FileLayout = z.union([
  z.object({ encoding: z.enum(fileEncodings), delimiter: z.enum(fileDelimiters) }),
  z.object({ sheet: z.number().int().min(0).max(254) }),
]);
export type FileLayout = z.infer<typeof FileLayout>;

const megabyte = 1_048_576;

/** How much an import takes. A packed workbook unpacks to many times its size. */
export const importLimits = { csvMegabytes: 200, xlsxMegabytes: 50, rows: 1_000_000 } as const;

/** The largest file of each format. */
export const importBytesMax = {
  csv: importLimits.csvMegabytes * megabyte,
  xlsx: importLimits.xlsxMegabytes * megabyte,
} as const;

const uploadErrors = {
  FILE_EMPTY: 422,
  FILE_NOT_TABLE: 422,
  LINE_TOO_LONG: 422,
  ROWS_BROKEN: 422,
  TOO_MANY_COLUMNS: 422,
  TOO_MANY_ROWS: 422,
  // The company keeps as many files that nobody has imported as it may; `retryAfter` in seconds.
  UPLOADS_WAITING: 429,
} as const;

/** The file is stored, looked at, and nothing is imported yet. */
export const uploadContactsFile = route('POST /imports/uploads', {
  summary: 'Upload a CSV or XLSX file of contacts and look at it',
  permission: 'contacts.import',
  upload: { bytesMax: importBytesMax.csv },
  answer: ImportPreview,
  status: 201,
  errors: uploadErrors,
});

/** The survey is chosen before the file, so that the columns can be held against its questions. */
export const uploadAnswersFile = route('POST /surveys/:id/imports/uploads', {
  summary: 'Upload a CSV or XLSX file of answers to a survey, given elsewhere, and look at it',
  permission: 'contacts.import',
  params: byId(SurveyId),
  upload: { bytesMax: importBytesMax.csv },
  answer: ImportPreview,
  status: 201,
  errors: {
    ...uploadErrors,
    // It was never published, so that nobody was ever asked it.
    SURVEY_NOT_PUBLISHED: 409,
  },
});

/** The file is read again from its beginning; nothing is kept of a choice that is refused. */
export const chooseUploadLayout = route('PUT /imports/uploads/:id/layout', {
  summary: 'Say how the bytes of an uploaded CSV are read, or which sheet of a workbook, and look at it again',
  permission: 'contacts.import',
  params: byId(UploadId),
  body: FileLayout,
  answer: ImportPreview,
  errors: {
    FILE_EMPTY: 422,
    // Another kind of file has no such choice; `kind` as when it is uploaded, where the sheet cannot be read.
    FILE_NOT_TABLE: 422,
    LINE_TOO_LONG: 422,
    ROWS_BROKEN: 422,
    TOO_MANY_COLUMNS: 422,
    TOO_MANY_ROWS: 422,
    // An import from this file has begun.
    UPLOAD_STARTED: 409,
  },
});

/**
 * What a person says of a file: what its columns become, how they are read, and what is done with whom the unit has. Mode, blank
 * cells and the case of names are of contacts only.
 */
export const ImportSettings = z.object({
  hasHeader: z.boolean(),
  mapping: z.array(importField).min(1).max(200),
  mode: importMode.default('create_and_update'),
  blankCells: blankCells.default('keep'),
  /** Whether names in capitals are written as names: 'MARIA DA SILVA' as 'Maria da Silva'. */
  titleCase: z.boolean().default(false),
  dayOrder: dayOrder.default('day-month'),
  /** Of answers: whether each sets off what a new one does (tickets, webhooks). Those of long ago are history, and do not. */
  setsOff: z.boolean().default(false),
});
export type ImportSettings = z.infer<typeof ImportSettings>;

export const startImport = route('POST /imports', {
  summary: 'Import an uploaded file with a mapping of its columns',
  permission: 'contacts.import',
  body: ImportSettings.extend({ uploadId: UploadId }),
  answer: Import,
  status: 202,
  errors: {
    MAPPING_NOT_VALID: 422,
    // An import from this file has begun.
    UPLOAD_STARTED: 409,
  },
});

/** A rehearsal tells of so many rows, the first of the file; its counts are of all. */
export const rehearsalIssuesMax = 100;

/** What an import with the same settings would do, found out by doing all of it but the writing. */
export const Rehearsal = z.object({
  _id: RehearsalId,
  status: z.enum(['pending', 'running', 'finished', 'error']),
  /** From 0 to 1. */
  progress: z.number(),
  totalData: z.number().int(),
  counts: importCounts,
  /** The first rows that would be refused or warned of, in the order of the file. */
  issues: z
    .array(
      z.object({
        row: z.number().int(),
        isWarning: z.boolean(),
        problems: z.array(
          z.object({
            reason: rowError,
            /** The name of the column to blame, and the cell as it came; null where the whole row is. */
            column: z.string().nullable(),
            cell: z.string().nullable(),
          }),
        ),
      }),
    )
    .max(rehearsalIssuesMax),
  /** What would end the import before the file does; what the counts say is true up to there. */
  error: importError.nullable(),
});
export type Rehearsal = z.infer<typeof Rehearsal>;

export const rehearseImport = route('PUT /imports/uploads/:id/rehearsal', {
  summary: 'Find out what an import of the file would do, in place of what was asked before; nothing is written',
  permission: 'contacts.import',
  params: byId(UploadId),
  body: ImportSettings,
  answer: Rehearsal,
  status: 202,
  errors: {
    MAPPING_NOT_VALID: 422,
    // An import from this file has begun.
    UPLOAD_STARTED: 409,
  },
});

export const getRehearsal = route('GET /imports/uploads/:id/rehearsal', {
  summary: 'How far the rehearsal of an import is, and what it found',
  permission: 'contacts.import',
  params: byId(UploadId),
  answer: Rehearsal,
});

export const listImports = route('GET /imports', {
  summary: 'Imports of the unit, newest first; who may only import sees their own',
  permission: 'contacts.import',
  query: paging,
  answer: paged(Import),
});

/** An import as internal staff see it among those of all companies. */
export const AdminImport = Import.extend({ company: z.object({ _id: CompanyId, nome: z.string() }) });
export type AdminImport = z.infer<typeof AdminImport>;

export const listAllImports = route('GET /admin/imports', {
  summary: 'Imports of all companies, newest first, found by words of the company or of the file',
  permission: 'internal.admin',
  query: paging.extend({ search: searchWords.optional() }),
  answer: paged(AdminImport),
});

export const cancelImport = route('POST /imports/:id/cancellation', {
  summary: 'Stop an import; what has come in stays, and can be undone',
  permission: 'contacts.import',
  params: byId(ImportId),
  answer: Import,
  errors: { IMPORT_ENDED: 409 },
});

/** For how long after its end an import can be undone, in hours. */
export const undoHours = 24;

export const undoImport = route('POST /imports/:id/undo', {
  summary: 'Take back what an import did, but to contacts that were touched since',
  permission: 'contacts.import',
  params: byId(ImportId),
  answer: Import,
  status: 202,
  errors: {
    // It runs still, was undone already, or ended more than a day ago.
    UNDO_NOT_POSSIBLE: 409,
  },
});

export const getImport = route('GET /imports/:id', {
  summary: 'One import; who may only import sees their own',
  permission: 'contacts.import',
  params: byId(ImportId),
  answer: Import,
});

/**
 * The refused rows and those with a warning, each once, an attachment that streams: row, all its reasons, then the cells of
 * the file as they came. A workbook comes back as a workbook, a CSV as a CSV.
 */
export const downloadImportErrors = route('GET /imports/:id/errors', {
  summary: 'The rows that were refused or came in with a warning, with their reasons, in the format of the file',
  permission: 'contacts.import',
  params: byId(ImportId),
  query: z.object({ language: language.default('pt') }),
  answer: { mediaTypes: Object.values(fileMediaTypes) },
});

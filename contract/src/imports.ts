import { z } from 'zod';
import { BusinessUnitId } from './companies.ts';
import { byId, id, instant, paged, paging } from './primitives.ts';
import { route } from './route.ts';

export const ImportId = id('import');
export type ImportId = z.infer<typeof ImportId>;

/** Import with the field names of the specification (ENTITY-12). `progress` runs from 0 to 1. */
export const Import = z.object({
  _id: ImportId,
  type: z.enum(['import_contacts', 'import_answers']),
  status: z.enum(['pending', 'started', 'running', 'finished', 'error']),
  created_at: instant,
  ended_at: instant.nullable(),
  totalData: z.number().int(),
  progress: z.number(),
  file_name: z.string(),
  counts: z.object({
    created: z.number().int(),
    updated: z.number().int(),
    unchanged: z.number().int(),
    rejected: z.number().int(),
  }),
  error: z.string().nullable(),
  business: z.object({ _id: BusinessUnitId, nome: z.string() }),
  user: z.object({ _id: z.uuid(), nome: z.string() }).nullable(),
});
export type Import = z.infer<typeof Import>;

/** What a column of the file becomes. */
export const importFields = ['name', 'email', 'tel', 'company', 'ignore'] as const;
export const importField = z.enum(importFields);
export type ImportField = z.infer<typeof importField>;

/** What we found in an uploaded file: how to read it, its first rows, and our guess of the mapping. */
export const ImportPreview = z.object({
  uploadId: z.uuid(),
  fileName: z.string(),
  sizeBytes: z.number().int(),
  encoding: z.enum(['utf-8', 'windows-1252']),
  delimiter: z.enum([',', ';', '\t']),
  hasHeader: z.boolean(),
  columns: z.array(z.string()),
  sample: z.array(z.array(z.string())),
  mapping: z.array(importField),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

/** Multipart: one field `file`. The file is stored, looked at, and nothing is imported yet. */
export const uploadContactsFile = route('POST /imports/uploads', {
  summary: 'Upload a CSV of contacts and look at it',
  permission: 'contacts.import',
  answer: ImportPreview,
  status: 201,
  errors: { FILE_EMPTY: 422, FILE_NOT_CSV: 422, FILE_MISSING: 422, LINE_TOO_LONG: 422 },
});

export const startContactsImport = route('POST /imports', {
  summary: 'Import an uploaded file with a mapping of its columns',
  permission: 'contacts.import',
  body: z.object({
    uploadId: z.uuid(),
    hasHeader: z.boolean(),
    mapping: z.array(importField).min(1).max(200),
    mode: z.enum(['create', 'update', 'create_and_update']).default('create_and_update'),
  }),
  answer: Import,
  status: 202,
  errors: { MAPPING_NOT_VALID: 422 },
});

export const listImports = route('GET /imports', {
  summary: 'Imports of the unit, newest first',
  permission: 'imports.read',
  query: paging,
  answer: paged(Import),
});

export const getImport = route('GET /imports/:id', {
  summary: 'One import',
  permission: 'imports.read',
  params: byId,
  answer: Import,
});

/** Why a row of the file was not imported. Each has a text in the web's and the file's language. */
export const rowErrors = [
  'no_address',
  'email_invalid',
  'phone_invalid',
  'name_too_long',
  'columns_missing',
  'columns_extra',
  'quote_broken',
  'not_text',
  'duplicate_in_file',
  'contact_missing',
  'contact_exists',
] as const;
export const rowError = z.enum(rowErrors);
export type RowError = z.infer<typeof rowError>;

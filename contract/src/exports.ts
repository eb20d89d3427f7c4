import { z } from 'zod';
import { PickedContacts } from './bulk-actions.ts';
import { ContactFilterBody } from './contacts.ts';
import { exportModes, exportStatuses, exportTypes, exportValues } from './export-types.ts';
import type { ExportKind } from './export-types.ts';
import { writtenFormats, writtenMediaTypes } from './file-formats.ts';
import { BusinessUnitId, CompanyId, ExportFileId, ExportId, UserId } from './ids.ts';
import { byId, instant, language, paged, paging } from './primitives.ts';
import { ResponseFilter } from './response-filter.ts';
import { route } from './route.ts';
import type { Output, Route } from './route.ts';
import { SendFilter } from './sends.ts';

/** How many exports of a unit may wait for their turn. */
export const waitingExportsMax = 20;

/** Export with the field names of the specification (ENTITY-11). `progress` runs from 0 to 1. */
export const Export = z.object({
  _id: ExportId,
  type: z.enum(exportTypes),
  status: z.enum(exportStatuses),
  created_at: instant,
  ended_at: instant.nullable(),
  /** The id of its download link; null while there is none, and for whoever may not take away what is in it. */
  file: ExportFileId.nullable(),
  /** Whether it had a file that nobody has any more: seven days are over, or a person who may have been in it was erased. */
  is_file_gone: z.boolean(),
  format: z.enum(writtenFormats),
  /** Contacts, responses or messages: how many there are in all. */
  totalData: z.number().int(),
  progress: z.number(),
  /** Null where the type has no such thing; the title also until the surveys are known. */
  data: z.object({ surveyTitle: z.string().nullable(), exportMode: z.enum(exportModes).nullable() }),
  _business: z.object({
    _id: BusinessUnitId,
    nome: z.string(),
    _empresa: z.object({ _id: CompanyId, nome: z.string() }),
  }),
  _user: z.object({ _id: UserId, nome: z.string() }).nullable(),
});
export type Export = z.infer<typeof Export>;

const file = { format: z.enum(writtenFormats), language: language.default('pt') };

// `most` is how many may wait.
const waiting = { EXPORTS_WAITING: 429 } as const;

export const startContactsExport = route('POST /exports/contacts', {
  summary: 'Export the contacts that the list finds, or those of them that were picked, in the background',
  permission: 'contacts.export',
  body: z.object({
    filter: ContactFilterBody,
    /** Those alone; who was erased since is in no file. */
    contactIds: PickedContacts.optional(),
    ...file,
  }),
  answer: Export,
  status: 202,
  errors: waiting,
});

export const startResponsesExport = route('POST /exports/responses', {
  summary: 'Export the responses that the list finds in the background',
  permission: 'responses.export',
  body: z.object({
    filter: ResponseFilter.strict(),
    exportMode: z.enum(exportModes).default('responses'),
    exportValues: z.enum(exportValues).default('labels'),
    ...file,
  }),
  answer: Export,
  status: 202,
  errors: waiting,
});

export const startSendsExport = route('POST /exports/sends', {
  summary: 'Export the messages of the bulk sends that the queue finds in the background',
  permission: 'sends.export',
  body: z.object({ filter: SendFilter.strict(), ...file }),
  answer: Export,
  status: 202,
  errors: waiting,
});

/** How each kind is asked for. */
export const exportStarts = {
  contacts: startContactsExport,
  responses: startResponsesExport,
  sends: startSendsExport,
} as const satisfies Record<ExportKind, Route>;

/** What is asked for, by its kind. */
export type ExportForms = { [Kind in ExportKind]: Output<(typeof exportStarts)[Kind]['definition']['body']> };

export const listExports = route('GET /exports', {
  summary: 'Exports of the unit, newest first',
  permission: 'exports.read',
  query: paging,
  answer: paged(Export),
});

export const listAllExports = route('GET /admin/exports', {
  summary: 'Exports of all companies, newest first, for internal staff',
  permission: 'internal.admin',
  query: paging,
  answer: paged(Export),
});

export const getExport = route('GET /exports/:id', {
  summary: 'One export',
  permission: 'exports.read',
  params: byId(ExportId),
  answer: Export,
});

export const cancelExport = route('DELETE /exports/:id', {
  summary: 'Cancel an export that one has started and that has not ended',
  permission: 'exports.read',
  params: byId(ExportId),
  answer: Export,
  errors: { EXPORT_ENDED: 409 },
});

/** An attachment that streams. Its link requires a session too; names are in it only for users who may export them. */
export const downloadExport = route('GET /exports/files/:id', {
  summary: 'The file of a finished export, for seven days',
  permission: 'exports.read',
  params: byId(ExportFileId),
  answer: { mediaTypes: Object.values(writtenMediaTypes) },
  errors: { EXPORT_EXPIRED: 410 },
});

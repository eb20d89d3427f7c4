import { z } from 'zod';
import type { Capability } from './access-policy.ts';
import { fileFormats, fileMediaTypes } from './file-formats.ts';
import { language } from './primitives.ts';
import { route } from './route.ts';

/** What is asked of the file itself, beside the filter of its rows. */
const asked = {
  format: z.enum(fileFormats),
  /** Of its headings and words. */
  fileLanguage: language.default('pt'),
};

interface Export<Permission extends Capability, Filter extends z.ZodRawShape> {
  readonly summary: string;
  readonly permission: Permission;
  /** What the list that it saves is narrowed by. */
  readonly filter: z.ZodObject<Filter>;
}

/**
 * Declares the route by which what a list finds is saved as a file, an attachment that streams: `exportRoute('GET
 * /contacts/export', { permission: 'contacts.export', … })`.
 */
export function exportRoute<const Permission extends Capability, Filter extends z.ZodRawShape>(
  signature: `GET /${string}/export`,
  { summary, permission, filter }: Export<Permission, Filter>,
) {
  return route(signature, {
    summary,
    permission,
    query: filter.extend(asked),
    answer: { mediaTypes: Object.values(fileMediaTypes) },
    errors: {
      // `most` is how many a file holds.
      TOO_MANY_ROWS: 422,
    },
  });
}

/** A route that `exportRoute` declares. */
export type ExportRoute = ReturnType<typeof exportRoute<Capability, z.ZodRawShape>>;

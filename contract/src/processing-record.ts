import { z } from 'zod';
import { writtenFormats, writtenMediaTypes } from './file-formats.ts';
import { language } from './primitives.ts';
import { route } from './route.ts';

export const exportProcessingRecord = route('GET /processing-record', {
  summary: 'The record of processing of the company (LGPD, art. 37) as a CSV, XLSX or JSON file',
  permission: 'privacy.manage',
  query: z.object({
    format: z.enum(writtenFormats),
    /** Of its words. */
    fileLanguage: language.default('pt'),
  }),
  answer: { mediaTypes: Object.values(writtenMediaTypes) },
});

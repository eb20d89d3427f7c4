import { kindOfExport } from '@escuta/contract/export-types';
import type { ExportKind, ExportType } from '@escuta/contract/export-types';
import type { ExportForms } from '@escuta/contract/exports';
import { contactsSource } from './contacts.ts';
import { responsesSource } from './responses.ts';
import { sendsSource } from './sends.ts';
import type { ExportSource } from './source.ts';

/** What each kind of export reads. */
export const sources: { readonly [Kind in ExportKind]: ExportSource<ExportForms[Kind]> } = {
  contacts: contactsSource,
  responses: responsesSource,
  sends: sendsSource,
};

/** What an export of a type reads. */
export function sourceFor(type: ExportType): Omit<ExportSource<never>, 'order'> {
  return sources[kindOfExport(type)];
}

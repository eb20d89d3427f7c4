import type { ExportType } from '@escuta/contract/export-types';
import { contactsSource } from './contacts.ts';
import { responsesSource } from './responses.ts';
import { sendsSource } from './sends.ts';
import type { ExportSource } from './source.ts';

/** What each type of export reads. */
export const sources: Readonly<Record<ExportType, ExportSource>> = {
  export_contacts: contactsSource,
  export_single_survey: responsesSource,
  export_multi_survey: responsesSource,
  export_sends: sendsSource,
};

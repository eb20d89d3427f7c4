import type { Role } from '@escuta/contract/access-policy';
import type { ExportMode, ExportType, ExportValues } from '@escuta/contract/export-types';
import type { CompanyId, BusinessUnitId } from '@escuta/contract/ids';
import type { Language } from '@escuta/contract/primitives';
import type { startContactsExport, startResponsesExport } from '@escuta/contract/exports';
import type { Output } from '@escuta/contract/route';
import type { SendFilter } from '@escuta/contract/sends';

type ContactsForm = Output<(typeof startContactsExport)['definition']['body']>;
type ResponsesForm = Output<(typeof startResponsesExport)['definition']['body']>;

/** What is asked for, whatever it is of. */
export interface AskedBy {
  readonly language: Language;
  /** The rights of who asked, as they were: also the worker goes by them. */
  readonly by: { readonly role: Role; readonly exportsPersonalData: boolean };
}

/** What is asked for of contacts, as its row keeps it. */
export interface AskedContacts extends AskedBy {
  readonly filter: ContactsForm['filter'];
  /** Those picked by hand, and of these who matches the filter. */
  readonly contactIds?: ContactsForm['contactIds'];
}

/** What is asked for of responses. */
export interface AskedResponses extends AskedBy {
  readonly filter: ResponsesForm['filter'];
  readonly exportMode: ExportMode;
  readonly exportValues: ExportValues;
}

/** What is asked for of sends. */
export interface AskedSends extends AskedBy {
  readonly filter: SendFilter;
}

/** An export with what a source needs to read for it. */
export interface Reading {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly type: ExportType;
  readonly asked: unknown;
  /** Rows of later are left out. */
  readonly watermark: Date;
}

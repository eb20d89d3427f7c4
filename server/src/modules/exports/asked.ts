import type { Role } from '@escuta/contract/access-policy';
import type { ExportMode, ExportType } from '@escuta/contract/export-types';
import type { CompanyId, BusinessUnitId } from '@escuta/contract/ids';
import type { Language } from '@escuta/contract/primitives';

/** What is asked for as its row keeps it: of every kind this, and of each what its source reads beside it. */
export interface Asked {
  readonly language: Language;
  /** The rights of whoever asked, as they were: also the worker goes by them. */
  readonly by: { readonly role: Role; readonly exportsPersonalData: boolean };
}

/** What a source makes of what is asked for: what its row says and keeps. */
export interface Order {
  readonly type: ExportType;
  readonly names_people: boolean;
  readonly export_mode?: ExportMode;
  readonly survey_title?: string;
  /** What the source reads when its turn has come, as JSON. */
  readonly kept: object;
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

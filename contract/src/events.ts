import { z } from 'zod';
import {
  BusinessUnitId,
  BulkActionId,
  ExportId,
  ImportId,
  PersonPackageId,
  PrivacyRequestId,
  RehearsalId,
  ResponseId,
  SendId,
  SurveyId,
  UploadId,
  UserId,
} from './ids.ts';
import type { CompanyId } from './ids.ts';
import { channel } from './primitives.ts';

/** Facts that modules tell each other through the transactional outbox. */
export const events = {
  'business-unit.created': z.object({ businessUnitId: BusinessUnitId }),
  'send.created': z.object({ sendId: SendId }),
  'import.rehearsed': z.object({ uploadId: UploadId, rehearsalId: RehearsalId }),
  'import.started': z.object({ importId: ImportId }),
  'import.undone': z.object({ importId: ImportId }),
  'import.ended': z.object({ importId: ImportId }),
  'bulk-action.started': z.object({ bulkActionId: BulkActionId }),
  'duplicates.asked': z.object({}),
  /** A custom field came into the search of contacts, or left it. */
  'custom-field.search-changed': z.object({}),
  'export.started': z.object({ exportId: ExportId }),
  'export.ended': z.object({ exportId: ExportId }),
  /** Somebody was shut out of their company. */
  'user.deactivated': z.object({ userId: UserId }),
  'person-package.asked': z.object({ packageId: PersonPackageId }),
  /** `stepId` is that of the closing: one that is reopened is closed again by another. */
  'privacy-request.closed': z.object({ requestId: PrivacyRequestId, stepId: z.uuid() }),
  'response.recorded': z.object({
    responseId: ResponseId,
    surveyId: SurveyId,
    businessUnitId: BusinessUnitId,
    channel,
    complete: z.boolean(),
  }),
} as const;

export type EventName = keyof typeof events;
export type EventPayload<Name extends EventName> = z.infer<(typeof events)[Name]>;

/** A fact as it reaches whoever listens for it. */
export interface Fact<Payload = unknown> {
  readonly companyId: CompanyId;
  /** ISO 8601, UTC: when the transaction began that wrote it. */
  readonly occurredAt: string;
  readonly payload: Payload;
}

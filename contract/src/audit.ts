import { exportKindNames } from './export-types.ts';
import type { ExportKind } from './export-types.ts';
import { z } from 'zod';
import { exportRoute } from './export-route.ts';
import { BusinessUnitId, UserId } from './ids.ts';
import { day, instant, paged, paging, searchWords } from './primitives.ts';
import { route } from './route.ts';

/**
 * What the audit tells of. An action is an entry here and a text `action.<name>` of the namespace `audit` in each language; the
 * act says it with `recordAudit` (`server/src/platform/audit/record-audit.ts`).
 */
export const auditActions = [
  'session.begun',
  'session.ended',
  'session.revoked',
  'sign_in.failed',
  'sign_in.blocked',
  'user.password_reset',
  'second_factor.on',
  'second_factor.off',
  'second_factor.reset',
  'recovery_codes.renewed',
  'passkey.created',
  'passkey.removed',
  'password.changed',
  'account_access.begun',
  'account_access.ended',
  'account_access.expired',
  'company.sign_in_changed',
  'contact.created',
  'contact.changed',
  'contact.revealed',
  'contact_company.created',
  'contact_company.changed',
  'contact.merged',
  'contact.unmerged',
  'contact.anonymized',
  'contact.deleted',
  'contact.collected',
  'contact.package_downloaded',
  'contacts.upserted',
  'contacts.tagged',
  'contacts.untagged',
  'contacts.anonymized',
  'contacts.deleted',
  'contacts.bulk_cancelled',
  'suppressions.added',
  'suppression.lifted',
  'custom_field.created',
  'custom_field.changed',
  'custom_field.deleted',
  'custom_fields.ordered',
  'segment.created',
  'segment.changed',
  'segment.deleted',
  'contact_list.created',
  'contact_list.extended',
  'contact_list.reduced',
  'response.revealed',
  ...exportKindNames.map((kind): `${ExportKind}.exported` => `${kind}.exported`),
  'saved_filter.created',
  'saved_filter.changed',
  'saved_filter.deleted',
  'audit.exported',
  'export.cancelled',
  'export.downloaded',
  'survey.published',
  'send.created',
  'send.cancelled',
  'send.given_up',
  'import.started',
  'import.cancelled',
  'import.undone',
  'invitation.created',
  'invitation.resent',
  'invitation.cancelled',
  'invitation.accepted',
  'user.changed',
  'user.deactivated',
  'user.reactivated',
  'company.transferred',
  'company.changed',
  'business_unit.created',
  'business_unit.changed',
  'privacy_request.received',
  'privacy_request.changed',
  'retention_rule.changed',
  'retention_rule.applied',
  'processing_record.exported',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** What an action is done to. */
export const auditTargets = [
  'session',
  'user',
  'company',
  'business_unit',
  'contact',
  'contact_company',
  ...exportKindNames,
  'custom_field',
  'segment',
  'saved_filter',
  'suppression',
  'suppressions',
  'response',
  'audit',
  'survey',
  'send',
  'import',
  'export',
  'invitation',
  'privacy_request',
] as const;
export type AuditTarget = (typeof auditTargets)[number];

/** Who acts: somebody of the company, one of our own staff, or the product itself. */
export const auditActorTypes = ['user', 'staff', 'system'] as const;
export type AuditActorType = (typeof auditActorTypes)[number];

export const auditResults = ['done', 'refused'] as const;
export type AuditResult = (typeof auditResults)[number];

const fact = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);
/** What an event says beside its action, by the names of the facts. */
const facts = z.record(z.string(), fact).nullable();
export type AuditFact = z.infer<typeof fact>;

/** One thing that somebody did, or was kept from. Names are those of that moment. */
export const AuditEvent = z.object({
  _id: z.string(),
  at: instant,
  actor: z.object({
    type: z.enum(auditActorTypes),
    _id: UserId.nullable(),
    name: z.string().nullable(),
    role: z.string().nullable(),
  }),
  action: z.enum(auditActions),
  target: z.object({ type: z.enum(auditTargets), _id: z.string().nullable(), label: z.string().nullable() }).nullable(),
  /** The unit that it was done in; null for what belongs to none. */
  business: z.object({ _id: BusinessUnitId, nome: z.string() }).nullable(),
  before: facts,
  after: facts,
  ip: z.string().nullable(),
  result: z.enum(auditResults),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

/** What the list is narrowed by. Days are those of the unit, both included. */
const AuditFilter = z.object({
  actor: UserId.optional(),
  action: z.enum(auditActions).optional(),
  from: day.optional(),
  to: day.optional(),
  /** Any fragment of the name of whoever did it, or of what it was done to. */
  search: searchWords.optional(),
});

export const listAuditEvents = route('GET /audit-events', {
  summary: 'What was done in the company, newest first',
  permission: 'audit.read',
  query: AuditFilter.extend(paging.shape),
  // Counting stops where nobody turns that many pages: there are more than `total` then.
  answer: paged(AuditEvent).extend({ totalIsAtLeast: z.literal(true).optional() }),
});

export const listAuditActors = route('GET /audit-events/actors', {
  summary: 'Who has done something in the last year, by name',
  permission: 'audit.read',
  answer: z.object({ data: z.array(z.object({ _id: UserId, name: z.string() })) }),
});

/** No file holds more events than this. */
export const exportedAuditEventsMax = 100_000;

export const exportAuditEvents = exportRoute('GET /audit-events/export', {
  summary: 'What was done in the company, newest first, as a CSV or XLSX file',
  permission: 'audit.read',
  filter: AuditFilter,
});

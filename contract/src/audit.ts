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
  'account_access.begun',
  'account_access.ended',
  'contact.created',
  'contact.changed',
  'contact.revealed',
  'contacts.exported',
  'responses.exported',
  'audit.exported',
  'survey.published',
  'send.created',
  'send.cancelled',
  'send.given_up',
  'import.started',
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
] as const;
export type AuditAction = (typeof auditActions)[number];

/** What an action is done to. */
export const auditTargets = [
  'session',
  'user',
  'company',
  'business_unit',
  'contact',
  'contacts',
  'responses',
  'audit',
  'survey',
  'send',
  'import',
  'invitation',
] as const;
export type AuditTarget = (typeof auditTargets)[number];

/** Who acts: somebody of the company, one of our own staff, or the product itself. */
export const auditActorTypes = ['user', 'staff', 'system'] as const;
export type AuditActorType = (typeof auditActorTypes)[number];

export const auditResults = ['done', 'refused'] as const;
export type AuditResult = (typeof auditResults)[number];

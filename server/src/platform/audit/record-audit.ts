import type { Role } from '@escuta/contract/access-policy';
import type { AuditAction, AuditResult, AuditTarget } from '@escuta/contract/audit';
import type { BusinessUnitId, CompanyId, UserId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';

/** Who did it and in which company: a `Scope` is one, and says all of it. */
export interface AuditActor {
  readonly companyId: CompanyId;
  readonly businessUnitId?: BusinessUnitId | null;
  /** Who; without it the product did it by itself. */
  readonly userId?: UserId;
  readonly userName?: string;
  readonly role?: Role;
  /** One of ours, inside the account of a customer. */
  readonly isStaff?: boolean;
  /** The network address of the caller. */
  readonly address?: string;
}

/** Plain values that a person can read. Never an address, an answer, a secret: of people nothing beyond their names. */
type Facts = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

export interface AuditedAct {
  readonly action: AuditAction;
  readonly target?: {
    readonly type: AuditTarget;
    readonly id?: string;
    /** What people call it: a title, a name. */
    readonly label?: string;
  };
  /** What has changed, as it was and as it is. */
  readonly before?: Facts;
  readonly after?: Facts;
  /** `done` when absent. */
  readonly result?: AuditResult;
}

/**
 * Writes into the audit of a company what somebody did there, in the transaction of the act, so that one is never without the
 * other: `await recordAudit(tx, scope, { action: 'survey.published', target: { type: 'survey', id, label: title } }, now)`.
 * What is refused has no transaction that stays: it is recorded in one of its own, with `result: 'refused'`. `tx` is one of
 * `withCompany`, or one across companies where the act has to be. No row is ever changed or removed.
 */
export async function recordAudit(tx: Transaction, actor: AuditActor, act: AuditedAct, now: Date): Promise<void> {
  const { target, before, after, result = 'done' } = act;
  await tx
    .insertInto('audit_events')
    .values({
      company_id: actor.companyId,
      id: newId(),
      at: now,
      business_unit_id: actor.businessUnitId ?? null,
      actor_type: actorTypeOf(actor),
      actor_id: actor.userId ?? null,
      actor_name: actor.userName ?? null,
      actor_role: actor.role ?? null,
      action: act.action,
      target_type: target?.type ?? null,
      target_id: target?.id ?? null,
      target_label: target?.label ?? null,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
      ip: actor.address ?? null,
      result,
    })
    .execute();
}

function actorTypeOf({ userId, isStaff = false }: AuditActor) {
  if (userId === undefined) return 'system';
  return isStaff ? 'staff' : 'user';
}

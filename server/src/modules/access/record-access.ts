import { isStaff } from '@escuta/contract/access-policy';
import type { Role } from '@escuta/contract/access-policy';
import type { CompanyId, UserId } from '@escuta/contract/ids';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { AuditActor, AuditedAct } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';

type Deps = Pick<AppContext, 'database' | 'clock' | 'log'>;

interface Person {
  readonly id: UserId;
  readonly company_id: CompanyId;
  readonly name: string;
  readonly role: Role;
}

/** Somebody of a company who signs in or whose session changes, as its audit names them. */
export function personAt(person: Person, address: string): AuditActor {
  return {
    companyId: person.company_id,
    userId: person.id,
    userName: person.name,
    role: person.role,
    isStaff: isStaff(person.role),
    address,
  };
}

/** Tells the company of a person that a session began or ended, in a transaction of its own. */
export function recordAccess({ database, clock }: Deps, actor: AuditActor, act: AuditedAct): Promise<void> {
  return database.withCompany(actor.companyId, (tx) => recordAudit(tx, actor, act, clock.now()));
}

const blockedAgainMs = 60 * 60_000;

/**
 * Tells of somebody who was kept out, while the answer is on its way: how long an answer takes must not say whose account
 * exists. A block is told once an hour, so nobody fills the audit of a company from outside.
 */
export function recordKeptOut(
  { database, clock, log }: Deps,
  actor: AuditActor,
  { action, cause }: { action: 'sign_in.failed' | 'sign_in.blocked'; cause: string },
): void {
  const now = clock.now();
  const recorded = database.withCompany(actor.companyId, async (tx) => {
    if (action === 'sign_in.blocked' && (await isBlockTold(tx, actor, now))) return;
    await recordAudit(tx, actor, { action, after: { cause }, result: 'refused' }, now);
  });
  recorded.catch((error: unknown) => log.error({ err: error, action }, 'who was kept out is not in the audit'));
}

/** Whether a block of somebody was told within the hour. Of many at once the first tells it: they wait here for each other. */
async function isBlockTold(tx: Transaction, { companyId, userId }: AuditActor, now: Date): Promise<boolean> {
  await tx
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', userId!)
    .forNoKeyUpdate()
    .execute();
  const told = await tx
    .selectFrom('audit_events')
    .select('id')
    .where('company_id', '=', companyId)
    .where('actor_id', '=', userId!)
    .where('action', '=', 'sign_in.blocked')
    .where('at', '>', new Date(now.getTime() - blockedAgainMs))
    .executeTakeFirst();
  return told !== undefined;
}

import type { BulkActionId, BusinessUnitId, CompanyId, ContactId, UserId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import type { Scope } from '#platform/http/scope.ts';

/** Where actions are looked for: among all of a unit, or those that one user has started. */
export interface Unit {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly startedBy?: UserId | undefined;
}

/** Those that somebody sees: who is narrowed to one value, their own. How many contacts others have is not theirs to know. */
export function seenBy({ companyId, businessUnitId, narrowing, userId }: Scope): Unit {
  return { companyId, businessUnitId, startedBy: narrowing ? userId : undefined };
}

export interface Named {
  readonly companyId: CompanyId;
  readonly bulkActionId: BulkActionId;
}

/** An action as the screen needs it. */
export type BulkActionRow = Awaited<ReturnType<typeof listBulkActionRows>>[number];

const shownAtOnce = 10;

/** The newest actions of a unit; the one that runs is the newest of all. */
export function listBulkActionRows(tx: Transaction, unit: Unit) {
  return actionsOf(tx, unit)
    .select(shownColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(shownAtOnce)
    .execute();
}

/** One action of a unit, or undefined. */
export function findBulkAction(tx: Transaction, unit: Unit, id: BulkActionId) {
  return actionsOf(tx, unit).select(shownColumns).where('id', '=', id).executeTakeFirst();
}

/** An action that runs, held until the transaction ends; undefined for one that is over. */
export function holdRunning(tx: Transaction, { companyId, bulkActionId }: Named) {
  return tx
    .selectFrom('bulk_actions')
    .select(['business_unit_id', 'kind', 'tags', 'comments', 'actor', 'total', 'done', 'skipped'])
    .where('company_id', '=', companyId)
    .where('id', '=', bulkActionId)
    .where('status', '=', 'running')
    .forUpdate()
    .executeTakeFirst();
}

/** The next whom an action is to deal with. */
export async function nextContacts(
  tx: Transaction,
  { companyId, bulkActionId }: Named,
  limit: number,
): Promise<ContactId[]> {
  const rows = await tx
    .selectFrom('bulk_action_contacts')
    .select('contact_id')
    .where('company_id', '=', companyId)
    .where('bulk_action_id', '=', bulkActionId)
    .where('changed_at', 'is', null)
    .orderBy('contact_id')
    .limit(limit)
    .execute();
  return rows.map(({ contact_id }) => contact_id);
}

function actionsOf(tx: Transaction, { companyId, businessUnitId, startedBy }: Unit) {
  return tx
    .selectFrom('bulk_actions')
    .where('company_id', '=', companyId)
    .where('business_unit_id', '=', businessUnitId)
    .$if(startedBy !== undefined, (query) => query.where('created_by', '=', startedBy!));
}

const shownColumns = [
  'id',
  'kind',
  'tags',
  'status',
  'total',
  'done',
  'skipped',
  'created_by',
  'created_at',
  'ended_at',
] as const;

import { canBeNarrowed, decidesWhoComesIn, isOwner, mayGive, ticketingRoleOf } from '@escuta/contract/access-policy';
import type { Role, TicketingRole } from '@escuta/contract/access-policy';
import type { BusinessUnitId } from '@escuta/contract/ids';
import { keptNarrowing } from '#modules/contacts/index.ts';
import type { UserNarrowing } from '#modules/contacts/index.ts';
import { refuse } from '#platform/http/refusal.ts';
import { isVisitor } from '#platform/http/scope.ts';
import type { Scope } from '#platform/http/scope.ts';
import type { Transaction } from '#platform/db/database.ts';

/** What somebody may do and where. */
export interface Standing {
  readonly role: Role;
  readonly ticketingRole: TicketingRole | null;
  /** The units to work in; all of the company when none is named. */
  readonly businessUnitIds: readonly BusinessUnitId[];
  readonly exportsPersonalData: boolean;
  /** The one value of a custom field whose contacts they see; null for all of their units. */
  readonly narrowing: UserNarrowing | null;
}

/** Who manages people: their role, and the units that they are assigned to; none where they work in all. */
export interface Manager {
  readonly role: Role;
  readonly assigned: readonly BusinessUnitId[];
}

/** Whoever calls, as a manager of the company's people. */
export async function managerOf(tx: Transaction, { companyId, userId, role }: Scope): Promise<Manager> {
  return { role, assigned: await assignedUnits(tx, { companyId, userId }) };
}

/** The units that a user is assigned to. */
export async function assignedUnits(
  tx: Transaction,
  { companyId, userId }: Pick<Scope, 'companyId' | 'userId'>,
): Promise<BusinessUnitId[]> {
  const rows = await tx
    .selectFrom('user_business_units')
    .select('business_unit_id')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .execute();
  return rows.map(({ business_unit_id }) => business_unit_id);
}

/** Whether a manager may give a standing, or change who has it: no role above the own, no unit beyond the own. */
export function mayManage(manager: Manager, standing: Pick<Standing, 'role' | 'businessUnitIds'>): boolean {
  return mayGive(manager.role, standing.role) && staysWithin(manager, standing);
}

function staysWithin({ assigned }: Manager, { businessUnitIds }: Pick<Standing, 'businessUnitIds'>): boolean {
  if (assigned.length === 0) return true;
  return businessUnitIds.length > 0 && businessUnitIds.every((id) => assigned.includes(id));
}

/** Refuses ROLE_ABOVE_OWN and UNITS_BEYOND_OWN (TEAM-07). */
export function refuseBeyondOwn(manager: Manager, standing: Pick<Standing, 'role' | 'businessUnitIds'>): void {
  if (!mayGive(manager.role, standing.role)) throw refuse('ROLE_ABOVE_OWN');
  if (!staysWithin(manager, standing)) throw refuse('UNITS_BEYOND_OWN');
}

/**
 * Refuses NOT_BY_VISITOR where an owner would be one no longer, or somebody would get a role that decides how people come in:
 * it would stay when the visit is over (decision 0037).
 */
export function refuseVisitorsChoice(scope: Scope, { from, to }: { from?: Role; to?: Role }): void {
  if (!isVisitor(scope)) return;
  if ((from && isOwner(from)) || (to && decidesWhoComesIn(to))) throw refuse('NOT_BY_VISITOR');
}

/** Refuses NOT_FOUND for units that the company does not have. */
export async function refuseUnknownUnits(
  tx: Transaction,
  { companyId }: Pick<Scope, 'companyId'>,
  ids: readonly BusinessUnitId[],
): Promise<void> {
  if (ids.length === 0) return;
  const known = await tx
    .selectFrom('business_units')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', 'in', [...ids])
    .execute();
  if (known.length < new Set(ids).size) throw refuse('NOT_FOUND');
}

/** A standing as it is kept: the role's own ticketing role where it has one, each unit once. */
export function keptStanding(standing: Standing): Standing {
  const ticketingRole = ticketingRoleOf(standing.role) ?? standing.ticketingRole;
  return { ...standing, ticketingRole, businessUnitIds: [...new Set(standing.businessUnitIds)] };
}

/**
 * The same, with its narrowing judged, and `narrowed`, what the audit says of that. Refuses NARROWING_NOT_VALID, also to who would
 * have another role.
 */
export async function narrowedStanding(
  tx: Transaction,
  { companyId }: Pick<Scope, 'companyId'>,
  standing: Standing,
  before?: Standing,
): Promise<{ readonly kept: Standing; readonly narrowed: string | null }> {
  const kept = keptStanding(standing);
  if (!kept.narrowing) return { kept, narrowed: null };
  if (!canBeNarrowed(kept.role)) throw refuse('NARROWING_NOT_VALID', { reason: 'role' });
  const { label, ...narrowing } = await keptNarrowing(tx, companyId, kept.narrowing, before?.narrowing);
  return { kept: { ...kept, narrowing }, narrowed: `${label}: ${narrowing.value}` };
}

/** A standing as the audit has it, with what it is narrowed to where it is. */
export function standingFacts(
  { role, ticketingRole, businessUnitIds, exportsPersonalData }: Omit<Standing, 'narrowing'>,
  narrowed: string | null = null,
) {
  const facts = { role, ticketing_role: ticketingRole, units: businessUnitIds, exportsPersonalData };
  return narrowed === null ? facts : { ...facts, narrowed };
}

import { can, canByExportFlag, canByTemporaryAccess, canWhenNarrowed, featureOf } from '@escuta/contract/access-policy';
import type { Capability, Permission, Role, Switches, TicketingRole } from '@escuta/contract/access-policy';
import type { BusinessUnitId, CompanyId, SessionId, UserId } from '@escuta/contract/ids';
import type { Narrowing } from '#platform/db/database.ts';

/** Who acts, and where. Headers have selected it; membership has decided it. */
export interface Scope {
  readonly userId: UserId;
  readonly companyId: CompanyId;
  /** The company that they belong to. */
  readonly homeCompanyId: CompanyId;
  readonly role: Role;
  /** What they are in ticketing; null for whoever has no part in it. */
  readonly ticketingRole: TicketingRole | null;
  readonly userName: string;
  /** They may enter the accounts of customers, whatever their role. */
  readonly hasTemporaryAccess: boolean;
  /** The files of an analyst name people. */
  readonly exportsPersonalData: boolean;
  /** One of ours: an account manager, or somebody inside a company that is not their own. The audit says so. */
  readonly isStaff: boolean;
  /** The network address of the call. */
  readonly address: string;
  readonly sessionId: SessionId;
  /** Their company asks for a second factor, and they have none: nothing but the way to it is open. */
  readonly lacksSecondFactor: boolean;
  /** They call from outside the networks that their company has named: nothing but the way out is open. */
  readonly isOutside: boolean;
  /** The unit that the call works in: the one selected, or the first of the user. */
  readonly businessUnitId: BusinessUnitId;
  /** The units that the user may select. */
  readonly businessUnitIds: readonly BusinessUnitId[];
  /** Of the contacts of their units, those that they see, and what belongs to them; null for whoever sees all. */
  readonly narrowing: (Narrowing & { readonly label: string }) | null;
  /** What that unit and its company have switched on. */
  readonly switches: Switches;
}

/** Where somebody reads: a unit, and of it all, or what belongs to the contacts that they are narrowed to. */
export type Reach = Pick<Scope, 'companyId' | 'businessUnitId'> & { readonly narrowing: Narrowing | null };

/** Where a call reads. */
export function reachOf({ companyId, businessUnitId, narrowing }: Scope): Reach {
  return { companyId, businessUnitId, narrowing };
}

/** Whether what a permission is for is switched off where who acts is. */
export function isSwitchedOff({ switches }: Scope, permission: Permission): boolean {
  const feature = featureOf(permission);
  return feature !== undefined && !switches[feature];
}

/** Whether who acts may do something, by their roles, what is added to these, and what they are narrowed to. */
export function holds(scope: Scope, capability: Capability): boolean {
  const { role, ticketingRole, hasTemporaryAccess, exportsPersonalData, narrowing } = scope;
  if (narrowing && !canWhenNarrowed(capability)) return false;
  return (
    can(role, capability, ticketingRole) ||
    (hasTemporaryAccess && canByTemporaryAccess(capability)) ||
    (exportsPersonalData && canByExportFlag(role, capability))
  );
}

/**
 * Whether somebody of ours is inside the account of a customer: who owns a company and how its people come in is decided by its
 * own (decision 0037).
 */
export function isVisitor({ companyId, homeCompanyId }: Pick<Scope, 'companyId' | 'homeCompanyId'>): boolean {
  return companyId !== homeCompanyId;
}

/** The check and the limits before everything that a link of ours opens. Asks no database. */
export interface LinkAccess {
  /** Whether we made a link, by its signature alone. */
  isOurs(token: string): boolean;
  /** Refuses TOO_MANY_REQUESTS, for the caller's address or for the link, and LINK_NOT_VALID for one that is not ours. */
  admit(caller: { readonly ip: string }, token: string): void;
}

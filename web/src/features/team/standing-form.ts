import {
  canBeNarrowed,
  canByExportFlag,
  invitedRole,
  roles,
  ticketingRoleOf,
  ticketingRoles,
} from '@escuta/contract/access-policy';
import { BusinessUnitId, CustomFieldId } from '@escuta/contract/ids';
import type { Member } from '@escuta/contract/team';

/** Role, ticketing role and units as the fields have them: texts, the units' ids with commas between. */
export type TypedStanding = Record<'role' | 'ticketing_role' | 'units', string> &
  Record<'exports_personal_data', boolean> &
  /** The id of the custom field that narrows, and the value; empty for nothing. */
  Record<'narrowing_field' | 'narrowing', string>;

/** What the fields show of somebody, or of one who is to be invited. */
export function typedStanding(member?: Member): TypedStanding {
  return {
    role: member?.role ?? invitedRole,
    ticketing_role: member?.ticketing_role ?? '',
    units: member?._businesses.join(',') ?? '',
    exports_personal_data: member?.exports_personal_data ?? false,
    narrowing_field: member?.narrowing?.field ?? '',
    narrowing: member?.narrowing?.value ?? '',
  };
}

/** The fields as the contract takes them. */
export function standingForm(typed: TypedStanding) {
  const {
    role: chosen,
    ticketing_role,
    units,
    exports_personal_data,
    narrowing_field: field,
    narrowing: value,
  } = typed;
  const role = roles.find((one) => one === chosen) ?? invitedRole;
  return {
    role,
    ticketing_role: ticketingRoleOf(role) ?? ticketingRoles.find((one) => one === ticketing_role) ?? null,
    _businesses: units === '' ? [] : units.split(',').map((id) => BusinessUnitId.parse(id)),
    exports_personal_data: exports_personal_data && canByExportFlag(role, 'contacts.export'),
    narrowing: canBeNarrowed(role) && field !== '' ? { field: CustomFieldId.parse(field), value } : null,
  };
}

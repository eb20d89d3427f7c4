import type { Member } from '@escuta/contract/team';
import type { UserId } from '@escuta/contract/ids';
import type { UserNarrowing } from '#modules/contacts/index.ts';
import type { MemberRow } from './list-members.ts';
import { mayManage } from './standing.ts';
import type { Manager } from './standing.ts';

/** A user of the company as the wire shows them to those who manage its users. */
export function presentMember(
  row: MemberRow,
  manager: Manager & { readonly userId: UserId },
  narrowing: UserNarrowing | null,
): Member {
  const { id, role, units } = row;
  return {
    _id: id,
    state: row.state,
    nome: row.name,
    email: row.email,
    role,
    ticketing_role: row.ticketing_role,
    _businesses: units,
    exports_personal_data: row.exports_personal_data,
    narrowing,
    last_access: row.last_access_at?.toISOString() ?? null,
    authenticator_enabled: row.authenticator_enabled,
    expires_at: row.expires_at?.toISOString() ?? null,
    manageable: id !== manager.userId && mayManage(manager, { role, businessUnitIds: units }),
  };
}

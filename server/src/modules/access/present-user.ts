import type { User } from '@escuta/contract/access';
import type { Scope } from '#platform/http/scope.ts';
import type { UserRow } from './queries.ts';

/** A user as the wire shows it, with the company that the user works in. */
export function presentUser(
  row: UserRow,
  { businessUnitIds, narrowing }: Pick<Scope, 'businessUnitIds' | 'narrowing'>,
): User {
  return {
    _id: row.id,
    nome: row.name,
    email: row.email,
    role: row.role,
    ticketing_role: row.ticketing_role,
    picture: row.picture,
    language: row.language,
    permissions: { can_temporary_access: row.temporary_access, exports_personal_data: row.exports_personal_data },
    _businesses: businessUnitIds as User['_businesses'],
    _empresa: {
      _id: row.company_id,
      nome: row.companyName,
      wizard: row.companyWizard,
      force_authenticator: row.companyForceAuthenticator,
    },
    authenticator_enabled: row.authenticator_enabled,
    narrowed_to: narrowing && { internal_name: narrowing.field, label: narrowing.label, value: narrowing.value },
    shortcuts_off: row.shortcuts_off,
  };
}

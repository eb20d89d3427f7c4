import { sql } from 'kysely';
import type { MemberState, memberSorts } from '@escuta/contract/team';
import type { Role, TicketingRole } from '@escuta/contract/access-policy';
import type { BusinessUnitId, CompanyId, CustomFieldId, InvitationId, UserId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { escapeLike } from '#platform/db/search.ts';

export interface MemberFilter {
  readonly companyId: CompanyId;
  readonly search?: string | undefined;
  readonly state?: MemberState | undefined;
  readonly role?: Role | undefined;
}

export interface MemberPage {
  readonly sort: (typeof memberSorts)[number];
  readonly limit: number;
  readonly page: number;
}

export interface MemberRow {
  readonly id: UserId | InvitationId;
  readonly state: MemberState;
  readonly name: string | null;
  readonly email: string;
  readonly role: Role;
  readonly ticketing_role: TicketingRole | null;
  readonly units: BusinessUnitId[];
  readonly exports_personal_data: boolean;
  readonly authenticator_enabled: boolean;
  readonly last_access_at: Date | null;
  readonly expires_at: Date | null;
  /** Of an invitation; of users it is asked for. */
  readonly narrowing_field: CustomFieldId | null;
  readonly narrowing_value: string | null;
}

const orders = {
  nome: sql`search_form(coalesce(name, email)), id`,
  role: sql`role, search_form(coalesce(name, email)), id`,
  last_access: sql`last_access_at DESC NULLS LAST, id`,
};

/** The users of a company and its open invitations, as one list. */
export async function listMembers(
  tx: Transaction,
  filter: MemberFilter,
  { sort, limit, page }: MemberPage,
): Promise<{ rows: MemberRow[]; total: number }> {
  const found = members(filter);
  const { rows } = await sql<MemberRow>`
    ${found} ORDER BY ${orders[sort]} LIMIT ${limit} OFFSET ${(page - 1) * limit}
  `.execute(tx);
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM (${found}) counted`.execute(tx);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

function members({ companyId, search, state, role }: MemberFilter) {
  const words = `%${escapeLike(search ?? '')}%`;
  return sql`
    SELECT * FROM (
      SELECT users.id, CASE WHEN deactivated_at IS NULL THEN 'ativo' ELSE 'desativado' END AS state,
        name, email, role, ticketing_role,
        ARRAY(
          SELECT business_unit_id FROM user_business_units
          WHERE user_business_units.company_id = ${companyId} AND user_id = users.id ORDER BY business_unit_id
        ) AS units,
        exports_personal_data, authenticator_enabled, last_access_at, NULL::timestamptz AS expires_at,
        NULL::uuid AS narrowing_field, NULL AS narrowing_value
      FROM users WHERE users.company_id = ${companyId}
      UNION ALL
      SELECT id, 'convidado', NULL, email, role, ticketing_role, business_unit_ids,
        exports_personal_data, false, NULL, expires_at, narrowing_field_id, narrowing_value
      FROM invitations WHERE company_id = ${companyId} AND accepted_at IS NULL AND cancelled_at IS NULL
    ) member
    WHERE (${state ?? null}::text IS NULL OR state = ${state ?? null})
      AND (${role ?? null}::text IS NULL OR role = ${role ?? null})
      AND (search_form(coalesce(name, '')) LIKE search_form(${words}) OR email LIKE lower(${words}))`;
}

import { roles, ticketingRoleOf, ticketingRoles } from '@escuta/contract/access-policy';

/** The tables that say what somebody is, each by the columns `role` and `ticketing_role`. */
const tablesWithRoles = ['invitations', 'users'] as const;

/**
 * The constraints that follow from the access policy, on every table with roles, as SQL that may run again: a new role is no
 * migration. Each takes the place of the constraint of its name, also of one that a migration wrote.
 */
export function roleChecks(): string {
  const bound = roles.flatMap((role) => {
    const ticketingRole = ticketingRoleOf(role);
    return ticketingRole ? `role <> ${text(role)} OR ticketing_role IS NOT DISTINCT FROM ${text(ticketingRole)}` : [];
  });
  return tablesWithRoles
    .flatMap((table) => [
      ...constraint(table, 'role_check', `role IN (${roles.map(text).join(', ')})`),
      ...constraint(table, 'ticketing_role_check', `ticketing_role IN (${ticketingRoles.map(text).join(', ')})`),
      ...constraint(table, 'bound_ticketing_role_check', bound.map((each) => `(${each})`).join(' AND ')),
    ])
    .join('\n');
}

function constraint(table: (typeof tablesWithRoles)[number], suffix: string, condition: string): string[] {
  const name = `${table}_${suffix}`;
  return [
    `ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${name};`,
    `ALTER TABLE ${table} ADD CONSTRAINT ${name} CHECK (${condition});`,
  ];
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

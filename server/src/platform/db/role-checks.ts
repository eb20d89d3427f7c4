import { roles, ticketingRoleOf, ticketingRoles } from '@escuta/contract/access-policy';

/** The constraints of users that follow from the access policy, as SQL that may run again: a new role is no migration. */
export function roleChecks(): string {
  const bound = roles.flatMap((role) => {
    const ticketingRole = ticketingRoleOf(role);
    return ticketingRole ? `role <> ${text(role)} OR ticketing_role IS NOT DISTINCT FROM ${text(ticketingRole)}` : [];
  });
  return [
    ...constraint('users_role_check', `role IN (${roles.map(text).join(', ')})`),
    ...constraint('users_ticketing_role_check', `ticketing_role IN (${ticketingRoles.map(text).join(', ')})`),
    ...constraint('users_bound_ticketing_role_check', bound.map((each) => `(${each})`).join(' AND ')),
  ].join('\n');
}

function constraint(name: string, condition: string): string[] {
  return [
    `ALTER TABLE users DROP CONSTRAINT IF EXISTS ${name};`,
    `ALTER TABLE users ADD CONSTRAINT ${name} CHECK (${condition});`,
  ];
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

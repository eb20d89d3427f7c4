import { isStaff } from '@escuta/contract/access-policy';
import type { Scope } from '#platform/http/scope.ts';
import type { Reach } from './account-queries.ts';

/** How far somebody reaches beyond their company: an account manager to those that they manage, temporary access to every one. */
export function reachesOf({ userId, homeCompanyId, role, hasTemporaryAccess }: Scope): Reach[] {
  const user = { userId, homeCompanyId };
  return [
    ...(isStaff(role) ? [{ ...user, of: 'managed' as const }] : []),
    ...(hasTemporaryAccess ? [{ ...user, of: 'all' as const }] : []),
  ];
}

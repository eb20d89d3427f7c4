import { can } from '@escuta/contract/access-policy';
import { isIndividual } from '@escuta/contract/sends';
import type { Audience } from '@escuta/contract/sends';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';

/** Refuses INDIVIDUAL_SENDS_ONLY to whoever may write to one person at a time, for an audience that is not one (PERMS-05). */
export function refuseBulk({ role }: Pick<Scope, 'role'>, audience: Audience): void {
  if (!can(role, 'sends.create') && !isIndividual(audience)) throw refuse('INDIVIDUAL_SENDS_ONLY');
}

import { invitedRole } from '@escuta/contract/access-policy';
import type { CompanyId } from '@escuta/contract/ids';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import { createInvitations } from '../team/create-invitations.ts';
import { findSignUp } from './find-sign-up.ts';
import { countSignUp } from './sign-up-counts.ts';
import { verifiedEmail } from './sign-up-token.ts';

type Deps = Pick<AppContext, 'database' | 'clock' | 'secrets' | 'config'>;

interface Colleagues {
  readonly token: string;
  readonly companyId: CompanyId;
  readonly emails: readonly string[];
  readonly address: string;
}

/** Invites colleagues into the company of a sign-up, each once however often named, in the role that may manage nobody: who else
 * may, its owner says. Answers how many were invited. */
export async function inviteColleagues(deps: Deps, { token, companyId, emails, address }: Colleagues): Promise<number> {
  const now = deps.clock.now();
  return deps.database.withSystem(async (tx) => {
    const email = await verifiedEmail(tx, token, now);
    const found = await findSignUp(tx, email);
    if (!found?.started_at || found.company_id !== companyId) throw refuse('SIGN_UP_NOT_VERIFIED');
    const others = [...new Set(emails)].filter((each) => each !== email);
    if (others.length === 0) return 0;
    for (const _each of others)
      await countSignUp(tx, deps.secrets, { limit: 'invitations of a company', of: companyId, now });
    const actor = { companyId, userId: found.user_id, userName: found.name, role: 'own' as const, address };
    const { invited } = await createInvitations(
      deps,
      tx,
      { actor, emails: others, standing: { role: invitedRole } },
      now,
    );
    return invited.length;
  });
}

import { hashToken } from '#platform/crypto/secrets.ts';
import type { InvitationInfo } from '@escuta/contract/invitations';
import { isCompanyActive } from '#modules/companies/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';

/**
 * The invitation of a link that still works. Refuses NOT_FOUND, INVITATION_USED, INVITATION_ENDED for one whose time is over,
 * that was taken back, or whose company has left, and INVITATION_TRIAL_ENDED while nobody may work in a company whose trial is
 * over. In a transaction across companies.
 */
export async function openInvitation(tx: Transaction, token: string, now: Date) {
  const found = await tx
    .selectFrom('invitations')
    .innerJoin('companies', 'companies.id', 'invitations.company_id')
    .selectAll('invitations')
    .select(['companies.name as companyName', 'companies.language', 'companies.active as companyActive'])
    .select(['companies.is_trial', 'companies.trial_expires_at'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!found) throw refuse('NOT_FOUND');
  if (found.accepted_at) throw refuse('INVITATION_USED');
  if (found.cancelled_at || found.expires_at <= now || !found.companyActive) throw refuse('INVITATION_ENDED');
  if (!isCompanyActive({ ...found, active: found.companyActive }, now)) throw refuse('INVITATION_TRIAL_ENDED');
  const user = await tx.selectFrom('users').select('id').where('email', '=', found.email).executeTakeFirst();
  // They have come in by another way since, such as another company's invitation.
  if (user) throw refuse('INVITATION_USED');
  return found;
}

export type OpenedInvitation = Awaited<ReturnType<typeof openInvitation>>;

/** An invitation as the wire shows it to whoever has its link. */
export function presentInvitation(row: OpenedInvitation): InvitationInfo {
  return {
    email: row.email,
    nome: row.name,
    role: row.role,
    _empresa: { _id: row.company_id, nome: row.companyName },
    _usuario: { nome: row.invited_by_name ?? row.companyName },
    visited: row.visited_at !== null,
  };
}

/** Notes what has become of a link: that it was opened, or what its reader is called. Neither uses it up. */
export async function updateInvitation(
  tx: Transaction,
  token: string,
  { visited, nome }: { visited?: true | undefined; nome?: string | undefined },
  now: Date,
): Promise<OpenedInvitation> {
  const found = await openInvitation(tx, token, now);
  const changes = { visited_at: visited ? (found.visited_at ?? now) : found.visited_at, name: nome ?? found.name };
  await tx
    .updateTable('invitations')
    .set(changes)
    .where('company_id', '=', found.company_id)
    .where('id', '=', found.id)
    .execute();
  return { ...found, ...changes };
}

import type { CompanyId, InvitationId } from '@escuta/contract/ids';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Transaction } from '#platform/db/database.ts';
import { queueMail } from '#platform/mail/transactional/queue-mail.ts';
import { invitationMail } from '../mails/invitation.ts';
import { invitationLifeMs } from './invitation-token.ts';

export type InvitationMailDeps = Pick<AppContext, 'secrets' | 'config'>;

/** Queues the mail of an invitation, in the language of its company. In a transaction across companies. */
export async function queueInvitationMail(
  { secrets, config }: InvitationMailDeps,
  tx: Transaction,
  { companyId, id, token }: { companyId: CompanyId; id: InvitationId; token: string },
  now: Date,
): Promise<void> {
  const { email, expires_at, invited_by_name } = await tx
    .selectFrom('invitations')
    .select(['email', 'expires_at', 'invited_by_name'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const company = await tx
    .selectFrom('companies')
    .select(['name', 'language', 'timezone'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const content = invitationMail({
    language: company.language,
    company: company.name,
    inviter: invited_by_name,
    email,
    link: `${config.publicUrl}/signup/${token}`,
    expiresAt: expires_at,
    timezone: company.timezone,
  });
  const mailId = await queueMail(tx, secrets, { to: email, content, now, usefulMs: invitationLifeMs });
  await tx
    .updateTable('invitations')
    .set({ mail_id: mailId })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

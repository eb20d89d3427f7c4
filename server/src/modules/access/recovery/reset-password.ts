import type { UserId } from '@escuta/contract/ids';
import { passwordLengthMin, passwordProblems } from '@escuta/contract/password';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { refuse } from '#platform/http/refusal.ts';
import { queueMail } from '#platform/mail/transactional/queue-mail.ts';
import { recordSecurityEvent } from '#platform/security/security-events.ts';
import { isCommonPassword } from '../common-password.ts';
import { passwordChangedMail } from '../mails/password-changed-mail.ts';
import { hashPassword } from '../password.ts';
import { revokeSessionsOf } from '../session-store.ts';
import { findUserById } from '../queries.ts';
import { findOpenReset } from './password-reset.ts';

type Deps = Pick<AppContext, 'database' | 'clock' | 'secrets' | 'config' | 'log' | 'metrics'>;

interface NewPassword {
  readonly link: string;
  readonly userId: UserId;
  readonly senha: string;
  readonly senha2: string;
  readonly address: string;
  readonly requestId: string;
}

const noticeUsefulMs = 24 * 3_600_000;

/**
 * Sets the password that was chosen behind a link, once. Whoever knew the one before is out: every session ends, every other link
 * is void, and the user is told by mail. A second factor is asked for as before.
 */
export async function resetPassword(context: Deps, given: NewPassword): Promise<void> {
  const { database, clock, config } = context;
  const { link, userId, senha, senha2, address, requestId } = given;
  const now = clock.now();
  if (senha !== senha2) throw refuse('PASSWORDS_DIFFER');
  const problems = passwordProblems(senha, { lengthMin: passwordLengthMin });
  if (problems.length > 0 || (await isCommonPassword(senha))) throw refuse('PASSWORD_WEAK', { problems });
  // Looked at before hashing, which takes long, and used up after it, in one statement.
  const asked = await database.withSystem((tx) => findOpenReset(tx, link, now));
  if (asked.userId !== userId) throw refuse('NOT_FOUND');
  const password_hash = await hashPassword(senha);

  await database.withSystem(async (tx) => {
    const used = await tx
      .updateTable('password_resets')
      .set({ used_at: now })
      .where('id', '=', asked.id)
      .where('used_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!used) throw refuse('LINK_EXPIRED');
    await tx.updateTable('users').set({ password_hash }).where('id', '=', userId).execute();
    await tx
      .updateTable('password_resets')
      .set({ used_at: now })
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .execute();
    await revokeSessionsOf(tx, userId, now);
    const user = await findUserById(tx, userId);
    const content = passwordChangedMail({
      language: user?.language ?? user?.companyLanguage ?? 'pt',
      name: asked.name,
      supportEmail: config.supportEmail,
      now,
    });
    await queueMail(tx, context.secrets, { to: asked.email, content, now, usefulMs: noticeUsefulMs });
  });
  const { companyId, name: userName, role } = asked;
  await database.withCompany(companyId, (tx) =>
    recordAudit(tx, { companyId, userId, userName, role, address }, { action: 'user.password_reset' }, now),
  );
  recordSecurityEvent(context, 'password_reset', { userId, companyId, address, requestId });
}

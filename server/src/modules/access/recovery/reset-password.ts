import type { UserId } from '@escuta/contract/ids';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { refuse } from '#platform/http/refusal.ts';
import { recordSecurityEvent } from '#platform/security/security-events.ts';
import type { Caller } from '../caller.ts';
import { queueNotice } from '../mails/security-notice.ts';
import { refuseWeakPassword } from '../refuse-weak-password.ts';
import { hashPassword } from '../password.ts';
import { setPassword } from '../set-password.ts';
import { findOpenReset } from './password-reset.ts';

type Deps = Pick<AppContext, 'database' | 'clock' | 'secrets' | 'config' | 'log' | 'metrics'>;

interface NewPassword {
  readonly link: string;
  readonly userId: UserId;
  readonly senha: string;
  readonly senha2: string;
  readonly caller: Caller;
}

/**
 * Sets the password that was chosen behind a link, once. Whoever knew the one before is out: every session ends, every other link
 * is void, and the user is told by mail. A second factor is asked for as before.
 */
export async function resetPassword(context: Deps, given: NewPassword): Promise<void> {
  const { database, clock } = context;
  const { link, userId, senha, senha2, caller } = given;
  const { address, requestId, userAgent } = caller;
  const now = clock.now();
  if (senha !== senha2) throw refuse('PASSWORDS_DIFFER');
  await refuseWeakPassword(senha);
  // Looked at before hashing, which takes long, and used up after it, in one statement.
  const user = await database.withSystem((tx) => findOpenReset(tx, link, now));
  if (user.userId !== userId) throw refuse('NOT_FOUND');
  const passwordHash = await hashPassword(senha);

  await database.withSystem(async (tx) => {
    const used = await tx
      .updateTable('password_resets')
      .set({ used_at: now })
      .where('id', '=', user.id)
      .where('used_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!used) throw refuse('LINK_EXPIRED');
    await setPassword(tx, { userId, passwordHash }, now);
    const { companyId, name: userName, role } = user;
    await queueNotice(tx, context, { user, notice: 'passwordReset', address, userAgent });
    await recordAudit(tx, { companyId, userId, userName, role, address }, { action: 'user.password_reset' }, now);
  });
  recordSecurityEvent(context, 'password_reset', { userId, companyId: user.companyId, address, requestId });
}

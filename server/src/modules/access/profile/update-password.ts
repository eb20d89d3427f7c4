import type { AppContext } from '#platform/app-context/app-context.ts';
import { refuseWeakPassword } from '../refuse-weak-password.ts';
import { confirmPassword } from '../confirm-password.ts';
import { queueNotice } from '../mails/security-notice.ts';
import type { OwnAct } from '../own-act.ts';
import { hashPassword } from '../password.ts';
import { recordOwnAct } from '../record-own-act.ts';
import { setPassword } from '../set-password.ts';

type Deps = Pick<AppContext, 'database' | 'clock' | 'secrets' | 'config'>;

/** Changes a user's own password. Whoever knew the one before is out: every other session ends, and the user is told by mail. */
export async function updatePassword(
  context: Deps,
  { scope, caller }: OwnAct,
  { password, newPassword }: { password?: string | undefined; newPassword: string },
): Promise<void> {
  const { database, clock } = context;
  await refuseWeakPassword(newPassword);
  const user = await confirmPassword(context, scope, password);
  const passwordHash = await hashPassword(newPassword);
  await database.withSystem(async (tx) => {
    await setPassword(tx, { userId: user.id, passwordHash, exceptSession: scope.sessionId }, clock.now());
    await queueNotice(tx, context, { user, notice: 'passwordChanged', ...caller });
  });
  await recordOwnAct(context, scope, user, 'password.changed');
}

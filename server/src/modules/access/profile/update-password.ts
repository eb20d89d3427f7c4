import { passwordLengthMin, passwordProblems } from '@escuta/contract/password';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import { isCommonPassword } from '../common-password.ts';
import { confirmPassword } from '../confirm-password.ts';
import { queueNotice } from '../mails/security-notice.ts';
import type { OwnAct } from '../own-act.ts';
import { hashPassword } from '../password.ts';
import { recordOwnAct } from '../record-own-act.ts';
import { endStepsOf } from '../second-factor/sign-in-step.ts';
import { revokeSessionsOf } from '../session-store.ts';

type Deps = Pick<AppContext, 'database' | 'clock' | 'secrets' | 'config'>;

/** Changes a user's own password. Whoever knew the one before is out: every other session ends, and the user is told by mail. */
export async function updatePassword(
  context: Deps,
  { scope, caller }: OwnAct,
  { password, newPassword }: { password?: string | undefined; newPassword: string },
): Promise<void> {
  const { database, clock } = context;
  const problems = passwordProblems(newPassword, { lengthMin: passwordLengthMin });
  if (problems.length > 0 || (await isCommonPassword(newPassword))) throw refuse('PASSWORD_WEAK', { problems });
  const user = await confirmPassword(context, scope, password);
  const password_hash = await hashPassword(newPassword);
  await database.withSystem(async (tx) => {
    await tx.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute();
    await revokeSessionsOf(tx, user.id, clock.now(), scope.sessionId);
    await endStepsOf(tx, user.id);
    await queueNotice(tx, context, { user, notice: 'passwordChanged', ...caller });
  });
  await recordOwnAct(context, scope, user, 'password.changed');
}

import { refuse } from '#platform/http/refusal.ts';
import { recordSecurityEvent } from '#platform/security/security-events.ts';
import type { Caller } from '../caller.ts';
import { isDeviceOf, readDevice } from '../device.ts';
import { queueNotice } from '../mails/security-notice.ts';
import { beginSignedIn } from '../begin-signed-in.ts';
import type { BeginDeps, SignedIn } from '../begin-signed-in.ts';
import { findUserById } from '../queries.ts';
import type { UserRow } from '../queries.ts';
import { personAt, recordKeptOut } from '../record-access.ts';
import { countTry, forgive, SignInBlocked } from '../sign-in-failures.ts';
import type { SignInTry } from '../sign-in-failures.ts';
import { countStepTry, endStep } from './sign-in-step.ts';
import type { ShownStep } from './sign-in-step.ts';
import { takeCode } from './take-code.ts';

/**
 * The second step of signing in, by a code. A wrong one is TOKEN_INVALID; a step that is over, was finished or has had its five
 * tries is SIGN_IN_STEP_ENDED, and begins anew with the password. Only who has given the password comes this far, and their
 * failures count as those of the password do: against the device or the address that tries (decision 0039).
 */
export async function finishSignIn(
  context: BeginDeps,
  { step, typed, caller }: { step: ShownStep; typed: string; caller: Caller },
): Promise<SignedIn> {
  const { secrets, clock } = context;
  const { address, requestId } = caller;
  const { user, attempt } = await beginTry(context, step, caller);
  return beginSignedIn(context, { user, keepMeLoggedIn: step.keepMeLoggedIn, caller }, async (tx) => {
    const used = await takeCode(tx, secrets, { userId: user.id, typed, now: clock.now() });
    if (!used) {
      recordSecurityEvent(context, 'sign_in_failed', { userId: user.id, address, requestId, reason: 'second_factor' });
      recordKeptOut(context, personAt(user, address), { action: 'sign_in.failed', cause: 'second_factor' });
      throw refuse('TOKEN_INVALID');
    }
    // Another process has finished the step meanwhile: this one takes its code back.
    if (!(await endStep(tx, step))) throw refuse('SIGN_IN_STEP_ENDED');
    await forgive(tx, secrets, attempt);
    if (used === 'recovery') await queueNotice(tx, context, { user, notice: 'recoveryCodeUsed', ...caller });
  });
}

/** Counts a try of the step and of its user before anybody looks at the code, so that many at once cannot slip past. */
async function beginTry(
  context: BeginDeps,
  step: ShownStep,
  { address, requestId, device: shown }: Caller,
): Promise<{ user: UserRow; attempt: SignInTry }> {
  const { database, clock, secrets } = context;
  const now = clock.now();
  return database.withSystem(async (tx) => {
    const user = (await countStepTry(tx, step, now)) ? await findUserById(tx, step.userId) : undefined;
    if (!user) throw refuse('SIGN_IN_STEP_ENDED');
    const device = readDevice(shown);
    const deviceId = device && isDeviceOf(secrets, device, user) ? device.id : undefined;
    const attempt: SignInTry = { email: user.email, address, deviceId, factor: 'code' };
    await countTry(tx, secrets, attempt, now).catch((error: unknown) => {
      if (error instanceof SignInBlocked)
        recordSecurityEvent(context, 'sign_in_blocked', { userId: user.id, address, requestId, reason: error.limit });
      throw error;
    });
    return { user, attempt };
  });
}

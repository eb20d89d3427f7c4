import { signOut } from '@escuta/contract/access';
import { call } from '#web/lib/call.ts';
import { forgetSession } from '#web/lib/session.ts';

/** Ends the session. Whatever the server answers, this browser forgets it (SESSION-16). */
export async function endSession(): Promise<void> {
  await call(signOut, { asksToSignIn: false }).catch(() => undefined);
  forgetSession();
}

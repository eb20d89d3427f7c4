import { isStaff } from '@escuta/contract/access-policy';
import { signOut } from '@escuta/contract/access';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { meQuery } from '#web/lib/me.ts';
import { viewerOf } from '#web/lib/role-preview.ts';
import { forgetSession } from '#web/lib/session.ts';

/** Ends the session. Whatever the server answers, this browser forgets it (SESSION-16). */
export async function endSession(): Promise<void> {
  await call(signOut, { asksToSignIn: false }).catch(() => undefined);
  forgetSession();
}

/** An account manager whose unit could not be loaded is signed out (SPLASH-06): the company that they came for may be gone. */
export async function endSessionOfManager(queryClient: QueryClient): Promise<void> {
  const me = await queryClient.ensureQueryData(meQuery).catch(() => undefined);
  if (me && isStaff(viewerOf(me).role)) await endSession();
}

import { signOut } from '@escuta/contract/access';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '#web/lib/call.ts';
import { mayLeave } from '#web/lib/leaving.ts';
import { forgetSession } from '#web/lib/session.ts';

/**
 * Ends the session, once nothing is left to save with it. Whatever the server answers, this browser forgets it and goes to
 * the login (SESSION-16).
 */
export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    if (!(await mayLeave())) return;
    await call(signOut, { asksToSignIn: false }).catch(() => undefined);
    forgetSession();
    // The page that is left must not ask anew for what it still shows.
    await navigate({ to: '/login', ignoreBlocker: true });
    queryClient.clear();
  };
}

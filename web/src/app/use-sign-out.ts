import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { endSession } from '#web/app/end-session.ts';
import { mayLeave } from '#web/lib/leaving.ts';

/** Ends the session, once nothing is left to save with it, and goes to the login. */
export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    if (!(await mayLeave())) return;
    await endSession();
    // The page that is left must not ask anew for what it still shows.
    await navigate({ to: '/login', ignoreBlocker: true });
    queryClient.clear();
  };
}

import { signIn } from '@escuta/contract/access';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { logFailure } from '#web/features/sign-up/draft-saver.ts';
import { forgetToken } from '#web/features/sign-up/sign-up-state.ts';
import { call } from '#web/lib/call.ts';
import { rememberSession } from '#web/lib/session.ts';

/**
 * Signs in whoever has just signed up, not to be remembered (SIGNUP-51). The login then leads on to where the address said; who
 * is not let in, or whose password a tab that was loaded again no longer knows, finds their e-mail there.
 */
export function useEnter(email: string, password: string, returnUrl: string | undefined): () => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async () => {
    forgetToken();
    if (password !== '') {
      try {
        const answer = await call(signIn, { body: { email, senha: password, keepMeLoggedIn: false } });
        if (answer.result === 1 && answer.user && answer.token) {
          // Whoever was signed in here before has left: the next page loads who it is now.
          queryClient.clear();
          rememberSession(answer.user, answer.token);
        }
      } catch (error) {
        logFailure(error);
      }
    }
    await router.navigate({ to: '/login', search: { email, returnUrl } });
  };
}

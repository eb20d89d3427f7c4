import { signIn } from '@escuta/contract/access';
import type { SignInForm } from '@escuta/contract/access';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { businessesQuery, companyQuery, meQuery } from '#web/lib/me.ts';
import { rememberSession } from '#web/lib/session.ts';

/** Signs in and loads who it was before anybody navigates (LOGIN-23). Answers false to a wrong e-mail or password. */
export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (form: SignInForm) => {
      const answer = await call(signIn, { body: form });
      if (answer.result !== 1 || !answer.user || !answer.token) return false;
      rememberSession(answer.user, answer.token);
      await Promise.all([
        queryClient.fetchQuery(meQuery),
        queryClient.fetchQuery(businessesQuery),
        queryClient.fetchQuery(companyQuery),
      ]);
      return true;
    },
  });
}

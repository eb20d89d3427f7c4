import { getMe, signIn } from '@escuta/contract/access';
import type { SignInForm, User } from '@escuta/contract/access';
import { getCompany, listMyBusinesses } from '@escuta/contract/companies';
import { useMutation } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { businessesQuery, companyQuery, meQuery } from '#web/lib/me.ts';
import { rememberSession } from '#web/lib/session.ts';

/** Signs in and lets `enter` do what comes then. Answers false to a wrong e-mail or password. */
export function useSignIn(enter: (user: User) => Promise<void>) {
  return useMutation({
    mutationFn: async (form: SignInForm) => {
      const answer = await call(signIn, { body: form });
      if (answer.result !== 1 || !answer.user || !answer.token) return false;
      rememberSession(answer.user, answer.token);
      await enter(answer.user);
      return true;
    },
  });
}

/** Loads who is signed in, and where, in place of what was known. Who has just signed in is not asked to once more. */
export async function loadSession(queryClient: QueryClient): Promise<void> {
  const [me, company, businesses] = await Promise.all([
    call(getMe, { asksToSignIn: false }),
    call(getCompany, { asksToSignIn: false }),
    call(listMyBusinesses, { asksToSignIn: false }),
  ]);
  queryClient.setQueryData(meQuery.queryKey, me);
  queryClient.setQueryData(companyQuery.queryKey, company);
  queryClient.setQueryData(businessesQuery.queryKey, businesses);
}

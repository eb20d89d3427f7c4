import { getMe, signIn } from '@escuta/contract/access';
import type { SignInForm, User } from '@escuta/contract/access';
import { getCompany, listMyBusinesses } from '@escuta/contract/companies';
import type { QueryClient } from '@tanstack/react-query';
import type { CodeStep } from '#web/features/access/code-step.ts';
import { call } from '#web/lib/call.ts';
import { chooseLanguage } from '#web/lib/language.ts';
import { businessesQuery, companyQuery, meQuery } from '#web/lib/me.ts';
import { remembered, rememberSession } from '#web/lib/session.ts';

// The login page draws without this file, so without the schemas that it brings: nothing of it is imported there.

/** What the form of signing in is checked by. */
export const signInRoute = signIn;

/** Signs in. Answers undefined to a wrong e-mail or password, and the second step to whoever needs one (TOTP-01). */
export async function enter(form: SignInForm): Promise<User | CodeStep | undefined> {
  const answer = await call(signIn, { body: form });
  if (answer.result === -1 && answer.step) return { ...answer.step, keepMeLoggedIn: form.keepMeLoggedIn === true };
  if (answer.result !== 1 || !answer.user || !answer.token) return undefined;
  rememberSession(answer.user, answer.token);
  return answer.user;
}

/** Loads who is signed in, and where, in place of what was known. Who has just signed in is not asked to once more. */
export async function loadSession(queryClient: QueryClient): Promise<void> {
  const [me, company, businesses] = await Promise.all([
    call(getMe, { asksToSignIn: false }),
    call(getCompany, { asksToSignIn: false }),
    call(listMyBusinesses, { asksToSignIn: false }),
  ]);
  // The language that they chose on whatever device, where nobody has chosen one in this browser.
  if (me.language && remembered('language') === null) await chooseLanguage(me.language);
  queryClient.setQueryData(meQuery.queryKey, me);
  queryClient.setQueryData(companyQuery.queryKey, company);
  queryClient.setQueryData(businessesQuery.queryKey, businesses);
}

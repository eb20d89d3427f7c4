import { federatedFailures, takeFederatedSession as takeRoute } from '@escuta/contract/federated-login';
import type { QueryClient } from '@tanstack/react-query';
import { loadSession } from '#web/features/access/api.ts';
import type { CodeStep } from '#web/features/access/code-step.ts';
import { call, CallError } from '#web/lib/call.ts';
import { rememberSession } from '#web/lib/session.ts';

/** Why there is no session, as `msal_error` has it; or the second step, where the company asks for one; or neither. */
interface Taken {
  readonly failure?: string;
  readonly step?: CodeStep;
}

/** Exchanges the code of a federated login for the session of this browser. */
export async function takeFederatedSession(
  queryClient: QueryClient,
  { code, keepMeLoggedIn }: { code: string; keepMeLoggedIn: boolean },
): Promise<Taken> {
  try {
    const { result, user, token, step } = await call(takeRoute, { body: { code } });
    if (result === -1 && step) return { step: { ...step, keepMeLoggedIn } };
    if (result !== 1 || !user || !token) return { failure: 'NOT_VALID' };
    rememberSession(user, token);
    // Who comes in lands on a page that knows them (LOGIN-23).
    await loadSession(queryClient);
    return {};
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return { failure: federatedFailures.find((one) => one === error.code) ?? 'EXPIRED' };
  }
}

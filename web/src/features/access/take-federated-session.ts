import { federatedFailures, takeFederatedSession as takeRoute } from '@escuta/contract/federated-login';
import type { QueryClient } from '@tanstack/react-query';
import { loadSession } from '#web/features/access/api.ts';
import { call, CallError } from '#web/lib/call.ts';
import { rememberSession } from '#web/lib/session.ts';

/** Exchanges the code of a federated login for the session of this browser. Answers why not, as `msal_error` has it. */
export async function takeFederatedSession(queryClient: QueryClient, code: string): Promise<string | undefined> {
  try {
    const { result, user, token } = await call(takeRoute, { body: { code } });
    if (result !== 1 || !user || !token) return 'NOT_VALID';
    rememberSession(user, token);
    // Who comes in lands on a page that knows them (LOGIN-23).
    await loadSession(queryClient);
    return undefined;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return federatedFailures.find((one) => one === error.code) ?? 'EXPIRED';
  }
}

import type { SignInAnswer, User } from '@escuta/contract/access';
import { askForPasskey, signInWithPasskey, validatePasskey } from '@escuta/contract/passkeys';
import { recoveryCodePattern, validateCode } from '@escuta/contract/second-factor';
import { call } from '#web/lib/call.ts';
import { rememberSession } from '#web/lib/session.ts';

/** The second step of signing in, as the first one gave it. */
export interface CodeStep extends NonNullable<SignInAnswer['step']> {
  readonly keepMeLoggedIn: boolean;
}

export { isRefusal } from '#web/lib/call.ts';
export { validateCode };

/** What is typed of a recovery code, in the form that the server takes; undefined for what is none. */
export function recoveryCodeOf(typed: string): string | undefined {
  const code = typed.trim().toLowerCase();
  return recoveryCodePattern.test(code) ? code : undefined;
}

/** Signs in with a code of the authenticator, or with a recovery code (TOTP-04, -05). */
export async function enterCode({ userId, token: step, keepMeLoggedIn }: CodeStep, token: string): Promise<User> {
  return remembered(await call(validateCode, { body: { userId, token, keepMeLoggedIn, step } }));
}

/** Signs in with a passkey in place of a code. */
export async function enterPasskey({ userId, token: step, keepMeLoggedIn }: CodeStep): Promise<User> {
  const credential = await askBrowser({ userId, step });
  return remembered(await call(validatePasskey, { body: { userId, credential, keepMeLoggedIn, step } }));
}

/** Signs in with a passkey alone. Undefined where nobody answered the browser's question. */
export async function enterWithoutPassword(): Promise<User | undefined> {
  const credential = await askBrowser({}).catch((error: unknown) => {
    if (!isGivenUp(error)) throw error;
  });
  if (!credential) return undefined;
  return remembered(await call(signInWithPasskey, { body: { credential, keepMeLoggedIn: false } }));
}

/** Says whether somebody closed the browser's question, or took too long to answer it. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}

async function askBrowser(body: { userId?: CodeStep['userId']; step?: string }) {
  const browser = await import('@simplewebauthn/browser');
  const { options } = await call(askForPasskey, { body });
  // The server's library made it, the browser's reads it: the wire only carries it.
  return browser.startAuthentication({ optionsJSON: options });
}

function remembered({ user, token }: SignInAnswer): User {
  if (!user || !token) throw new Error('a second step answers with a session');
  rememberSession(user, token);
  return user;
}

import type { SignInAnswer } from '@escuta/contract/access';
import type { BeginDeps } from '../begin-signed-in.ts';
import { hasPasskey } from '../passkeys/queries.ts';
import type { UserRow } from '../queries.ts';
import { beginStep } from './sign-in-step.ts';

/** What a sign-in answers that is not at its end. */
export interface SecondStepAsked {
  readonly result: -1;
  readonly user: null;
  readonly token: null;
  readonly step: NonNullable<SignInAnswer['step']>;
}

/** The first proof was right and is not enough: no session yet (LOGIN-14). */
export async function askForSecondFactor(
  { database, clock }: Pick<BeginDeps, 'database' | 'clock'>,
  { id: userId }: Pick<UserRow, 'id'>,
  keepMeLoggedIn: boolean,
): Promise<SecondStepAsked> {
  const step = await database.withSystem(async (tx) => ({
    userId,
    token: await beginStep(tx, { userId, keepMeLoggedIn, now: clock.now() }),
    hasPasskey: await hasPasskey(tx, userId),
  }));
  return { result: -1, user: null, token: null, step };
}

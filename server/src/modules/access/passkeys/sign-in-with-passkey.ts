import type { Asserted } from '@escuta/contract/passkeys';
import type { UserId } from '@escuta/contract/ids';
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import { hashToken } from '#platform/crypto/secrets.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { recordSecurityEvent } from '#platform/security/security-events.ts';
import type { Caller } from '../caller.ts';
import { beginSignedIn } from '../begin-signed-in.ts';
import type { BeginDeps, SignedIn } from '../begin-signed-in.ts';
import { findUserById } from '../queries.ts';
import type { UserRow } from '../queries.ts';
import { countStepTry, endStep, isStepOpen } from '../second-factor/sign-in-step.ts';
import type { ShownStep } from '../second-factor/sign-in-step.ts';
import { makeChallenge, readChallenge } from './challenge.ts';
import type { ChallengeUse } from './challenge.ts';
import { passkeysOf } from './queries.ts';
import { relyingPartyOf } from './relying-party.ts';

const anybody: ChallengeUse = { purpose: 'sign-in', owner: '' };
const ofStep = ({ token }: Pick<ShownStep, 'token'>): ChallengeUse => ({ purpose: 'second-step', owner: token });

/** What to ask a browser for: any key that it has for us, or, in the second step of a sign-in, one of its user. */
export async function askForPasskey(
  { database, clock, secrets, config }: BeginDeps,
  step: Omit<ShownStep, 'keepMeLoggedIn'> | undefined,
) {
  const now = clock.now();
  const keys =
    step &&
    (await database.withSystem(async (tx) => {
      if (!(await isStepOpen(tx, step, now))) throw refuse('SIGN_IN_STEP_ENDED');
      return passkeysOf(tx, step.userId);
    }));
  return generateAuthenticationOptions({
    rpID: relyingPartyOf(config).id,
    challenge: makeChallenge(secrets, step ? ofStep(step) : anybody, now),
    userVerification: 'required',
    ...(keys ? { allowCredentials: keys.map(({ credential_id: id, transports }) => ({ id, transports })) } : {}),
  });
}

/** Signs in whoever holds a passkey and was verified by it: no password, and no code beside it. */
export async function signInWithPasskey(
  context: BeginDeps,
  { credential, keepMeLoggedIn, caller }: { credential: Asserted; keepMeLoggedIn: boolean; caller: Caller },
): Promise<SignedIn> {
  const proof = await prove(context, credential, anybody, caller);
  return open(context, { ...proof, keepMeLoggedIn, caller }, async (tx, user) => {
    // Its company lets people in by its provider only, whatever else they hold (decision 0040).
    if (user.companyFederatedLogin === 'required') throw refuse('MSAL_AUTH');
    await spend(tx, proof.challenge);
  });
}

/** The second step of signing in, by a passkey of the user who gave the password or came back from the provider. */
export async function finishWithPasskey(
  context: BeginDeps,
  { step, credential, caller }: { step: ShownStep; credential: Asserted; caller: Caller },
): Promise<SignedIn> {
  const { database, clock } = context;
  if (!(await database.withSystem((tx) => countStepTry(tx, step, clock.now())))) throw refuse('SIGN_IN_STEP_ENDED');
  const proof = await prove(context, credential, ofStep(step), caller);
  if (proof.userId !== step.userId) throw refuse('PASSKEY_NOT_VALID');
  return open(context, { ...proof, keepMeLoggedIn: step.keepMeLoggedIn, caller }, async (tx) => {
    if (!(await endStep(tx, step))) throw refuse('SIGN_IN_STEP_ENDED');
  });
}

interface Proof {
  readonly userId: UserId;
  readonly credentialId: string;
  readonly counterBefore: number;
  readonly counter: number;
  readonly challenge: { readonly text: string; readonly endsAt: Date };
}

/** Verifies what a browser answered. PASSKEY_NOT_VALID says nothing of what was wrong. */
async function prove(
  context: BeginDeps,
  credential: Asserted,
  use: ChallengeUse,
  { address, requestId }: Caller,
): Promise<Proof> {
  const { database, clock, secrets, config } = context;
  const key = await database.withSystem((tx) =>
    tx.selectFrom('passkeys').selectAll().where('credential_id', '=', credential.id).executeTakeFirst(),
  );
  const { id, origin } = relyingPartyOf(config);
  let challenge: Proof['challenge'] | undefined;
  const verified =
    key &&
    (await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge(text) {
        const endsAt = readChallenge(secrets, use, text, clock.now());
        if (endsAt) challenge = { text, endsAt };
        return endsAt !== undefined;
      },
      expectedOrigin: origin,
      expectedRPID: id,
      // Throws for a counter that has not gone on: then the key was copied.
      credential: { id: key.credential_id, publicKey: new Uint8Array(key.public_key), counter: key.counter },
    }).catch(() => undefined));
  if (!key || !verified?.verified || !challenge) {
    const facts = { userId: key?.user_id, address, requestId, reason: 'passkey' };
    recordSecurityEvent(context, 'sign_in_failed', facts);
    throw refuse('PASSKEY_NOT_VALID');
  }
  const { newCounter } = verified.authenticationInfo;
  return {
    userId: key.user_id,
    credentialId: key.credential_id,
    counterBefore: key.counter,
    counter: newCounter,
    challenge,
  };
}

async function open(
  context: BeginDeps,
  { keepMeLoggedIn, caller, ...proof }: Proof & { keepMeLoggedIn: boolean; caller: Caller },
  spendOnce: (tx: Transaction, user: UserRow) => Promise<void>,
): Promise<SignedIn> {
  const { database, clock } = context;
  const user = await database.withSystem((tx) => findUserById(tx, proof.userId));
  if (!user) throw refuse('PASSKEY_NOT_VALID');
  return beginSignedIn(context, { user, keepMeLoggedIn, caller }, async (tx) => {
    await spendOnce(tx, user);
    // Two answers of one key at once: the one whose counter is no longer the last is refused.
    const used = await tx
      .updateTable('passkeys')
      .set({ counter: proof.counter, last_used_at: clock.now() })
      .where('credential_id', '=', proof.credentialId)
      .where('counter', '=', proof.counterBefore)
      .returning('id')
      .executeTakeFirst();
    if (!used) throw refuse('PASSKEY_NOT_VALID');
  });
}

/** Notes that a challenge was answered; refuses one that was before. */
async function spend(tx: Transaction, { text, endsAt }: Proof['challenge']): Promise<void> {
  const spent = await tx
    .insertInto('used_challenges')
    .values({ challenge_hash: hashToken(text), expires_at: endsAt })
    .onConflict((on) => on.column('challenge_hash').doNothing())
    .returning('challenge_hash')
    .executeTakeFirst();
  if (!spent) throw refuse('PASSKEY_NOT_VALID');
}

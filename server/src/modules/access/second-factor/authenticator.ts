import type { SecondFactor } from '@escuta/contract/second-factor';
import type { UserId } from '@escuta/contract/ids';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { openSealed, seal } from '#platform/crypto/sealed-text.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { confirmPassword } from '../confirm-password.ts';
import { queueNotice } from '../mails/security-notice.ts';
import type { OwnAct } from '../own-act.ts';
import { findUserById } from '../queries.ts';
import { recordOwnAct } from '../record-own-act.ts';
import { countTry, forgive } from '../sign-in-failures.ts';
import type { SignInTry } from '../sign-in-failures.ts';
import { countRecoveryCodes, writeRecoveryCodes } from './recovery-codes.ts';
import { endStepsOf } from './sign-in-step.ts';
import { keyUri, newKey, stepOf } from './totp.ts';
import { keySeal, takeCode } from './take-code.ts';

type Deps = Pick<AppContext, 'database' | 'clock' | 'secrets' | 'config'>;

/** How long the first code may take to come. */
const enrolmentMs = 30 * 60_000;

/** What of a second factor a user has. */
export async function readSecondFactor(tx: Transaction, userId: UserId): Promise<SecondFactor> {
  const authenticator = await tx
    .selectFrom('authenticators')
    .select('confirmed_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return {
    authenticatorSince: authenticator?.confirmed_at?.toISOString() ?? null,
    recoveryCodesLeft: await countRecoveryCodes(tx, userId),
  };
}

/** Makes the key of a user's authenticator, which protects nothing before its first code. A key that waits is made anew. */
export async function beginAuthenticator(context: Deps, { scope }: OwnAct, password: string | undefined) {
  const { database, clock, secrets } = context;
  const user = await confirmPassword(context, scope, password);
  const key = newKey();
  const sealed_key = seal(secrets, keySeal(user.id), key);
  const now = clock.now();
  await database.withSystem(async (tx) => {
    const begun = await tx
      .insertInto('authenticators')
      .values({ user_id: user.id, sealed_key, created_at: now, last_step: 0 })
      .onConflict((on) =>
        on
          .column('user_id')
          .doUpdateSet({ sealed_key, created_at: now, last_step: 0 })
          .where('authenticators.confirmed_at', 'is', null),
      )
      .returning('user_id')
      .executeTakeFirst();
    if (!begun) throw refuse('AUTHENTICATOR_EXISTS');
  });
  return { uri: keyUri(key, user.email), key };
}

/** Switches the authenticator on with its first code, and answers the recovery codes: the only time that they are shown. */
export async function confirmAuthenticator(context: Deps, { scope, caller }: OwnAct, token: string): Promise<string[]> {
  const { database, clock, secrets } = context;
  const now = clock.now();
  const { user, attempt } = await beginTry(context, scope);
  const codes = await database.withSystem(async (tx) => {
    const begun = await tx
      .selectFrom('authenticators')
      .select(['sealed_key', 'created_at', 'confirmed_at'])
      .where('user_id', '=', user.id)
      .executeTakeFirst();
    if (begun?.confirmed_at) throw refuse('AUTHENTICATOR_EXISTS');
    if (!begun || now.getTime() - begun.created_at.getTime() > enrolmentMs) throw refuse('ENROLMENT_ENDED');
    const step = stepOf(openSealed(secrets, keySeal(user.id), begun.sealed_key), token, now);
    if (step === null) throw refuse('TOKEN_INVALID');
    const isOn = await tx
      .updateTable('authenticators')
      .set({ confirmed_at: now, last_step: step })
      .where('user_id', '=', user.id)
      .where('sealed_key', '=', begun.sealed_key)
      .where('confirmed_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst();
    // Another call was quicker, with this key or a newer one.
    if (!isOn) throw refuse('ENROLMENT_ENDED');
    await tx.updateTable('users').set({ authenticator_enabled: true }).where('id', '=', user.id).execute();
    await forgive(tx, secrets, attempt);
    await queueNotice(tx, context, { user, notice: 'authenticatorOn', ...caller });
    return writeRecoveryCodes(tx, secrets, user.id);
  });
  await recordOwnAct(context, scope, user, 'second_factor.on');
  return codes;
}

/** Switches the authenticator off: with the password and a code, so that an open session is not enough. */
export async function removeAuthenticator(
  context: Deps,
  { scope, caller }: OwnAct,
  { password, token }: { password?: string | undefined; token: string },
): Promise<void> {
  const { database, clock, secrets } = context;
  await confirmPassword(context, scope, password);
  const { user, attempt } = await beginTry(context, scope);
  await database.withSystem(async (tx) => {
    if (!(await takeCode(tx, secrets, { userId: user.id, typed: token, now: clock.now() })))
      throw refuse('TOKEN_INVALID');
    await forgetAuthenticator(tx, user.id);
    await forgive(tx, secrets, attempt);
    await queueNotice(tx, context, { user, notice: 'authenticatorOff', ...caller });
  });
  await recordOwnAct(context, scope, user, 'second_factor.off');
}

/** New recovery codes in place of the old ones. */
export async function renewRecoveryCodes(context: Deps, { scope, caller }: OwnAct, password: string | undefined) {
  const { database, secrets } = context;
  const user = await confirmPassword(context, scope, password);
  if (!user.authenticator_enabled) throw refuse('NO_AUTHENTICATOR');
  const codes = await database.withSystem(async (tx) => {
    await queueNotice(tx, context, { user, notice: 'recoveryCodesRenewed', ...caller });
    return writeRecoveryCodes(tx, secrets, user.id);
  });
  await recordOwnAct(context, scope, user, 'recovery_codes.renewed');
  return codes;
}

/** Takes a user's authenticator away, with the recovery codes and every sign-in that waits for a code. */
export async function forgetAuthenticator(tx: Transaction, userId: UserId): Promise<void> {
  await tx.deleteFrom('authenticators').where('user_id', '=', userId).execute();
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx.updateTable('users').set({ authenticator_enabled: false }).where('id', '=', userId).execute();
  await endStepsOf(tx, userId);
}

/** Counts a try at a code for the session that makes it, and for nobody else. */
function beginTry({ database, clock, secrets }: Deps, { userId, sessionId, address }: OwnAct['scope']) {
  return database.withSystem(async (tx) => {
    const user = await findUserById(tx, userId);
    if (!user) throw refuse('NOT_FOUND');
    const attempt: SignInTry = { email: user.email, address, deviceId: sessionId, factor: 'code' };
    await countTry(tx, secrets, attempt, clock.now());
    return { user, attempt };
  });
}

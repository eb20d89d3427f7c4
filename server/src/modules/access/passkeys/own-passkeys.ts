import type { Passkey, Registered } from '@escuta/contract/passkeys';
import { passkeysMax } from '@escuta/contract/passkeys';
import type { PasskeyId, UserId } from '@escuta/contract/ids';
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Selectable } from 'kysely';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Passkeys } from '#platform/db/tables.ts';
import { refuse } from '#platform/http/refusal.ts';
import { confirmPassword } from '../confirm-password.ts';
import { queueNotice } from '../mails/security-notice.ts';
import type { OwnAct } from '../own-act.ts';
import { findUserById } from '../queries.ts';
import { recordOwnAct } from '../record-own-act.ts';
import { makeChallenge, readChallenge } from './challenge.ts';
import { passkeysOf } from './queries.ts';
import { relyingPartyOf } from './relying-party.ts';

type Deps = Pick<AppContext, 'database' | 'clock' | 'secrets' | 'config'>;
const name = 'Escuta';

/** A user's passkeys, as the wire shows them. */
export async function listPasskeys(tx: Transaction, userId: UserId): Promise<Passkey[]> {
  return (await passkeysOf(tx, userId)).map(present);
}

/** What to ask a browser for, to make a key that signs in by itself: kept on the device, and with its user verified. */
export async function beginPasskey(context: Deps, { scope }: OwnAct, password: string | undefined) {
  const { database, clock, secrets, config } = context;
  const user = await confirmPassword(context, scope, password);
  const kept = await database.withSystem((tx) => passkeysOf(tx, user.id));
  if (kept.length >= passkeysMax) throw refuse('TOO_MANY_PASSKEYS');
  return generateRegistrationOptions({
    rpName: name,
    rpID: relyingPartyOf(config).id,
    userName: user.email,
    userDisplayName: user.name,
    userID: new Uint8Array(Buffer.from(user.id)),
    challenge: makeChallenge(secrets, { purpose: 'register', owner: user.id }, clock.now()),
    excludeCredentials: kept.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Keeps a passkey that the browser has made for the challenge of `beginPasskey`. */
export async function createPasskey(
  context: Deps,
  { scope, caller }: OwnAct,
  given: { name: string; credential: Registered },
): Promise<Passkey> {
  const { database, clock, secrets } = context;
  const now = clock.now();
  const { credential, credentialBackedUp } = await verify(context, scope.userId, given.credential);
  const { user, row } = await database.withSystem(async (tx) => {
    const user = await findUserById(tx, scope.userId);
    if (!user) throw refuse('NOT_FOUND');
    if ((await passkeysOf(tx, user.id)).length >= passkeysMax) throw refuse('TOO_MANY_PASSKEYS');
    const row = await tx
      .insertInto('passkeys')
      .values({
        id: newId<PasskeyId>(),
        user_id: user.id,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: credential.transports ?? [],
        is_synced: credentialBackedUp,
        name: given.name,
        created_at: now,
      })
      .onConflict((on) => on.column('credential_id').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) throw refuse('PASSKEY_EXISTS');
    await queueNotice(tx, { ...context, secrets }, { user, notice: 'passkeyAdded', ...caller });
    return { user, row };
  });
  await recordOwnAct(context, scope, user, 'passkey.created');
  return present(row);
}

/** Forgets one of the user's own passkeys, for the password. */
export async function removePasskey(
  context: Deps,
  { scope, caller }: OwnAct,
  { id, password }: { id: PasskeyId; password: string | undefined },
): Promise<void> {
  const user = await confirmPassword(context, scope, password);
  await context.database.withSystem(async (tx) => {
    const removed = await tx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .returning('id')
      .executeTakeFirst();
    if (!removed) throw refuse('NOT_FOUND');
    await queueNotice(tx, context, { user, notice: 'passkeyRemoved', ...caller });
  });
  await recordOwnAct(context, scope, user, 'passkey.removed');
}

async function verify({ secrets, clock, config }: Deps, userId: UserId, credential: Registered) {
  const { id, origin } = relyingPartyOf(config);
  const use = { purpose: 'register', owner: userId } as const;
  const { transports = [], ...response } = credential.response;
  const known: RegistrationResponseJSON = {
    ...credential,
    response: { ...response, transports },
    clientExtensionResults: {},
  };
  const verified = await verifyRegistrationResponse({
    response: known,
    expectedChallenge: (text) => readChallenge(secrets, use, text, clock.now()) !== undefined,
    expectedOrigin: origin,
    expectedRPID: id,
  }).catch(() => undefined);
  if (!verified?.verified) throw refuse('PASSKEY_NOT_VALID');
  return verified.registrationInfo;
}

function present(row: Selectable<Passkeys>): Passkey {
  return {
    _id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    synced: row.is_synced,
  };
}

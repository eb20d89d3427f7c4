import { z } from 'zod';
import { SignInAnswer } from './access.ts';
import { PasskeyId, UserId } from './ids.ts';
import { byId, done, instant } from './primitives.ts';
import { route } from './route.ts';
import { currentPassword, passwordErrors } from './second-factor.ts';

export const passkeyNameLengthMax = 60;
/** More than anybody has keys. */
export const passkeysMax = 20;

/** A key of a user: in a device, a browser or a password manager. */
export const Passkey = z.object({
  _id: PasskeyId,
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
  /** It is kept in several devices by whoever made it. */
  synced: z.boolean(),
});
export type Passkey = z.infer<typeof Passkey>;

/** What a browser is asked for (WebAuthn, PublicKeyCredential…OptionsJSON): made and read by libraries on both sides. */
const Options = z.object({ options: z.looseObject({ challenge: z.string() }) });

const base64url = z
  .string()
  .regex(/^[\w-]*$/)
  .max(16_384);
const credential = { id: base64url, rawId: base64url, type: z.literal('public-key') };
/** What a browser answers, as far as we read it. */
const Registered = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
const Asserted = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});
export type Registered = z.infer<typeof Registered>;
export type Asserted = z.infer<typeof Asserted>;

const keyErrors = { PASSKEY_NOT_VALID: 422, USER_DEACTIVATED: 403, MSAL_AUTH: 403 } as const;

export const askForPasskey = route('POST /login/passkey/options', {
  summary: 'What to ask a browser for, to sign in with a passkey',
  permission: 'public',
  duringMaintenance: true,
  /** With the token of a first step: a key of its user, as the second one. */
  body: z.object({ userId: UserId, step: z.string().max(100) }).partial(),
  answer: Options,
  errors: { SIGN_IN_STEP_ENDED: 410 },
});

export const signInWithPasskey = route('POST /login/passkey', {
  summary: 'Sign in with a passkey, without a password',
  permission: 'public',
  duringMaintenance: true,
  body: z.object({ credential: Asserted, keepMeLoggedIn: z.boolean().default(false) }),
  answer: SignInAnswer,
  errors: keyErrors,
});

export const validatePasskey = route('POST /login/authenticator/passkey', {
  summary: 'The second step of signing in: a passkey in place of a code',
  permission: 'public',
  duringMaintenance: true,
  body: z.object({
    userId: UserId,
    credential: Asserted,
    keepMeLoggedIn: z.boolean().default(false),
    step: z.string().max(100),
  }),
  answer: SignInAnswer,
  errors: { ...keyErrors, SIGN_IN_STEP_ENDED: 410 },
});

export const listPasskeys = route('GET /me/passkeys', {
  summary: 'The passkeys of the signed-in user',
  permission: 'session',
  answer: z.object({ data: z.array(Passkey) }),
});

export const beginPasskey = route('POST /me/passkeys/options', {
  summary: 'What to ask a browser for, to make a passkey',
  permission: 'session',
  body: z.object({ password: currentPassword.optional() }),
  answer: Options,
  errors: { ...passwordErrors, TOO_MANY_PASSKEYS: 409 },
});

export const createPasskey = route('POST /me/passkeys', {
  summary: 'Keep a passkey that the browser has made',
  permission: 'session',
  body: z.object({ name: z.string().trim().min(1).max(passkeyNameLengthMax), credential: Registered }),
  answer: Passkey,
  status: 201,
  errors: { PASSKEY_NOT_VALID: 422, PASSKEY_EXISTS: 409, TOO_MANY_PASSKEYS: 409 },
});

export const removePasskey = route('POST /me/passkeys/:id/removal', {
  summary: 'Forget a passkey',
  permission: 'session',
  params: byId(PasskeyId),
  body: z.object({ password: currentPassword.optional() }),
  answer: done,
  errors: passwordErrors,
});

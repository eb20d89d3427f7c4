import { z } from 'zod';
import { SignInAnswer } from './access.ts';
import { UserId } from './ids.ts';
import { byId, done } from './primitives.ts';
import { route } from './route.ts';

/** What an authenticator app shows. */
export const codePattern = /^\d{6}$/;
/** A recovery code as it is written down; the hyphen and the case may be left out. */
export const recoveryCodePattern = /^[a-z2-7]{5}-?[a-z2-7]{5}$/i;

const code = z.string().trim().regex(codePattern);
const anyCode = z.union([code, z.string().trim().regex(recoveryCodePattern)]);
/** The password of now, asked again before what protects the account is changed. */
export const currentPassword = z.string().min(1).max(1024);

const secondFactorErrors = { TOKEN_INVALID: 422 } as const;
/** What every route answers that asks for the password again. */
export const passwordErrors = { PASSWORD_WRONG: 422, SIGN_IN_TOO_OLD: 403 } as const;

export const ValidateCodeForm = z.object({
  userId: UserId,
  /** Six digits of the authenticator, or a recovery code. */
  token: anyCode,
  keepMeLoggedIn: z.boolean().default(false),
  /** What the first step answered: good for this user, once, for a few minutes and a few tries. */
  step: z.string().max(100),
});

export const validateCode = route('POST /login/authenticator', {
  summary: 'The second step of signing in: a code of the authenticator, or a recovery code',
  permission: 'public',
  duringMaintenance: true,
  body: ValidateCodeForm,
  answer: SignInAnswer,
  errors: { ...secondFactorErrors, SIGN_IN_STEP_ENDED: 410, USER_DEACTIVATED: 403 },
});

/** What of a second factor a user has. */
export const SecondFactor = z.object({
  /** When the authenticator was switched on; null where there is none. */
  authenticatorSince: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.number().int().min(0),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

/** Shown once: afterwards only their hashes are known. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const getSecondFactor = route('GET /me/second-factor', {
  summary: 'What of a second factor the signed-in user has',
  permission: 'session',
  withoutSecondFactor: true,
  answer: SecondFactor,
});

export const beginAuthenticator = route('POST /me/authenticator', {
  summary: 'Begin to enrol an authenticator: its key, for an app',
  permission: 'session',
  withoutSecondFactor: true,
  body: z.object({ password: currentPassword.optional() }),
  /** `uri` is what the QR code says (otpauth://), `key` the same for typing. */
  answer: z.object({ uri: z.string(), key: z.string() }),
  errors: { ...passwordErrors, AUTHENTICATOR_EXISTS: 409 },
});

export const confirmAuthenticator = route('PUT /me/authenticator', {
  summary: 'Switch the authenticator on with its first code',
  permission: 'session',
  withoutSecondFactor: true,
  body: z.object({ token: code }),
  answer: RecoveryCodes,
  errors: { ...secondFactorErrors, AUTHENTICATOR_EXISTS: 409, ENROLMENT_ENDED: 410 },
});

export const removeAuthenticator = route('POST /me/authenticator/removal', {
  summary: 'Switch the authenticator off',
  permission: 'session',
  body: z.object({ password: currentPassword.optional(), token: anyCode }),
  answer: done,
  errors: { ...secondFactorErrors, ...passwordErrors },
});

export const renewRecoveryCodes = route('POST /me/recovery-codes', {
  summary: 'New recovery codes in place of the old ones',
  permission: 'session',
  body: z.object({ password: currentPassword.optional() }),
  answer: RecoveryCodes,
  errors: { ...passwordErrors, NO_AUTHENTICATOR: 409 },
});

export const resetSecondFactor = route('POST /users/:id/second-factor/reset', {
  summary: 'Take the second factor and the passkeys of somebody who has lost them, and end their sessions',
  permission: 'users.manage',
  params: byId(UserId),
  answer: done,
  errors: { ROLE_ABOVE_OWN: 403, UNITS_BEYOND_OWN: 403 },
});

import { z } from 'zod';
import { roles, ticketingRoles } from './access-policy.ts';
import { BusinessUnitId, CompanyId, UserId } from './ids.ts';
import { done, email, language } from './primitives.ts';
import { route } from './route.ts';

/** User with the field names of the specification (ENTITY-01, ENTITY-02). */
export const User = z.object({
  _id: UserId,
  nome: z.string(),
  email: z.string(),
  role: z.enum(roles),
  ticketing_role: z.enum(ticketingRoles).nullable(),
  picture: z.string().nullable(),
  language: language.nullable(),
  permissions: z.object({
    can_temporary_access: z.boolean(),
    /** For `ana`: whether their files name people. The others' role decides (PERMS-07, PERMS-08). */
    exports_personal_data: z.boolean(),
  }),
  _businesses: z.array(BusinessUnitId),
  _empresa: z.object({
    _id: CompanyId,
    nome: z.string(),
    wizard: z.boolean(),
    force_authenticator: z.boolean(),
  }),
  authenticator_enabled: z.boolean(),
  /** The one value of a custom field whose contacts, and what belongs to them, the user sees; null for all of their units. */
  narrowed_to: z.object({ internal_name: z.string(), label: z.string(), value: z.string() }).nullable(),
  /** Whether a single key does nothing but write (WCAG 2.1.4). */
  shortcuts_off: z.boolean(),
});
export type User = z.infer<typeof User>;

export const SignInForm = z.object({
  email,
  senha: z.string().min(1).max(1024),
  keepMeLoggedIn: z.boolean().default(false),
});
export type SignInForm = z.input<typeof SignInForm>;

/** `result` as specified (1§3): 1 signed in, -1 a second factor is needed, 0 wrong e-mail or password. */
export const SignInAnswer = z.object({
  result: z.union([z.literal(1), z.literal(-1), z.literal(0)]),
  user: User.nullable(),
  token: z.string().nullable(),
  /** With result -1: who is at the second step, the token of it, which opens nothing else, and whether a passkey will do. */
  step: z.object({ userId: UserId, token: z.string(), hasPasskey: z.boolean() }).optional(),
});
export type SignInAnswer = z.infer<typeof SignInAnswer>;

export const signIn = route('POST /login', {
  summary: 'Sign in with e-mail and password',
  permission: 'public',
  // An account manager signs in to open it again; nobody else does.
  duringMaintenance: true,
  body: SignInForm,
  answer: SignInAnswer,
  errors: { USER_DEACTIVATED: 403, MSAL_AUTH: 403 },
});

export const signOut = route('POST /logout', {
  summary: 'End the session',
  permission: 'session',
  duringMaintenance: true,
  withoutSecondFactor: true,
  fromAnywhere: true,
  answer: done,
});

/** A token that came in an address becomes the browser's own: it is replaced at once, so who saw it cannot use it. */
export const exchangeToken = route('POST /login/token', {
  summary: 'Replace the token that is presented, and enter with the new one',
  permission: 'session',
  answer: z.object({ user: User, token: z.string() }),
});

export const getMe = route('GET /me', {
  summary: 'The signed-in user',
  permission: 'session',
  withoutSecondFactor: true,
  answer: User,
});

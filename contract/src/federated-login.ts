import { z } from 'zod';
import { SignInAnswer } from './access.ts';
import { Changes, done } from './primitives.ts';
import { route } from './route.ts';

/**
 * Why a federated login came to nothing: the value of `msal_error` in the address that the browser comes back to (1§2.3).
 * `NOT_ALLOWED` does not say why on purpose: whoever has a provider of their own could ask for any e-mail (decision 0040).
 */
export const federatedFailures = [
  'CANCELLED',
  'EXPIRED',
  'NOT_VALID',
  'NOT_ALLOWED',
  'USER_DEACTIVATED',
  'COMPANY_NOT_ACTIVE',
  'ADDRESS_NOT_ALLOWED',
  'PROVIDER_AWAY',
  'NOT_CONFIGURED',
  'TOO_MANY_REQUESTS',
] as const;
export type FederatedFailure = (typeof federatedFailures)[number];

/* While the platform is shut they are answered too: who can open it again comes in, and nobody else gets a session. */

/** What the login page offers beside e-mail and password. */
export const getSignInOptions = route('GET /sign-in-options', {
  summary: 'By what else than a password people can sign in here',
  permission: 'public',
  duringMaintenance: true,
  answer: z.object({ federated: z.boolean() }),
});

const pathLengthMax = 1_000;
const emailLengthMax = 254;
const flag = z.enum(['true', 'false']).optional().catch(undefined);
/** A browser stands at these addresses, not a program: what cannot be used is left out instead of refused. */
const text = (lengthMax: number) => z.string().max(lengthMax).optional().catch(undefined);

export const beginFederatedLogin = route('GET /federated-login', {
  summary: 'Sign in with the federated identity provider',
  permission: 'public',
  duringMaintenance: true,
  query: z.object({
    returnUrl: text(pathLengthMax),
    keepMeLoggedIn: flag,
    /** Who is expected to sign in: the provider fills it in. */
    email: text(emailLengthMax),
    /** In a tab of its own, which ends when somebody is signed in. */
    tab: flag,
  }),
  answer: { leadsTo: 'the provider, or to /login with msal_error' },
});

export const finishFederatedLogin = route('GET /federated-login/callback', {
  summary: 'Where the federated identity provider sends the browser back to',
  permission: 'public',
  duringMaintenance: true,
  answer: { leadsTo: '/federated-login with access_token, a code for one sign-in, or to /login with msal_error' },
});

export const takeFederatedSession = route('POST /federated-login/session', {
  summary: 'Exchange the code of a federated login for a session, in the browser that began it',
  permission: 'public',
  duringMaintenance: true,
  body: z.object({ code: z.string().min(1).max(200) }),
  answer: SignInAnswer,
  errors: { FEDERATED_LOGIN_EXPIRED: 410, USER_DEACTIVATED: 403 },
});

/** Whether the people of a company sign in with the federated identity provider: not, if they like, or in no other way. */
export const federatedLogins = ['off', 'allowed', 'required'] as const;
export const federatedLogin = z.enum(federatedLogins);
export type FederatedLogin = z.infer<typeof federatedLogin>;

/** The directory (tenant) of a company at the provider: its id, or the issuer of a provider that has one directory only. */
export const federatedTenant = z
  .string()
  .trim()
  .toLowerCase()
  .max(300)
  .pipe(z.union([z.guid(), z.url({ protocol: /^https?$/ })]));

export const CompanySignIn = z.object({
  federated_login: federatedLogin,
  federated_tenant: z.string().nullable(),
  /** Whether this installation has a provider at all. */
  isAvailable: z.boolean(),
  /** Whether somebody of the company has come in from that directory: only then it can be required. */
  isProven: z.boolean(),
  changes: Changes,
});
export type CompanySignIn = z.infer<typeof CompanySignIn>;

export const getCompanySignIn = route('GET /company/sign-in', {
  summary: 'How the people of the company sign in',
  permission: 'company.manage',
  answer: CompanySignIn,
});

export const changeCompanySignIn = route('PUT /company/sign-in', {
  summary: 'Choose how the people of the company sign in',
  permission: 'company.manage',
  body: z.object({ federated_login: federatedLogin, federated_tenant: federatedTenant.nullable() }),
  answer: done,
  errors: {
    FEDERATED_LOGIN_NOT_CONFIGURED: 409,
    FEDERATED_TENANT_NOT_VALID: 422,
    FEDERATED_LOGIN_UNPROVEN: 409,
    NOT_BY_VISITOR: 403,
  },
});

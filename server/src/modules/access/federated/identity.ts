import { normalizeEmail } from '@escuta/contract/email-address';

/** Who somebody is at the provider. */
export interface FederatedIdentity {
  /** With the subject: who it is, for ever and whatever they are called. */
  readonly issuer: string;
  readonly subject: string;
  /** The directory that vouches for them: Entra's tenant, or the issuer itself. */
  readonly tenant: string;
  /** Where the directory says that mail reaches them; absent where the provider says that nobody has checked it. */
  readonly email?: string;
}

/** The tenant in which anybody may open an account of their own (personal Microsoft accounts): it vouches for nobody. */
const consumerTenant = '9188040d-6c67-4c5b-b112-36a304b66dad';

/** Says whether a directory can be a company's. */
export function isCompanyTenant(tenant: string): boolean {
  return tenant !== consumerTenant;
}

/**
 * Reads the verified claims of an ID token: `email`, else `preferred_username`, which Entra fills with a name under a domain
 * that the tenant has proved. `email_verified` and Entra's `xms_edov` are believed when they say no.
 */
export function identityOf(claims: Readonly<Record<string, unknown>>): FederatedIdentity | undefined {
  const { iss: issuer, sub: subject, tid } = claims;
  if (typeof issuer !== 'string' || typeof subject !== 'string' || subject === '') return undefined;
  const tenant = (typeof tid === 'string' && tid !== '' ? tid : issuer).toLowerCase();
  const email = emailOf(claims);
  return { issuer, subject, tenant, ...(email ? { email } : {}) };
}

function emailOf({ email, preferred_username, email_verified, xms_edov }: Readonly<Record<string, unknown>>) {
  if (typeof email === 'string' && email !== '') {
    return saysNo(email_verified) || saysNo(xms_edov) ? undefined : (normalizeEmail(email) ?? undefined);
  }
  return typeof preferred_username === 'string' ? (normalizeEmail(preferred_username) ?? undefined) : undefined;
}

const yes: readonly unknown[] = [true, 'true', 1, '1'];

/** Entra writes truth in each of these ways. */
function saysNo(claim: unknown): boolean {
  return claim !== undefined && !yes.includes(claim);
}

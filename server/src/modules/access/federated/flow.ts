import { randomBytes } from 'node:crypto';
import { newToken } from '#platform/crypto/secrets.ts';
import type { Secrets } from '#platform/crypto/secrets.ts';
import { openSealed, seal } from '#platform/crypto/sealed-text.ts';
import type { OidcChecks } from '#platform/oidc/oidc-provider.ts';

/** What a browser is asked to keep, sealed, from the start of a federated login to its end. */
export interface FederatedFlow extends OidcChecks {
  /** Where the person wanted to go, as they say. */
  readonly returnUrl?: string | undefined;
  readonly keepMeLoggedIn: boolean;
  readonly tab: boolean;
  /** Milliseconds of the epoch. */
  readonly until: number;
}

/** As long as somebody may take with the provider: passwords, second factors, a phone to be found. */
export const flowLifeMs = 10 * 60_000;
const context = { purpose: 'federated login', owner: 'browser' };

/** Begins one: three random words that no other has. */
export function newFlow(asked: Pick<FederatedFlow, 'returnUrl' | 'keepMeLoggedIn' | 'tab'>, now: Date): FederatedFlow {
  const verifier = randomBytes(32).toString('base64url');
  return { ...asked, state: newToken(), nonce: newToken(), verifier, until: now.getTime() + flowLifeMs };
}

/** As the browser keeps it: nobody reads or changes it there. */
export function sealFlow(secrets: Secrets, flow: FederatedFlow): string {
  return seal(secrets, context, JSON.stringify(flow)).toString('base64url');
}

/** Reads what a browser shows; undefined for none, for one that is over, and for what we never sealed. */
export function openFlow(secrets: Secrets, shown: string | undefined, now: Date): FederatedFlow | undefined {
  if (!shown) return undefined;
  try {
    const flow = JSON.parse(openSealed(secrets, context, Buffer.from(shown, 'base64url'))) as FederatedFlow;
    return flow.until > now.getTime() ? flow : undefined;
  } catch {
    return undefined;
  }
}

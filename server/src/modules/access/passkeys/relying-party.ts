import type { AppContext } from '#platform/app-context/app-context.ts';

/** For whom passkeys are made: a browser gives them to no other name. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * The relying party of an installation, from PUBLIC_URL. A number is no name to WebAuthn: on this machine the product has to be
 * opened as `localhost`.
 */
export function relyingPartyOf({ publicUrl }: Pick<AppContext['config'], 'publicUrl'>): RelyingParty {
  const url = new URL(publicUrl);
  if (/^(127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)) url.hostname = 'localhost';
  return { id: url.hostname, origin: url.origin };
}

import { SettingError } from '#platform/config/setting-error.ts';

/** The federated identity provider, and as what it knows us. */
export interface OidcSettings {
  /** Its issuer, as its discovery document is found under it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Reads OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET: all of them, or null for none.
 * @throws SettingError for one without the others, and for an issuer that others could answer for.
 */
export function readOidcSettings(env: NodeJS.ProcessEnv): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (!issuer && !clientId && !clientSecret) return null;
  if (!issuer) throw new SettingError('OIDC_ISSUER', 'is not set, and other settings of the provider are');
  if (!clientId) throw new SettingError('OIDC_CLIENT_ID', 'is not set, and OIDC_ISSUER is');
  if (!clientSecret) throw new SettingError('OIDC_CLIENT_SECRET', 'is not set, and OIDC_ISSUER is');
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname));
  if (!url || !isSafe || url.search || url.hash || url.username)
    throw new SettingError('OIDC_ISSUER', 'must be an https:// address without query, or http:// on this machine');
  return { issuer, clientId, clientSecret };
}

import { SettingError } from '#platform/config/setting-error.ts';

/** The host of the short links, and the secret that it shares with us. */
export interface ShortLinks {
  readonly origin: string;
  readonly secret: string;
}

const secretLengthMin = 32;

/**
 * Reads SHORT_LINKS_SECRET for the host of SHORT_LINKS_URL; null where there is no secret: the host is linked to and not asked.
 * @throws SettingError for a secret that can be guessed, or without its host.
 */
export function readShortLinks(secret: string | undefined, url: string | null): ShortLinks | null {
  if (!secret) return null;
  if (!url) throw new SettingError('SHORT_LINKS_SECRET', 'is set, and SHORT_LINKS_URL is not');
  if (secret.length < secretLengthMin)
    throw new SettingError('SHORT_LINKS_SECRET', `must have at least ${secretLengthMin} characters`);
  return { origin: new URL(url).origin, secret };
}

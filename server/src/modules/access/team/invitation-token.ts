import { hashToken, newLinkId } from '#platform/crypto/secrets.ts';

const day = 24 * 3_600_000;

/** How long an invitation works (decision 12). */
export const invitationLifeMs = 7 * day;

/** The id of an invitation as its link carries it, 128 random bits, and what is kept of it. */
export function newInvitationToken(): { token: string; tokenHash: Buffer } {
  const token = newLinkId();
  return { token, tokenHash: hashToken(token) };
}

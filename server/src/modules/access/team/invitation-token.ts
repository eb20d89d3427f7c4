import { randomBytes } from 'node:crypto';
import { hashToken } from '#platform/crypto/secrets.ts';

const tokenBytes = 16;
const day = 24 * 3_600_000;

/** How long an invitation works (decision 12). */
export const invitationLifeMs = 7 * day;

/** The id of an invitation as its link carries it, 128 random bits, and what is kept of it. */
export function newInvitationToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, tokenHash: hashToken(token) };
}

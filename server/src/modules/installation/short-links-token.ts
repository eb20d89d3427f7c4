import { createHmac } from 'node:crypto';
import type { ShortLinks } from '#platform/config/short-links.ts';
import type { Scope } from '#platform/http/scope.ts';

const lifeMs = 60_000;

/**
 * Says to the host of the short links who asks it, and of which company: a JSON Web Token (RFC 7519) signed with HS256 by the
 * secret that we share with that host alone. Nothing of ours takes it.
 */
export function shortLinksToken(
  { origin, secret }: ShortLinks,
  { userId, companyId }: Pick<Scope, 'userId' | 'companyId'>,
  now: Date,
): { access_token: string; expires_at: string } {
  const expires = new Date(now.getTime() + lifeMs);
  const claims = { aud: origin, sub: userId, company: companyId, iat: secondsOf(now), exp: secondsOf(expires) };
  const signed = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`;
  const signature = createHmac('sha256', secret).update(signed).digest('base64url');
  return { access_token: `${signed}.${signature}`, expires_at: expires.toISOString() };
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function secondsOf(instant: Date): number {
  return Math.floor(instant.getTime() / 1_000);
}

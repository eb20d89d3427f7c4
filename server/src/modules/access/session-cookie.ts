import type { FastifyReply, FastifyRequest } from 'fastify';

const cookieName = 'escuta_session';

/**
 * The token of a request. Outside production it is the Authorization value. In production the browser holds it in an
 * HttpOnly cookie, which counts only beside the custom company header: a foreign page cannot send that (decision 13).
 */
export function presentedToken(request: FastifyRequest, production: boolean): string | undefined {
  const { authorization } = request.headers;
  const bearer = authorization?.replace(/^Bearer /, '');
  if (bearer && bearer !== 'cookie') return bearer;
  const cookie = production ? request.cookies[cookieName] : undefined;
  return cookie && request.headers['x-empresa-id'] !== undefined ? cookie : undefined;
}

/** Hands a new token to the browser: by the Authorization header, or in production by the cookie. */
export function sendToken(reply: FastifyReply, token: string, production: boolean, maxAgeSeconds?: number): void {
  if (!production) {
    reply.header('authorization', token);
    return;
  }
  reply.setCookie(cookieName, token, {
    httpOnly: true,
    secure: true,
    sameSite: 'lax',
    path: '/api',
    ...(maxAgeSeconds ? { maxAge: maxAgeSeconds } : {}),
  });
}

/** Takes the cookie back. */
export function clearSessionCookie(reply: FastifyReply, production: boolean): void {
  if (production) reply.clearCookie(cookieName, { path: '/api' });
}

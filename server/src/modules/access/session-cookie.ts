import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignedIn } from './begin-signed-in.ts';
import type { Caller } from './caller.ts';
import { keptSessionLifeMs } from './session.ts';

const cookieName = 'escuta_session';
/** NOTE: a browser takes a name with `__Host-` back, too, only with these. */
const sessionCookie = { httpOnly: true, secure: true, sameSite: 'lax', path: '/' } as const;
const deviceCookieName = 'escuta_device';
const flowCookieName = 'escuta_federated';
/** As long as browsers keep any cookie. */
const deviceCookieSeconds = 400 * 24 * 3_600;

/**
 * The token of a request. Outside production it is the Authorization value. In production the browser holds it in an
 * HttpOnly cookie, which counts only beside the custom company header: a foreign page cannot send that (decision 13).
 */
export function presentedToken(request: FastifyRequest, production: boolean): string | undefined {
  const { authorization } = request.headers;
  const bearer = authorization?.replace(/^Bearer /, '');
  if (bearer && bearer !== 'cookie') return bearer;
  const cookie = production ? request.cookies[hostOnly(cookieName, production)] : undefined;
  return cookie && request.headers['x-empresa-id'] !== undefined ? cookie : undefined;
}

/** Hands a new token to the browser: by the Authorization header, or in production by the cookie. */
export function sendToken(reply: FastifyReply, token: string, production: boolean, maxAgeSeconds?: number): void {
  if (!production) {
    reply.header('authorization', token);
    return;
  }
  reply.setCookie(hostOnly(cookieName, production), token, {
    ...sessionCookie,
    ...(maxAgeSeconds ? { maxAge: maxAgeSeconds } : {}),
  });
}

/** Answers a sign-in that went well: in production the cookie holds the token, and the page keeps only the marker. */
export function sendSession(
  reply: FastifyReply,
  { result, user, token, device }: SignedIn,
  { production, keepMeLoggedIn }: { production: boolean; keepMeLoggedIn: boolean },
): Omit<SignedIn, 'device'> {
  sendDevice(reply, device, production);
  if (!production) return { result, user, token };
  sendToken(reply, token, true, keepMeLoggedIn ? keptSessionLifeMs / 1_000 : undefined);
  return { result, user, token: 'cookie' };
}

/** Takes the cookie back. */
export function clearSessionCookie(reply: FastifyReply, production: boolean): void {
  if (production) reply.clearCookie(hostOnly(cookieName, production), sessionCookie);
}

/** Who comes in by a request. */
export function callerOf(request: FastifyRequest, production: boolean): Caller {
  return {
    address: request.ip,
    requestId: request.id,
    device: shownDevice(request, production),
    userAgent: request.headers['user-agent'],
  };
}

/** What a browser shows of its earlier sign-ins. */
export function shownDevice(request: FastifyRequest, production: boolean): string | undefined {
  return request.cookies[hostOnly(deviceCookieName, production)];
}

/** Lets the browser show at its next sign-in that this one went well. It opens nothing. */
export function sendDevice(reply: FastifyReply, device: string, production: boolean): void {
  reply.setCookie(hostOnly(deviceCookieName, production), device, {
    httpOnly: true,
    secure: production,
    sameSite: 'strict',
    path: '/',
    maxAge: deviceCookieSeconds,
  });
}

/** What a browser shows of a federated login that it has begun. */
export function shownFederatedFlow(request: FastifyRequest, production: boolean): string | undefined {
  return request.cookies[hostOnly(flowCookieName, production)];
}

/** Lets the browser keep a federated login that it has begun, or takes it back. It comes back from another site: `lax`. */
export function keepFederatedFlow(
  reply: FastifyReply,
  { flow, production, seconds }: { flow: string | null; production: boolean; seconds: number },
): void {
  const cookie = { httpOnly: true, secure: production, sameSite: 'lax', path: '/' } as const;
  const name = hostOnly(flowCookieName, production);
  if (flow === null) reply.clearCookie(name, cookie);
  else reply.setCookie(name, flow, { ...cookie, maxAge: seconds });
}

/** Browsers take a name with this prefix only over TLS and from this very host, so no neighbour domain can plant it. */
export function hostOnly(name: string, production: boolean): string {
  return production ? `__Host-${name}` : name;
}

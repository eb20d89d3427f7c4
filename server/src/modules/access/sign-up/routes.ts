import * as contract from '@escuta/contract/sign-up';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { newToken } from '#platform/crypto/secrets.ts';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import { callerAddress } from '#platform/limits/caller-address.ts';
import { openRateLimit } from '#platform/limits/rate-limit.ts';
import { recordSecurityEvent } from '#platform/security/security-events.ts';
import { hostOnly } from '../session-cookie.ts';
import { inviteColleagues } from './invite-colleagues.ts';
import { keepCompany, keepUser } from './keep-sign-up.ts';
import { tokenLifeMs } from './pin.ts';
import { presentSignUp } from './present-sign-up.ts';
import { pinMailState, sendPin } from './send-pin.ts';
import { SignUpBlocked } from './sign-up-counts.ts';
import { findSignUp } from './find-sign-up.ts';
import { verifiedEmail } from './sign-up-token.ts';
import { startTrial } from './start-trial.ts';
import { verifyPin } from './verify-pin.ts';

const cookieName = 'escuta_sign_up';

/** The routes by which somebody makes a company of their own. Each after the second asks for the token of a proven e-mail. */
export function signUpRoutes(app: App, context: AppContext): void {
  const limit = openRateLimit(context, 'sign-up');
  const limited = { admit: ({ request }: { request: { ip: string } }) => limit.take(callerAddress(request.ip)) };
  pinRoutes(app, context, limited);
  draftRoutes(app, context, limited);

  implement(
    app,
    contract.startTrial,
    limited,
  )(async ({ body, request }) => {
    const trialExpiresAt = await startTrial(context, body);
    const { companyId, email } = body;
    recordSecurityEvent(context, 'signed_up', { companyId, email, address: request.ip, requestId: request.id });
    return { trial_expiration_date: trialExpiresAt.toISOString() };
  });

  implement(
    app,
    contract.inviteColleagues,
    limited,
  )(async ({ body, request }) => {
    const colleagues = inviteColleagues(context, { ...body, address: request.ip });
    return { invited: await tellOfBlocks(context, request, colleagues) };
  });
}

interface Limited {
  readonly admit: (arrival: { request: { ip: string } }) => void;
}

function pinRoutes(app: App, context: AppContext, limited: Limited): void {
  const { production } = context.config;
  implement(
    app,
    contract.sendSignUpEmail,
    limited,
  )(async ({ body, request, reply }) => {
    const device = shownDevice(request, production) ?? newToken();
    const pinId = await tellOfBlocks(context, request, sendPin(context, { ...body, address: request.ip, device }));
    sendDevice(reply, device, production);
    return { pinId, mailState: 'waiting' };
  });

  implement(
    app,
    contract.getSignUpPin,
    limited,
  )(async ({ params, request }) => ({
    mailState: await pinMailState(context, params.id, shownDevice(request, production)),
  }));

  implement(
    app,
    contract.verifySignUpPin,
    limited,
  )(async ({ body, request }) => {
    const shown = { ...body, address: request.ip, device: shownDevice(request, production) };
    const verified = await tellOfBlocks(context, request, verifyPin(context, shown));
    const { email } = body;
    if (verified.invalid)
      recordSecurityEvent(context, 'sign_up_pin_failed', { email, address: request.ip, requestId: request.id });
    return verified;
  });
}

/** Tells when a limit has had enough. */
function tellOfBlocks<Answer>(context: AppContext, request: FastifyRequest, work: Promise<Answer>): Promise<Answer> {
  return work.catch((error: unknown) => {
    const facts = { address: request.ip, requestId: request.id };
    if (error instanceof SignUpBlocked)
      recordSecurityEvent(context, 'sign_up_blocked', { ...facts, reason: error.limit });
    throw error;
  });
}

function draftRoutes(app: App, context: AppContext, limited: Limited): void {
  const { database, clock } = context;
  implement(
    app,
    contract.resumeSignUp,
    limited,
  )(async ({ body }) =>
    database.withSystem(async (tx) => {
      const provenEmail = await verifiedEmail(tx, body.token, clock.now());
      const found = await findSignUp(tx, provenEmail);
      return { email: provenEmail, user: found ? presentSignUp(found) : null };
    }),
  );
  implement(app, contract.createSignUpUser, limited)(async ({ body }) => ({ _id: await keepUser(context, body) }));
  implement(
    app,
    contract.updateSignUpUser,
    limited,
  )(async ({ params, body }) => {
    await keepUser(context, body, params.id);
    return { ok: true };
  });
  implement(
    app,
    contract.createSignUpCompany,
    limited,
  )(async ({ body }) => ({ _id: await keepCompany(context, body) }));
  implement(
    app,
    contract.updateSignUpCompany,
    limited,
  )(async ({ params, body }) => {
    await keepCompany(context, body, params.id);
    return { ok: true };
  });
}

/** The browser that signs up: a pin is good in the one that asked for it. */
function shownDevice(request: FastifyRequest, production: boolean): string | undefined {
  return request.cookies[hostOnly(cookieName, production)];
}

function sendDevice(reply: FastifyReply, device: string, production: boolean): void {
  reply.setCookie(hostOnly(cookieName, production), device, {
    httpOnly: true,
    secure: production,
    sameSite: 'strict',
    path: '/',
    maxAge: tokenLifeMs / 1_000,
  });
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { isStaff, roleInside } from '@escuta/contract/access-policy';
import { BusinessUnitId, CompanyId } from '@escuta/contract/ids';
import { companyFeatures, isCompanyActive, readSwitches, unitFeatures } from '#modules/companies/index.ts';
import { hashToken } from '#platform/crypto/secrets.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { recordSecurityEvent } from '#platform/security/security-events.ts';
import type { SecurityEvent, SecurityFacts } from '#platform/security/security-events.ts';
import { comesFrom } from './networks.ts';
import { findMembership, reachOfUser } from './queries.ts';
import { personAt, recordAccess } from './record-access.ts';
import { clearSessionCookie, presentedToken, sendToken } from './session-cookie.ts';
import { cookieSecondsLeft, isDueForRotation, isDueForSeen } from './session.ts';
import type { IdleLimits, TokenWorth } from './session.ts';
import { findSession, noteSeen, revokeSession, rotateToken, successorOf } from './session-store.ts';

const companyHeader = 'x-empresa-id';
const unitHeader = 'x-business-id';

type AuthenticatorDeps = Pick<AppContext, 'database' | 'clock' | 'config' | 'secrets' | 'log' | 'metrics'>;

/**
 * Finds out who calls, and where: the token names the session, the headers select company and unit, and membership
 * decides. A company or unit that the user does not belong to is as absent as one that does not exist (404).
 */
export function authenticator(context: AuthenticatorDeps) {
  const { database, clock } = context;
  const { production, sessionIdle } = context.config;
  return async function authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Scope> {
    const token = presentedToken(request, production);
    if (!token) throw refuse('NOT_SIGNED_IN');
    const now = clock.now();
    const tell = (event: SecurityEvent, facts: Partial<SecurityFacts>) =>
      recordSecurityEvent(context, event, { address: request.ip, requestId: request.id, ...facts });
    const selectedCompany = selected(request, companyHeader, CompanyId);
    const selectedUnit = selected(request, unitHeader, BusinessUnitId);

    const { session, company } = await database.withSystem((tx) =>
      enter(tx, { token, now, selectedCompany, idle: sessionIdle }),
    );
    if (!session || !opens(session)) {
      if (session?.worth === 'reused') {
        tell('session_token_reused', { userId: session.userId });
        const revoked = { action: 'session.revoked', after: { cause: 'token_reused' } } as const;
        await recordAccess(context, personAt(holderOf(session), request.ip), revoked);
      } else tell('session_refused', session ? { userId: session.userId, reason: 'ended' } : { reason: 'unknown' });
      clearSessionCookie(reply, production);
      throw refuse('NOT_SIGNED_IN');
    }
    const { userId, sessionId } = session;
    if (!company) {
      tell('forbidden', { userId, reason: 'company' });
      throw refuse('NOT_FOUND');
    }
    if (!isCompanyActive(company, now)) throw refuse('COMPANY_NOT_ACTIVE', { reason: 'empresa_not_active' });

    const member = { companyId: company.id, userId, role: session.role };
    const { units, narrowing } = await database.withCompany(company.id, (tx) => reachOfUser(tx, member));
    const unit = selectedUnit ? units.find(({ id }) => id === selectedUnit) : units[0];
    if (!unit) {
      tell('forbidden', { userId, companyId: company.id, reason: 'unit' });
      throw refuse('NOT_FOUND');
    }
    const isOutside = !comesFrom(request.ip, session.allowedNetworks);
    if (isOutside) tell('forbidden', { userId, companyId: company.id, reason: 'address' });
    // Only now: a call that is refused could not hand the new token out, and is no use of the session.
    const replacement = isOutside ? undefined : await replacementOf(context, { session, token, now });
    if (replacement) sendToken(reply, replacement, production, cookieSecondsLeft(session, now));
    if (!isOutside && isDueForSeen(session.lastSeenAt, now)) {
      const seen = { sessionId, lastSeenAt: session.lastSeenAt, address: request.ip, now };
      await database.withSystem((tx) => noteSeen(tx, seen));
    }
    const isInside = company.id !== session.homeCompanyId;
    return {
      userId,
      companyId: company.id,
      homeCompanyId: session.homeCompanyId,
      role: isInside ? roleInside(session.role) : session.role,
      hasTemporaryAccess: session.hasTemporaryAccess,
      exportsPersonalData: session.exportsPersonalData,
      ticketingRole: session.ticketingRole,
      userName: session.userName,
      isStaff: isStaff(session.role) || isInside,
      address: request.ip,
      sessionId,
      lacksSecondFactor: session.needsAuthenticator && !session.hasAuthenticator,
      isOutside,
      businessUnitId: unit.id,
      businessUnitIds: units.map(({ id }) => id),
      narrowing,
      switches: { ...readSwitches(unitFeatures, unit), ...readSwitches(companyFeatures, company) },
    };
  };
}

type FoundSession = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/**
 * The token that the caller is to show from now on: where this one is old, and where it was replaced a moment ago and the
 * answer that said so may have been lost. Undefined where the caller's is good.
 */
async function replacementOf(
  { database, secrets }: Pick<AuthenticatorDeps, 'database' | 'secrets'>,
  { session, token: oldToken, now }: { session: FoundSession; token: string; now: Date },
): Promise<string | undefined> {
  const token = successorOf(secrets, oldToken);
  // A token that came in an address was replaced by one of its own, which nobody gets a second time.
  if (session.worth === 'previous') return hashToken(token).equals(session.tokenHash) ? token : undefined;
  if (!isDueForRotation(session.rotatedAt, now)) return undefined;
  const rotated = await database.withSystem((tx) => rotateToken(tx, session.sessionId, { oldToken, token }, now));
  return rotated ? token : undefined;
}

/** Whose a session is, as the audit names people. */
function holderOf(session: FoundSession) {
  return { id: session.userId, company_id: session.homeCompanyId, name: session.userName, role: session.role };
}

/** Finds the session of a token and the company that the call selects, and ends a session whose token is reused. */
async function enter(
  tx: Transaction,
  {
    token,
    now,
    selectedCompany,
    idle,
  }: { token: string; now: Date; selectedCompany: CompanyId | undefined; idle: IdleLimits },
) {
  const session = await findSession(tx, token, now, idle);
  if (session?.worth === 'reused') await revokeSession(tx, session.sessionId, now);
  const isOpen = session !== undefined && opens(session);
  const company = isOpen ? await findMembership(tx, session, selectedCompany ?? session.homeCompanyId, now) : undefined;
  return { session, company };
}

function opens({ worth }: { worth: TokenWorth }): boolean {
  return worth === 'current' || worth === 'previous';
}

function selected<Id extends z.ZodType>(request: FastifyRequest, header: string, id: Id): z.output<Id> | undefined {
  const value = request.headers[header];
  if (value === undefined || value === '') return undefined;
  const { data } = id.safeParse(String(value).toLowerCase());
  if (data === undefined) throw refuse('NOT_FOUND');
  return data;
}

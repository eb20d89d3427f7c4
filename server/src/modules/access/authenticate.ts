import type { FastifyReply, FastifyRequest } from 'fastify';
import type { House } from '#platform/house/house.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { recordSecurityEvent } from '#platform/security/security-events.ts';
import type { SecurityEvent } from '#platform/security/security-events.ts';
import { findMembership, unitsOfUser } from './queries.ts';
import { clearSessionCookie, presentedToken, sendToken } from './session-cookie.ts';
import { isDueForRotation } from './session.ts';
import { findSession, rotateToken } from './session-store.ts';

const companyHeader = 'x-empresa-id';
const unitHeader = 'x-business-id';
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type AuthenticatorHouse = Pick<House, 'database' | 'clock' | 'config' | 'secrets' | 'log' | 'metrics'>;

/**
 * Finds out who calls, and where: the token names the session, the headers select company and unit, and membership
 * decides. A company or unit that the user does not belong to is as absent as one that does not exist (404).
 */
export function authenticator(house: AuthenticatorHouse) {
  const { database, clock } = house;
  const { production } = house.config;
  return async function authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Scope> {
    const token = presentedToken(request, production);
    if (!token) throw refuse('NOT_SIGNED_IN');
    const now = clock.now();
    const tell = (event: SecurityEvent, facts: { userId?: string; companyId?: string; reason: string }) =>
      recordSecurityEvent(house, event, { address: request.ip, requestId: request.id, ...facts });
    const selectedCompany = selected(request, companyHeader);

    const { session, company, rotated } = await database.withSystem(async (tx) => {
      const session = await findSession(tx, token, now);
      if (!session) return { session: undefined, company: undefined, rotated: null };
      const company = await findMembership(tx, session, selectedCompany ?? session.homeCompanyId);
      const due = session.isCurrentToken && isDueForRotation(session.rotatedAt, now);
      return { session, company, rotated: due ? await rotateToken(tx, session.sessionId, token, now) : null };
    });
    if (!session) {
      tell('session_refused', { reason: 'unknown' });
      clearSessionCookie(reply, production);
      throw refuse('NOT_SIGNED_IN');
    }
    const { userId } = session;
    if (!company) {
      tell('forbidden', { userId, reason: 'company' });
      throw refuse('NOT_FOUND');
    }
    if (!company.active) throw refuse('COMPANY_NOT_ACTIVE', { reason: 'empresa_not_active' });
    if (rotated) sendToken(reply, rotated, production);

    const units = await database.withCompany(company.id, (tx) => unitsOfUser(tx, company.id, userId));
    const selectedUnit = selected(request, unitHeader);
    const unit = selectedUnit ? units.find((id) => id === selectedUnit) : units[0];
    if (!unit) {
      tell('forbidden', { userId, companyId: company.id, reason: 'unit' });
      throw refuse('NOT_FOUND');
    }
    return {
      userId,
      companyId: company.id,
      role: session.role,
      sessionId: session.sessionId,
      businessUnitId: unit,
      businessUnitIds: units,
    } as unknown as Scope;
  };
}

function selected(request: FastifyRequest, header: string): string | undefined {
  const value = request.headers[header];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || !uuid.test(value)) throw refuse('NOT_FOUND');
  return value.toLowerCase();
}

import { can } from '@escuta/contract/access-policy';
import type { Role } from '@escuta/contract/access-policy';
import * as contract from '@escuta/contract/consents';
import type { Consent } from '@escuta/contract/consents';
import { sendChannels } from '@escuta/contract/sends';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import { findContact } from '../queries.ts';
import { findStops, walkConsentRows } from './queries.ts';
import type { ConsentRow } from './queries.ts';
import { recordConsent } from './record-consent.ts';

/** More entries of one contact than this are not shown. */
const shownMax = 200;

/** The routes of the consent of contacts. */
export function consentsRoutes(app: App, { clock }: AppContext): void {
  implement(
    app,
    contract.listConsents,
  )(({ scope, params, inCompany, fail }) => {
    const { companyId, businessUnitId, role } = scope;
    const key = { companyId, contactId: params.id };
    return inCompany(async (tx) => {
      if (!(await findContact(tx, { companyId, businessUnitId, id: params.id }))) throw fail('NOT_FOUND');
      const rows = await walkConsentRows(tx, { ...key, limit: shownMax });
      const stops = new Map((await findStops(tx, key)).map((stop) => [stop.channel, stop]));
      const stopped = Object.fromEntries(
        sendChannels.map((channel) => {
          const stop = stops.get(channel);
          return [channel, stop ? { reason: stop.reason, at: stop.at.toISOString() } : null];
        }),
      ) as Record<(typeof sendChannels)[number], { reason: contract.SuppressionReason; at: string } | null>;
      return { data: rows.map((row) => presentConsent(row, role)), stopped };
    });
  });

  implement(
    app,
    contract.recordConsent,
  )(({ scope, params, body, inCompany }) =>
    inCompany(async (tx) => presentConsent(await recordConsent(tx, scope, params.id, body, clock.now()), scope.role)),
  );
}

/** An entry as the wire shows it: what says who the contact is, to whoever may know it. */
function presentConsent(row: Omit<ConsentRow, 'key'>, role: Role): Consent {
  const isOpen = can(role, 'contacts.identify');
  return {
    _id: row.id,
    channel: row.channel as Consent['channel'],
    purpose: row.purpose as Consent['purpose'],
    status: row.status,
    basis: row.basis,
    source: row.source,
    text_version: isOpen ? row.text_version : null,
    at: row.at.toISOString(),
    ip: isOpen ? row.ip : null,
    by: row.recorded_by_name,
  };
}

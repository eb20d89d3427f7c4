import type { ContactId } from '@escuta/contract/ids';
import * as contract from '@escuta/contract/timeline';
import { findContact } from '#modules/contacts/index.ts';
import { listContactScores } from '#modules/responses/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { readEmailStatus } from './read-email-status.ts';
import { readPropensity } from './read-propensity.ts';
import { readTimeline } from './read-timeline.ts';

/** The routes of what happened with a contact. */
export function timelineRoutes(app: App, { clock }: Pick<AppContext, 'clock'>): void {
  implement(
    app,
    contract.getTimeline,
  )(({ scope, params, query, inCompany }) =>
    inCompany(async (tx) => {
      const { contactId } = await keyOf(tx, scope, params.id);
      return readTimeline(tx, scope, { contactId, ...query });
    }),
  );

  implement(
    app,
    contract.listContactScores,
  )(({ scope, params, inCompany }) =>
    inCompany(async (tx) => {
      const wanted = { ...(await keyOf(tx, scope, params.id)), most: contract.contactScoresMax };
      const scores = await listContactScores(tx, wanted);
      const data = scores.map(({ id, at, scoreGroup, ...score }) => ({
        ...score,
        _id: id,
        at: at.toISOString(),
        score_group: scoreGroup,
      }));
      return { data, propensity: await readPropensity(tx, wanted, clock.now()) };
    }),
  );

  implement(
    app,
    contract.getEmailStatus,
  )(({ scope, params, inCompany }) =>
    inCompany(async (tx) => ({
      email_status: await readEmailStatus(tx, await keyOf(tx, scope, params.id), clock.now()),
    })),
  );
}

/** The key of a contact of the unit. Refuses NOT_FOUND for any other. */
async function keyOf(tx: Transaction, { companyId, businessUnitId }: Scope, id: ContactId) {
  const contact = await findContact(tx, { companyId, businessUnitId, id });
  if (!contact) throw refuse('NOT_FOUND');
  return { companyId, businessUnitId, contactId: contact.id };
}

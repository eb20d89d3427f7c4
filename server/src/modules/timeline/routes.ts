import * as contract from '@escuta/contract/timeline';
import { findContact } from '#modules/contacts/index.ts';
import { listContactScores } from '#modules/responses/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import { readEmailStatus } from './read-email-status.ts';
import { readPropensity } from './read-propensity.ts';
import { readTimeline } from './read-timeline.ts';

/** The routes of what happened with a contact. */
export function timelineRoutes(app: App, { clock }: Pick<AppContext, 'clock'>): void {
  implement(
    app,
    contract.getTimeline,
  )(({ scope, params, query, inCompany, fail }) =>
    inCompany(async (tx) => {
      const { companyId, businessUnitId } = scope;
      if (!(await findContact(tx, { companyId, businessUnitId, id: params.id }))) throw fail('NOT_FOUND');
      return readTimeline(tx, scope, { contactId: params.id, ...query });
    }),
  );

  implement(
    app,
    contract.listContactScores,
  )(({ scope, params, inCompany, fail }) =>
    inCompany(async (tx) => {
      const { companyId, businessUnitId } = scope;
      const contact = await findContact(tx, { companyId, businessUnitId, id: params.id });
      if (!contact) throw fail('NOT_FOUND');
      const wanted = { companyId, businessUnitId, contactId: contact.id, most: contract.contactScoresMax };
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
  )(({ scope, params, inCompany, fail }) =>
    inCompany(async (tx) => {
      const { companyId, businessUnitId } = scope;
      const contact = await findContact(tx, { companyId, businessUnitId, id: params.id });
      if (!contact) throw fail('NOT_FOUND');
      const wanted = { companyId, businessUnitId, contactId: contact.id };
      return { email_status: await readEmailStatus(tx, wanted, clock.now()) };
    }),
  );
}

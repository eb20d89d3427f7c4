import * as contract from '@escuta/contract/sends';
import { findBusinessUnit, findCompany } from '#modules/companies/index.ts';
import { findPeople } from '#modules/contacts/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import { openRateLimit } from '#platform/limits/rate-limit.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import type { House } from '#platform/house/house.ts';
import { createSend } from './create-send.ts';
import { presentQueueEntry, presentQueueItem } from './present-queue.ts';
import { previewAudience } from './preview-audience.ts';
import { countSends, findSendRow, listItemRows, listSendRows } from './queries.ts';

/** The routes of sends and of the queue that shows them. */
export function sendsRoutes(app: App, house: House): void {
  const { clock } = house;
  const perUser = openRateLimit(house, 'send-user');
  const perCompany = openRateLimit(house, 'send-company');

  implement(
    app,
    contract.previewAudience,
  )(({ scope, body, inCompany }) => inCompany((tx) => previewAudience(tx, scope, body.audience)));

  implement(app, contract.createSend, {
    admit: ({ scope }) => {
      perUser.take(scope.userId);
      perCompany.take(scope.companyId);
    },
  })(({ scope, body, inCompany }) =>
    inCompany(async (tx) => ({ _id: (await createSend(tx, scope, body, clock.now())) as contract.SendId })),
  );

  implement(
    app,
    contract.listQueues,
  )(({ scope, query, inCompany }) =>
    inCompany(async (tx) => {
      const { limit, page, from, to, search } = query;
      const place = await findPlace(tx, scope);
      const filter = {
        companyId: scope.companyId,
        businessUnitId: scope.businessUnitId,
        timezone: place.timezone,
        from,
        to,
        search,
      };
      const rows = await listSendRows(tx, { ...filter, limit, page });
      return { data: rows.map((row) => presentQueueEntry(row, place)), total: await countSends(tx, filter) };
    }),
  );

  implement(
    app,
    contract.getQueue,
  )(({ scope, params, inCompany }) =>
    inCompany(async (tx) => presentQueueEntry(await findSend(tx, scope, params.id), await findPlace(tx, scope))),
  );

  implement(
    app,
    contract.listQueueItems,
  )(({ scope, params, inCompany }) =>
    inCompany(async (tx) => {
      const { companyId } = scope;
      const send = await findSend(tx, scope, params.id);
      const items = await listItemRows(tx, { companyId, itemsMonth: send.items_month, sendId: send.id });
      const contactIds = items.flatMap((item) => item.contact_id ?? []);
      const people = new Map((await findPeople(tx, { companyId, contactIds })).map((person) => [person.id, person]));
      return items.map((item) => presentQueueItem(item, people.get(item.contact_id ?? ''), scope.role));
    }),
  );
}

async function findSend(tx: Transaction, { companyId, businessUnitId }: Scope, id: string) {
  const send = await findSendRow(tx, { companyId, businessUnitId, id });
  if (!send) throw refuse('NOT_FOUND');
  return send;
}

async function findPlace(tx: Transaction, { companyId, businessUnitId }: Scope) {
  const company = await findCompany(tx, companyId);
  const unit = await findBusinessUnit(tx, companyId, businessUnitId);
  if (!company || !unit) throw refuse('NOT_FOUND');
  return { companyId, companyName: company.name, businessUnitId, businessUnitName: unit.name, timezone: unit.timezone };
}

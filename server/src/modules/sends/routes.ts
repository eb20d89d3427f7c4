import type { SendId } from '@escuta/contract/ids';
import * as contract from '@escuta/contract/sends';
import { namesOfUsers } from '#modules/access/index.ts';
import { findBusinessUnit, findCompany } from '#modules/companies/index.ts';
import { findPeople } from '#modules/contacts/index.ts';
import { findMetrics } from '#modules/surveys/index.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import { openRateLimit } from '#platform/limits/rate-limit.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { channelsOf } from './channels/provider-account.ts';
import { createSend } from './create-send.ts';
import { presentQueueEntry, presentQueueItem } from './present-queue.ts';
import { previewAudience } from './preview-audience.ts';
import { previewMessage } from './preview-message.ts';
import { countSends, findSendRow, listItemRows, listSendRows } from './queries.ts';
import type { SendRow } from './queries.ts';
import { refuseBulk } from './refuse-bulk.ts';
import { readSendsFile } from './sends-file.ts';

/** The routes of sends and of the queue that shows them. */
export function sendsRoutes(app: App, context: AppContext): void {
  const { clock } = context;
  const perUser = openRateLimit(context, 'send-user');
  const perCompany = openRateLimit(context, 'send-company');

  implement(
    app,
    contract.listSendChannels,
  )(({ scope, inCompany }) =>
    inCompany(async (tx) => ({ data: await channelsOf(tx, context.config, scope.companyId) })),
  );

  implement(
    app,
    contract.previewMessage,
  )(({ scope, body, inCompany }) => inCompany((tx) => previewMessage(tx, context, scope, body)));

  implement(
    app,
    contract.previewAudience,
  )(({ scope, body, inCompany }) => {
    refuseBulk(scope, body.audience);
    return inCompany((tx) => previewAudience(tx, scope, body, clock.now()));
  });

  implement(app, contract.createSend, {
    admit: ({ scope }) => {
      perUser.take(scope.userId);
      perCompany.take(scope.companyId);
    },
  })(({ scope, body, inCompany }) => inCompany(async (tx) => ({ _id: await createSend(tx, context, scope, body) })));

  queueRoutes(app, context);
}

/** The queue: what was asked to be sent, and what became of it. */
function queueRoutes(app: App, { clock, database }: AppContext): void {
  implement(
    app,
    contract.listQueues,
  )(async ({ scope, query, inCompany }) => {
    const { limit, page, from, to, search } = query;
    const { unit, rows, metrics, total } = await inCompany(async (tx) => {
      const unit = await findQueueUnit(tx, scope);
      const filter = {
        companyId: scope.companyId,
        businessUnitId: scope.businessUnitId,
        timezone: unit.timezone,
        from,
        to,
        search,
      };
      const rows = await listSendRows(tx, { ...filter, limit, page });
      return { unit, rows, metrics: await metricsOf(tx, scope, rows), total: await countSends(tx, filter) };
    });
    const names = await namesOf(database, rows);
    return { data: rows.map((row) => presentQueueEntry(row, unit, { names, metrics })), total };
  });

  implement(
    app,
    contract.exportSends,
  )(async ({ scope, query: { format, fileLanguage, ...filter }, inCompany }) => {
    const now = clock.now();
    const file = await readSendsFile(database, scope, { filter, format, language: fileLanguage, now });
    const exported = { action: 'sends.exported', target: { type: 'sends' }, after: { format } } as const;
    await inCompany((tx) => recordAudit(tx, scope, exported, now));
    return file;
  });

  implement(
    app,
    contract.getQueue,
  )(async ({ scope, params, inCompany }) => {
    const { row, unit, metrics } = await inCompany(async (tx) => {
      const row = await findSend(tx, scope, params.id);
      return { row, unit: await findQueueUnit(tx, scope), metrics: await metricsOf(tx, scope, [row]) };
    });
    return presentQueueEntry(row, unit, { names: await namesOf(database, [row]), metrics });
  });

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
      return items.map((item) =>
        presentQueueItem(item, item.contact_id === null ? undefined : people.get(item.contact_id), scope.role),
      );
    }),
  );
}

function metricsOf(tx: Transaction, { companyId }: Scope, rows: readonly SendRow[]) {
  return findMetrics(tx, { companyId, surveyIds: rows.map((row) => row.survey_id) });
}

/** Users live with another module, and an account manager in another company. */
async function namesOf(database: Database, rows: readonly SendRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap((row) => row.quarantine_ignored_by ?? []))];
  return ids.length === 0 ? new Map() : database.withSystem((tx) => namesOfUsers(tx, ids));
}

async function findSend(tx: Transaction, { companyId, businessUnitId }: Scope, id: SendId) {
  const send = await findSendRow(tx, { companyId, businessUnitId, id });
  if (!send) throw refuse('NOT_FOUND');
  return send;
}

async function findQueueUnit(tx: Transaction, { companyId, businessUnitId }: Scope) {
  const company = await findCompany(tx, companyId);
  const unit = await findBusinessUnit(tx, companyId, businessUnitId);
  if (!company || !unit) throw refuse('NOT_FOUND');
  return { companyId, companyName: company.name, businessUnitId, businessUnitName: unit.name, timezone: unit.timezone };
}

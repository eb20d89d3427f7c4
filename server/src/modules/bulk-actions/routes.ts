import * as contract from '@escuta/contract/bulk-actions';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import { cancelBulkAction } from './cancel-bulk-action.ts';
import { seenBy } from './queries.ts';
import { readBulkAction, readBulkActions } from './read-bulk-actions.ts';
import { startErasure } from './start-erasure.ts';
import { startTagging } from './start-tagging.ts';
import { countTargeted } from './targeted-contacts.ts';

/** The routes of what is done to many contacts at once. */
export function bulkActionsRoutes(app: App, context: AppContext): void {
  const { clock, database } = context;

  implement(
    app,
    contract.startTagging,
  )(async ({ scope, body, inCompany }) => {
    const taggingId = await inCompany((tx) => startTagging(tx, scope, body, clock.now()));
    return readBulkAction(database, scope, taggingId);
  });

  implement(
    app,
    contract.previewErasure,
  )(({ scope, body, inCompany }) =>
    inCompany(async (tx) => ({ total: await countTargeted(tx, scope, { ...body, now: clock.now() }) })),
  );

  implement(
    app,
    contract.startErasure,
  )(async ({ scope, body, inCompany }) => {
    const erasureId = await inCompany((tx) => startErasure(tx, scope, body, clock.now()));
    return readBulkAction(database, scope, erasureId);
  });

  implement(
    app,
    contract.listBulkActions,
  )(async ({ scope }) => ({ data: await readBulkActions(database, seenBy(scope)) }));

  implement(
    app,
    contract.cancelBulkAction,
  )(async ({ scope, params, inCompany }) => {
    await inCompany((tx) => cancelBulkAction(tx, scope, params.id, clock.now()));
    return readBulkAction(database, scope, params.id);
  });
}

import * as contract from '@escuta/contract/exports';
import type { ExportId } from '@escuta/contract/ids';
import type { App } from '#platform/http/app.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { implement } from '#platform/http/implement.ts';
import type { Scope } from '#platform/http/scope.ts';
import { cancelExport } from './cancel-export.ts';
import { readExportFile } from './download-export.ts';
import { readAllExports, readExport, readExports } from './read-exports.ts';
import { startContacts, startResponses, startSends } from './start-export.ts';

/** The routes of exports. */
export function exportsRoutes(app: App, context: AppContext): void {
  const { clock, database } = context;

  const started = async (scope: Scope, start: Promise<ExportId>) => readExport(database, scope, await start);

  implement(
    app,
    contract.startContactsExport,
  )(({ scope, body, inCompany }) =>
    started(
      scope,
      inCompany((tx) => startContacts(tx, scope, body, clock.now())),
    ),
  );

  implement(
    app,
    contract.startResponsesExport,
  )(({ scope, body, inCompany }) =>
    started(
      scope,
      inCompany((tx) => startResponses(tx, scope, body, clock.now())),
    ),
  );

  implement(
    app,
    contract.startSendsExport,
  )(({ scope, body, inCompany }) =>
    started(
      scope,
      inCompany((tx) => startSends(tx, scope, body, clock.now())),
    ),
  );

  implement(app, contract.listExports)(({ scope, query }) => readExports(database, scope, query));

  implement(app, contract.listAllExports)(({ scope, query }) => readAllExports(database, scope, query));

  implement(app, contract.getExport)(({ scope, params }) => readExport(database, scope, params.id));

  implement(
    app,
    contract.cancelExport,
  )(async ({ scope, params, inCompany }) => {
    await inCompany((tx) => cancelExport(tx, scope, params.id, clock.now()));
    return readExport(database, scope, params.id);
  });

  implement(
    app,
    contract.downloadExport,
  )(({ scope, params, inCompany }) => readExportFile(context, scope, params.id, inCompany));
}

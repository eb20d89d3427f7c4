import * as contract from '@escuta/contract/exports';
import { exportKindNames } from '@escuta/contract/export-types';
import type { ExportKind } from '@escuta/contract/export-types';
import type { ExportForms } from '@escuta/contract/exports';
import type { Route } from '@escuta/contract/route';
import type { App } from '#platform/http/app.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { implement } from '#platform/http/implement.ts';
import { cancelExport } from './cancel-export.ts';
import { readExportFile } from './download-export.ts';
import { readAllExports, readExport, readExports } from './read-exports.ts';
import { startExport } from './start-export.ts';

/** The routes of exports. */
export function exportsRoutes(app: App, context: AppContext): void {
  const { clock, database } = context;

  for (const kind of exportKindNames) implementStart(app, context, kind);

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

function implementStart<Kind extends ExportKind>(app: App, { clock, database }: AppContext, kind: Kind): void {
  // Read by the route's own schema: what a kind's form has beside these is its source's.
  const route = contract.exportStarts[kind] as Route<typeof contract.startSendsExport.definition>;
  implement(
    app,
    route,
  )(async ({ scope, body, inCompany }) => {
    const asked = { kind, form: body as ExportForms[Kind] };
    const id = await inCompany((tx) => startExport(tx, scope, asked, clock.now()));
    return readExport(database, scope, id);
  });
}

import * as contract from '@escuta/contract/imports';
import { SurveyId } from '@escuta/contract/ids';
import { refuseUnpublished } from '#modules/responses/index.ts';
import type { App } from '#platform/http/app.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { implement } from '#platform/http/implement.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { openUploadLimit } from '#platform/limits/upload-limit.ts';
import { cancelImport } from './cancel-import.ts';
import { chooseLayout } from './choose-layout.ts';
import { listAllImports } from './list-all-imports.ts';
import { readErrorsFile } from './errors-file.ts';
import { readImport, readImports } from './read-imports.ts';
import { askRehearsal } from './rehearsal/ask-rehearsal.ts';
import { readRehearsal } from './rehearsal/read-rehearsal.ts';
import { startImport } from './start-import.ts';
import { takeUpload } from './take-upload.ts';
import { undoImport } from './undo-import.ts';
import { refuseWhenFull } from './waiting-uploads.ts';

/** The routes of imports. */
export function importsRoutes(app: App, context: AppContext): void {
  const { clock, config, database } = context;
  const countUpload = openUploadLimit(context);
  // Before the file is read: a refused one is never stored.
  async function admit({ scope }: { scope: Scope }): Promise<void> {
    countUpload({ scope });
    const rules = { bytesMax: config.waitingUploadBytesMax, now: clock.now() };
    await database.withCompany(scope.companyId, (tx) => refuseWhenFull(tx, scope, rules));
  }

  implement(app, contract.uploadContactsFile, { admit })(({ scope, file, inCompany }) =>
    takeUpload(context, scope, { file, inCompany, type: 'import_contacts', surveyId: null }),
  );

  implement(app, contract.uploadAnswersFile, {
    admit: async ({ scope, params }) => {
      await admit({ scope });
      const named = SurveyId.safeParse(params['id']);
      if (!named.success) throw refuse('NOT_FOUND');
      const survey = { companyId: scope.companyId, businessUnitId: scope.businessUnitId, surveyId: named.data };
      await database.withCompany(scope.companyId, (tx) => refuseUnpublished(tx, survey));
    },
  })(({ scope, file, params, inCompany }) =>
    takeUpload(context, scope, { file, inCompany, type: 'import_answers', surveyId: params.id }),
  );

  implement(
    app,
    contract.chooseUploadLayout,
  )(({ scope, params, body }) => chooseLayout(context, scope, { uploadId: params.id, choice: body }));

  implement(
    app,
    contract.startImport,
  )(async ({ scope, body, inCompany }) => {
    const id = await inCompany((tx) => startImport(tx, scope, body, clock.now()));
    return readImport(database, scope, id);
  });

  implement(app, contract.listImports)(({ scope, query }) => readImports(database, scope, query));

  implement(app, contract.listAllImports)(({ query }) => listAllImports(database, query));

  implement(app, contract.getImport)(({ scope, params }) => readImport(database, scope, params.id));

  implement(
    app,
    contract.downloadImportErrors,
  )(({ scope, params, query }) => readErrorsFile(database, scope, { importId: params.id, language: query.language }));

  ofOneImport(app, context);
}

/** What is done about a file before its import, and about an import once it has begun. */
function ofOneImport(app: App, { clock, database }: AppContext): void {
  implement(
    app,
    contract.rehearseImport,
  )(({ scope, params, body, inCompany }) =>
    inCompany((tx) => askRehearsal(tx, scope, { uploadId: params.id, settings: body }, clock.now())),
  );

  implement(
    app,
    contract.getRehearsal,
  )(({ scope, params, inCompany }) => inCompany((tx) => readRehearsal(tx, scope, params.id)));

  implement(
    app,
    contract.cancelImport,
  )(async ({ scope, params, inCompany }) => {
    await inCompany((tx) => cancelImport(tx, scope, params.id, clock.now()));
    return readImport(database, scope, params.id);
  });

  implement(
    app,
    contract.undoImport,
  )(async ({ scope, params, inCompany }) => {
    await inCompany((tx) => undoImport(tx, scope, params.id, clock.now()));
    return readImport(database, scope, params.id);
  });
}

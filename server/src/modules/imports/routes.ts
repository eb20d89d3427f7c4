import * as contract from '@escuta/contract/imports';
import { listCustomFields } from '#modules/contacts/index.ts';
import type { App } from '#platform/http/app.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { implement } from '#platform/http/implement.ts';
import { openUploadLimit } from '#platform/limits/upload-limit.ts';
import { cancelImport } from './cancel-import.ts';
import { chooseLayout } from './choose-layout.ts';
import { listAllImports } from './list-all-imports.ts';
import { readErrorsFile } from './errors-file.ts';
import { readImport, readImports } from './read-imports.ts';
import { askRehearsal } from './rehearsal/ask-rehearsal.ts';
import { readRehearsal } from './rehearsal/read-rehearsal.ts';
import { withRememberedMapping } from './remembered-mapping.ts';
import { startImport } from './start-import.ts';
import { recordUpload, storeUpload } from './store-upload.ts';
import { undoImport } from './undo-import.ts';
import { refuseWhenFull } from './waiting-uploads.ts';

/** The routes of imports. */
export function importsRoutes(app: App, context: AppContext): void {
  const { clock, config, database, files } = context;
  const uploadRules = () => ({ bytesMax: config.waitingUploadBytesMax, now: clock.now() });

  const countUpload = openUploadLimit(context);

  implement(app, contract.uploadContactsFile, {
    // Before the file is read: a refused one is never stored.
    admit: async ({ scope }) => {
      countUpload({ scope });
      await database.withCompany(scope.companyId, (tx) => refuseWhenFull(tx, scope, uploadRules()));
    },
  })(async ({ scope, file, inCompany }) => {
    const customFields = await inCompany((tx) => listCustomFields(tx, scope.companyId));
    const stored = await storeUpload(files, scope, { ...file, customFields });
    try {
      return await inCompany(async (tx) => {
        // Once more with its size: files that arrived meanwhile count.
        await refuseWhenFull(tx, scope, { ...uploadRules(), more: stored.preview.sizeBytes });
        const preview = await withRememberedMapping(tx, scope, stored.preview, customFields);
        await recordUpload(tx, scope, { ...stored, preview }, clock.now());
        return preview;
      });
    } catch (error) {
      // Without its row nobody would ever find the file, or remove it.
      await files.remove(stored.fileKey);
      throw error;
    }
  });

  implement(
    app,
    contract.chooseUploadLayout,
  )(({ scope, params, body }) => chooseLayout(context, scope, { uploadId: params.id, choice: body }));

  implement(
    app,
    contract.startContactsImport,
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

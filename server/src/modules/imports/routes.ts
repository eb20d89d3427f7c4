import { Readable } from 'node:stream';
import * as contract from '@escuta/contract/imports';
import type { Output } from '@escuta/contract/route';
import { can } from '@escuta/contract/access-policy';
import type { App } from '#platform/http/app.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { implement } from '#platform/http/implement.ts';
import { openRateLimit } from '#platform/limits/rate-limit.ts';
import { refuse } from '#platform/http/refusal.ts';
import { chooseLayout } from './choose-layout.ts';
import { readErrorsFile } from './errors-file.ts';
import { readImport, readImports } from './read-imports.ts';
import { startImport } from './start-import.ts';
import { recordUpload, storeUpload } from './store-upload.ts';
import { refuseWhenFull } from './waiting-uploads.ts';

/** The routes of imports. */
export function importsRoutes(app: App, context: AppContext): void {
  const { clock, config, database, files } = context;
  const uploadRules = () => ({ bytesMax: config.waitingUploadBytesMax, now: clock.now() });

  const perUser = openRateLimit(context, 'upload-user');
  const perCompany = openRateLimit(context, 'upload-company');

  implement(app, contract.uploadContactsFile, {
    // Before the file is read: a refused one is never stored.
    admit: async ({ scope }) => {
      perUser.take(scope.userId);
      perCompany.take(scope.companyId);
      await database.withCompany(scope.companyId, (tx) => refuseWhenFull(tx, scope, uploadRules()));
    },
  })(async ({ scope, request, inCompany, fail }) => {
    const part = await request.file().catch(refuseBrokenUpload);
    if (!part) throw fail('FILE_MISSING');
    const upload = { fileName: part.filename, source: part.file, isCut: () => part.file.truncated };
    const stored = await storeUpload(files, scope, upload).catch(refuseBrokenUpload);
    try {
      await inCompany(async (tx) => {
        // Once more with its size: files that arrived meanwhile count.
        await refuseWhenFull(tx, scope, { ...uploadRules(), more: stored.preview.sizeBytes });
        await recordUpload(tx, scope, stored, clock.now());
      });
    } catch (error) {
      // Without its row nobody would ever find the file, or remove it.
      await files.remove(stored.fileKey);
      throw error;
    }
    return stored.preview;
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

  implement(app, contract.getImport)(({ scope, params }) => readImport(database, scope, params.id));

  errorsRoute(app, context);
}

/** A file that streams is no JSON answer, so this route is bound by hand; contract and permission are the same. */
function errorsRoute(app: App, { database }: AppContext): void {
  const { path, definition } = contract.downloadImportErrors;
  app.get(`/api${path}`, {
    schema: {
      summary: definition.summary,
      tags: ['imports'],
      params: definition.params,
      querystring: definition.query,
    },
    config: { contractRoute: contract.downloadImportErrors },
    handler: async (request, reply) => {
      const scope = await app.authenticate(request, reply);
      if (!can(scope.role, definition.permission)) throw refuse('FORBIDDEN');
      const { id } = request.params as Output<typeof definition.params>;
      const { language } = request.query as Output<typeof definition.query>;
      const { name, lines } = await readErrorsFile(database, scope, { importId: id, language });
      return reply
        .type('text/csv; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="import-errors.csv"; filename*=UTF-8''${encodeFileName(name)}`,
        )
        .header('cache-control', 'no-store')
        .send(Readable.from(lines, { objectMode: false }));
    },
  });
}

/** RFC 8187: what encodeURIComponent leaves and a header parameter may not hold is escaped too. */
function encodeFileName(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * A form that ends in the middle, or whose border is missing or longer than the parser can look for, is the sender's fault,
 * or the network's: the parser says so without a status.
 */
function refuseBrokenUpload(error: unknown): never {
  const isBroken =
    error instanceof Error && /unexpected end|malformed|boundary not found|needle cannot/i.test(error.message);
  throw isBroken ? refuse('INVALID_INPUT', { field: 'file' }) : error;
}

import type { ImportPreview } from '@escuta/contract/imports';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Transaction } from '#platform/db/database.ts';
import { endIncoming, noteIncoming } from './incoming-upload.ts';
import { importedBefore } from './queries.ts';
import { withRememberedMapping } from './remembered-mapping.ts';
import { recordUpload, storeUpload } from './store-upload.ts';
import type { IncomingFile, UploadKind, Uploading } from './store-upload.ts';
import { uploadRulesOf } from './targets/upload-rules.ts';
import { refuseWhenFull } from './waiting-uploads.ts';

interface Upload extends UploadKind {
  readonly file: IncomingFile;
  /** Runs what records the file, as the call does. */
  readonly inCompany: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;
}
type Deps = Pick<AppContext, 'clock' | 'config' | 'database' | 'files'>;

/**
 * Stores an uploaded file, looks at it and records it for its unit. Refuses as `storeUpload` and `refuseWhenFull` do, and
 * NOT_FOUND where the unit has no such survey to import to.
 */
export async function takeUpload(
  { clock, config, database, files }: Deps,
  scope: Uploading,
  { file, inCompany, type, surveyId }: Upload,
): Promise<ImportPreview> {
  const kind = { companyId: scope.companyId, businessUnitId: scope.businessUnitId, type, surveyId };
  const { choices, incoming } = await database.withCompany(scope.companyId, async (tx) => ({
    choices: await uploadRulesOf(type).choices(tx, kind),
    incoming: await noteIncoming(tx, scope.companyId, clock.now()),
  }));
  const stored = await storeUpload(files, incoming, { ...file, type, choices });
  try {
    return await inCompany(async (tx) => {
      // Once more with its size: files that arrived meanwhile count.
      const rules = { bytesMax: config.waitingUploadBytesMax, now: clock.now(), more: stored.preview.sizeBytes };
      await refuseWhenFull(tx, scope, rules);
      const remembered = await withRememberedMapping(tx, kind, stored.preview, choices);
      const preview = { ...remembered, importedBefore: await importedBefore(tx, kind, stored.sha256) };
      await endIncoming(tx, incoming);
      await recordUpload(tx, scope, { ...stored, preview, surveyId }, clock.now());
      return preview;
    });
  } catch (error) {
    // Nobody waits for a file that could not be recorded: it need not lie here until the clock finds its note.
    await files.remove(stored.fileKey);
    throw error;
  }
}

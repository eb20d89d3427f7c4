import type { UploadId } from '@escuta/contract/ids';
import type { ImportSettings, Rehearsal } from '@escuta/contract/imports';
import type { Transaction } from '#platform/db/database.ts';
import { emit } from '#platform/events/outbox.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { lockUpload } from '../queries.ts';
import { refuseBadMapping } from '../start-import.ts';
import { readRehearsal } from './read-rehearsal.ts';
import { replaceRehearsal } from './rehearsal-rows.ts';

/**
 * Has a worker find out what an import of a file would do. Refuses as starting the import does, so that what is foretold could
 * begin.
 */
export async function askRehearsal(
  tx: Transaction,
  scope: Scope,
  { uploadId, settings }: { uploadId: UploadId; settings: ImportSettings },
  now: Date,
): Promise<Rehearsal> {
  const upload = await lockUpload(tx, scope, uploadId);
  if (!upload) throw refuse('NOT_FOUND');
  if (upload.unstarted_since === null) throw refuse('UPLOAD_STARTED');
  await refuseBadMapping(tx, scope, { form: settings, upload });
  const rehearsalId = await replaceRehearsal(tx, { companyId: scope.companyId, uploadId }, settings, now);
  await emit(tx, scope.companyId, 'import.rehearsed', { uploadId, rehearsalId });
  return readRehearsal(tx, scope, uploadId);
}

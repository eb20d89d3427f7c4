import { isExportExpired } from '@escuta/contract/export-types';
import { writtenMediaTypes } from '@escuta/contract/file-formats';
import type { ExportFileId } from '@escuta/contract/ids';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import type { WrittenFile } from '#platform/tabular/table-file.ts';
import { partKey } from './parts.ts';
import { findExportOfFile } from './queries.ts';
import { mayDownload } from './read-exports.ts';

/**
 * The file of a finished export, by its link. Refuses NOT_FOUND for one that the unit does not have, EXPORT_EXPIRED once its
 * seven days are over, and FORBIDDEN where it names people and the caller may not take them away.
 */
export async function readExportFile(
  { files, clock }: Pick<AppContext, 'files' | 'clock'>,
  scope: Scope,
  fileId: ExportFileId,
  inCompany: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>,
): Promise<WrittenFile> {
  const now = clock.now();
  const row = await inCompany(async (tx) => {
    const found = await findExportOfFile(tx, scope, fileId);
    if (!found?.ended_at) throw refuse('NOT_FOUND');
    if (isExportExpired(found.ended_at, now)) throw refuse('EXPORT_EXPIRED');
    if (!mayDownload(scope, found)) throw refuse('FORBIDDEN');
    const target = { type: 'export', id: found.id } as const;
    await recordAudit(tx, scope, { action: 'export.downloaded', target }, now);
    return found;
  });
  const key = partKey(scope.companyId, fileId);
  if ((await files.size(key)) === null) throw refuse('NOT_FOUND');
  return {
    name: `${row.type.replaceAll('_', '-')}-${row.created_at.toISOString().slice(0, 10)}.${row.format}`,
    mediaType: writtenMediaTypes[row.format],
    content: await files.read(key),
  };
}

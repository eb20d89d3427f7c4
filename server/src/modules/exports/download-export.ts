import { isExportExpired } from '@escuta/contract/export-types';
import { writtenMediaTypes } from '@escuta/contract/file-formats';
import type { ExportFileId } from '@escuta/contract/ids';
import { findBusinessUnit } from '#modules/companies/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { datedName } from '#platform/tabular/table-file.ts';
import type { WrittenFile } from '#platform/tabular/table-file.ts';
import type { Asked } from './asked.ts';
import { partKey } from './parts.ts';
import { findExportOfFile } from './queries.ts';
import { mayDownload } from './read-exports.ts';
import { sourceFor } from './sources/sources.ts';

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
  const key = partKey(scope.companyId, fileId);
  const storedBytes = await files.size(key);
  const { row, timezone, sizeBytes } = await inCompany(async (tx) => {
    const found = await findExportOfFile(tx, scope, fileId);
    if (!found?.ended_at) throw refuse('NOT_FOUND');
    if (isExportExpired(found.ended_at, now)) throw refuse('EXPORT_EXPIRED');
    if (!mayDownload(scope, found)) throw refuse('FORBIDDEN');
    const unit = await findBusinessUnit(tx, scope.companyId, scope.businessUnitId);
    if (!unit || storedBytes === null) throw refuse('NOT_FOUND');
    const target = { type: 'export', id: found.id } as const;
    await recordAudit(tx, scope, { action: 'export.downloaded', target }, now);
    return { row: found, timezone: unit.timezone, sizeBytes: storedBytes };
  });
  const { language } = row.asked as Asked;
  return {
    name: `${datedName(sourceFor(row.type).fileName(language), timezone, row.created_at)}.${row.format}`,
    mediaType: writtenMediaTypes[row.format],
    content: await files.read(key),
    sizeBytes,
  };
}

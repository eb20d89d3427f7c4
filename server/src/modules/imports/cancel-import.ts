import type { ImportId } from '@escuta/contract/ids';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { stopImport } from './import-state.ts';
import { findOwnImport } from './queries.ts';

/**
 * Stops an import of the unit. A chunk that a worker is writing is written whole first: it holds the import, and this waits for it.
 * Refuses as reading it does, and IMPORT_ENDED.
 */
export async function cancelImport(tx: Transaction, scope: Scope, importId: ImportId, now: Date): Promise<void> {
  const { file_name: label } = await findOwnImport(tx, scope, importId);
  if (!(await stopImport(tx, { companyId: scope.companyId, importId }, now))) throw refuse('IMPORT_ENDED');
  await recordAudit(tx, scope, { action: 'import.cancelled', target: { type: 'import', id: importId, label } }, now);
}

import { createHash } from 'node:crypto';
import type { CustomField } from '@escuta/contract/custom-fields';
import type { CompanyId } from '@escuta/contract/ids';
import type { ImportField } from '@escuta/contract/imports';
import type { Transaction } from '#platform/db/database.ts';
import type { StoredPreview } from './file-preview.ts';
import { mappingProblem } from './import.ts';

interface Company {
  readonly companyId: CompanyId;
}

/**
 * The preview with the mapping that the company chose for a file with this header before, in place of our guess. What cannot be
 * chosen any more, since a custom field is gone, leaves the guess as it is.
 */
export async function withRememberedMapping<Preview extends Pick<StoredPreview, 'hasHeader' | 'columns' | 'mapping'>>(
  tx: Transaction,
  { companyId }: Company,
  preview: Preview,
  customFields: readonly CustomField[],
): Promise<Preview> {
  if (!preview.hasHeader) return preview;
  const remembered = await tx
    .selectFrom('import_mappings')
    .select('mapping')
    .where('company_id', '=', companyId)
    .where('header_hash', '=', hashOf(preview.columns))
    .executeTakeFirst();
  if (!remembered) return preview;
  const mapping = remembered.mapping as ImportField[];
  const names = new Set(customFields.map(({ internal_name: name }) => name));
  if (mappingProblem(mapping, { columnCount: preview.columns.length, customFields: names })) return preview;
  return { ...preview, mapping, isMappingRemembered: true };
}

/** Keeps what the columns of a header become, for the next file that has it. */
export async function rememberMapping(
  tx: Transaction,
  { companyId }: Company,
  { columns, mapping }: { columns: readonly string[]; mapping: readonly ImportField[] },
  now: Date,
): Promise<void> {
  const kept = { mapping: JSON.stringify(mapping), used_at: now };
  await tx
    .insertInto('import_mappings')
    .values({ company_id: companyId, header_hash: hashOf(columns), ...kept })
    .onConflict((taken) => taken.columns(['company_id', 'header_hash']).doUpdateSet(kept))
    .execute();
}

/** The columns in their order, whatever their case and spaces. */
function hashOf(columns: readonly string[]): Buffer {
  const names = columns.map((name) => name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim());
  return createHash('sha256').update(JSON.stringify(names)).digest();
}

import { createHash } from 'node:crypto';
import type { CompanyId, SurveyId } from '@escuta/contract/ids';
import { customFieldOf } from '@escuta/contract/imports';
import type { ImportField, ImportType } from '@escuta/contract/imports';
import type { Transaction } from '#platform/db/database.ts';
import type { StoredPreview } from './file-preview.ts';
import type { ColumnChoices } from './target.ts';
import { uploadRulesOf } from './targets/upload-rules.ts';

/** What a file is of: only a file of the same has its columns. */
interface Kind {
  readonly companyId: CompanyId;
  readonly type: ImportType;
  readonly surveyId: SurveyId | null;
}

/**
 * The preview with the mapping that the company chose for a file with this header before, in place of our guess. A column whose custom field
 * is gone is guessed, and ignored where the guess is what another column becomes. What cannot be chosen any more for another reason, such as a
 * question that is gone, leaves the guess as it is.
 */
export async function withRememberedMapping<Preview extends Pick<StoredPreview, 'hasHeader' | 'columns' | 'mapping'>>(
  tx: Transaction,
  kind: Kind,
  preview: Preview,
  choices: ColumnChoices,
): Promise<Preview> {
  if (!preview.hasHeader) return preview;
  const remembered = await tx
    .selectFrom('import_mappings')
    .select('mapping')
    .where('company_id', '=', kind.companyId)
    .where('header_hash', '=', hashOf(kind, preview.columns))
    .executeTakeFirst();
  if (!remembered) return preview;
  const mapping = withoutGone(remembered.mapping as ImportField[], preview.mapping, choices);
  if (uploadRulesOf(kind.type).mappingProblem(mapping, preview.columns.length, choices)) return preview;
  return { ...preview, mapping, isMappingRemembered: true };
}

function withoutGone(
  mapping: readonly ImportField[],
  guessed: readonly ImportField[],
  { customFields }: ColumnChoices,
): ImportField[] {
  const there = new Set(customFields.map(({ internal_name: name }) => name));
  const isGone = (field: ImportField) => {
    const name = customFieldOf(field);
    return name !== null && !there.has(name);
  };
  return mapping.map((field, at) => {
    if (!isGone(field)) return field;
    const guess = guessed[at] ?? 'ignore';
    return mapping.includes(guess) ? 'ignore' : guess;
  });
}

/** Keeps what the columns of a header become, for the next file that has it. */
export async function rememberMapping(
  tx: Transaction,
  kind: Kind,
  { columns, mapping }: { columns: readonly string[]; mapping: readonly ImportField[] },
  now: Date,
): Promise<void> {
  const kept = { mapping: JSON.stringify(mapping), used_at: now };
  await tx
    .insertInto('import_mappings')
    .values({ company_id: kind.companyId, header_hash: hashOf(kind, columns), ...kept })
    .onConflict((taken) => taken.columns(['company_id', 'header_hash']).doUpdateSet(kept))
    .execute();
}

/** The columns in their order, whatever their case and spaces; of answers, together with their survey. */
function hashOf({ surveyId }: Kind, columns: readonly string[]): Buffer {
  const names = columns.map((name) => name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim());
  return createHash('sha256')
    .update(JSON.stringify(surveyId === null ? names : { surveyId, names }))
    .digest();
}

import type { FileFormat } from '@escuta/contract/file-formats';
import type { Language } from '@escuta/contract/primitives';
import { exportedMessagesMax } from '@escuta/contract/sends';
import type { SendFilter } from '@escuta/contract/sends';
import { findBusinessUnit } from '#modules/companies/index.ts';
import type { Database } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { datedName, tableFile, walkPages } from '#platform/tabular/table-file.ts';
import type { WrittenFile } from '#platform/tabular/table-file.ts';
import { measureItems } from './item-rows.ts';
import type { ItemRowKey, WalkedItem } from './item-rows.ts';
import { isBulkSend } from './queries.ts';
import { sendsFileName, sendsTable } from './sends-table.ts';

interface FileOptions {
  readonly filter: SendFilter;
  readonly format: FileFormat;
  readonly language: Language;
  readonly now: Date;
}

/**
 * The messages of the bulk sends that a filter finds, as a file. Refuses NOT_FOUND for a send that is no bulk send of the unit, and
 * TOO_MANY_ROWS.
 */
export async function readSendsFile(
  database: Database,
  scope: Scope,
  { filter, format, language, now }: FileOptions,
): Promise<WrittenFile> {
  const { companyId, businessUnitId } = scope;
  const { wanted, months } = await database.withCompany(companyId, async (tx) => {
    const unit = await findBusinessUnit(tx, companyId, businessUnitId);
    if (!unit || (filter.sendId && !(await isBulkSend(tx, scope, filter.sendId)))) throw refuse('NOT_FOUND');
    const found = { ...filter, companyId, businessUnitId, timezone: unit.timezone };
    const { total, ...measured } = await measureItems(tx, found);
    if (total > exportedMessagesMax) throw refuse('TOO_MANY_ROWS', { most: exportedMessagesMax });
    return { wanted: found, ...measured };
  });
  const { read, ...table } = sendsTable(wanted, { language, months, by: scope });
  const rows = walkPages<WalkedItem, ItemRowKey>((page) => database.withCompany(companyId, (tx) => read(tx, page)));
  return tableFile(
    { ...table, rows },
    { name: datedName(sendsFileName(language), wanted.timezone, now), format, language },
  );
}

import type { FileFormat } from '@escuta/contract/file-formats';
import type { Language } from '@escuta/contract/primitives';
import type { ResponseFilter } from '@escuta/contract/response-filter';
import { exportedResponsesMax } from '@escuta/contract/response-list';
import { findBusinessUnit } from '#modules/companies/index.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { reachOf } from '#platform/http/scope.ts';
import type { Scope } from '#platform/http/scope.ts';
import { datedName, tableFile, walkPages } from '#platform/tabular/table-file.ts';
import type { WrittenFile } from '#platform/tabular/table-file.ts';
import { responsesFileName } from './file-words.ts';
import { measureResponseRows } from './list-responses.ts';
import type { RowKey } from './list-responses.ts';
import type { AnsweredResponse } from './response-columns.ts';
import { responsesTable } from './responses-table.ts';
import { findMasks } from './sensitive-answers.ts';

/** The responses that a filter finds, as a file. Refuses TOO_MANY_ROWS. */
export async function readResponsesFile(
  database: Database,
  scope: Scope,
  { filter, format, language, now }: { filter: ResponseFilter; format: FileFormat; language: Language; now: Date },
): Promise<WrittenFile> {
  const { companyId, businessUnitId, narrowing } = scope;
  const wanted = { ...filter, ...reachOf(scope) };
  const open = async (tx: Transaction) => {
    const { total, versionIds } = await measureResponseRows(tx, wanted, exportedResponsesMax);
    if (total > exportedResponsesMax) throw refuse('TOO_MANY_ROWS', { most: exportedResponsesMax });
    const unit = await findBusinessUnit(tx, companyId, businessUnitId);
    if (!unit) throw refuse('NOT_FOUND');
    const masks = await findMasks(tx, { companyId, versionIds });
    const options = { language, timezone: unit.timezone, versionIds, by: scope, masks } as const;
    return {
      timezone: unit.timezone,
      found: await responsesTable(tx, wanted, { ...options, values: 'labels' }),
    };
  };
  const { timezone, found } = await database.withCompany(companyId, open, { narrowing });
  const { read, ...table } = found;
  const rows = walkPages<AnsweredResponse, RowKey>((page) =>
    database.withCompany(companyId, (tx) => read(tx, page), { narrowing }),
  );
  return tableFile(
    { ...table, rows },
    { name: datedName(responsesFileName(language), timezone, now), format, language },
  );
}

import type { Export } from '@escuta/contract/exports';
import type { BusinessUnitId, CompanyId } from '@escuta/contract/ids';
import { progressOf } from '#platform/jobs/progress.ts';
import type { ExportRow } from './queries.ts';

/** The names that an export shows beside the ids that it keeps. */
export interface ExportNames {
  readonly companies: ReadonlyMap<CompanyId, string>;
  readonly units: ReadonlyMap<BusinessUnitId, string>;
  readonly users: ReadonlyMap<string, string>;
}

/** An export as the wire shows it, with its file for whoever may download it. */
export function presentExport(
  row: ExportRow,
  { companies, units, users }: ExportNames,
  { mayDownload }: { mayDownload: boolean },
): Export {
  const { status, type, format, created_by: userId } = row;
  const userName = userId === null ? undefined : users.get(userId);
  return {
    _id: row.id,
    type,
    status,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    file: mayDownload ? row.file_id : null,
    is_file_gone: status === 'finished' && row.file_id === null,
    format,
    totalData: row.total_rows,
    progress: progressOf({ status, total: row.total_rows, done: row.done_rows }),
    data: { surveyTitle: row.survey_title, exportMode: row.export_mode },
    _business: {
      _id: row.business_unit_id,
      nome: units.get(row.business_unit_id) ?? '',
      _empresa: { _id: row.company_id, nome: companies.get(row.company_id) ?? '' },
    },
    _user: userId !== null && userName !== undefined ? { _id: userId, nome: userName } : null,
  };
}

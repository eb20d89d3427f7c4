import { exportedAuditEventsMax } from '@escuta/contract/audit';
import type { AuditAction } from '@escuta/contract/audit';
import type { FileFormat } from '@escuta/contract/file-formats';
import type { Language } from '@escuta/contract/primitives';
import type { Database } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { datedName, tableFile, walkPages } from '#platform/tabular/table-file.ts';
import type { WrittenFile } from '#platform/tabular/table-file.ts';
import type { Column } from '#platform/tabular/written-table.ts';
import { localTime } from '#platform/time/local-time.ts';
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import pt from './locales/pt.json' with { type: 'json' };
import { countAuditRows, walkAuditRows } from './queries.ts';
import type { AuditFilter, AuditKey, AuditRow } from './queries.ts';

/** Each action of the contract has its words here too: one that has none is an error of types. */
type Texts = typeof pt & { readonly action: Readonly<Record<AuditAction, string>> };
const texts: Readonly<Record<Language, Texts>> = { pt, es, en };

interface FileOptions {
  readonly format: FileFormat;
  readonly language: Language;
  readonly now: Date;
  /** The names of the company's units by their ids. */
  readonly unitNames: ReadonlyMap<string, string>;
  readonly rowsMax?: number;
}

/** The events that a filter finds, as a file. Refuses TOO_MANY_ROWS. */
export async function readAuditFile(
  database: Database,
  filter: AuditFilter,
  { format, language, now, unitNames, rowsMax = exportedAuditEventsMax }: FileOptions,
): Promise<WrittenFile> {
  const { companyId, timezone } = filter;
  const total = await database.withCompany(companyId, (tx) => countAuditRows(tx, filter, rowsMax));
  if (total > rowsMax) throw refuse('TOO_MANY_ROWS', { most: rowsMax });
  const table = {
    title: texts[language].sheet,
    columns: columnsOf(language, timezone, unitNames),
    rows: walkPages<AuditRow, AuditKey>((page) =>
      database.withCompany(companyId, (tx) => walkAuditRows(tx, filter, page)),
    ),
  };
  const name = datedName(texts[language].fileName, timezone, now);
  return tableFile(table, { name, format, language });
}

function columnsOf(language: Language, timezone: string, unitNames: ReadonlyMap<string, string>): Column<AuditRow>[] {
  const { column, actorType, result, action } = texts[language];
  const text = (name: string, cell: (row: AuditRow) => string | null): Column<AuditRow> => ({
    name,
    type: 'text',
    cell,
  });
  return [
    { name: `${column.at} (${timezone})`, type: 'date', cell: ({ at }) => localTime(timezone, at) },
    text(column.actor, (row) => row.actor_name),
    text(column.actorType, (row) => actorType[row.actor_type]),
    text(column.role, (row) => row.actor_role),
    text(column.action, (row) => (action as Readonly<Partial<Record<string, string>>>)[row.action] ?? row.action),
    text(column.target, (row) => row.target_label),
    text(column.targetId, (row) => row.target_id),
    text(column.unit, (row) => (row.business_unit_id && unitNames.get(row.business_unit_id)) ?? null),
    text(column.before, (row) => asText(row.before)),
    text(column.after, (row) => asText(row.after)),
    text(column.ip, (row) => row.ip),
    text(column.result, (row) => result[row.result]),
  ];
}

function asText(facts: unknown): string | null {
  return facts === null ? null : JSON.stringify(facts);
}

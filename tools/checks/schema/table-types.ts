import { roles, ticketingRoles } from '../../../contract/src/access-policy.ts';
import type { Catalogue, Column } from './catalogue.ts';

const head = `// Written from a migrated database by \`node tools/checks/schema.ts --write\`; change it with a migration, never here.
import type { ColumnType } from 'kysely';
import type { Role, TicketingRole } from '@escuta/contract/access-policy';
import type {
  BulkActionId,
  BusinessUnitId,
  CompanyId,
  ContactCompanyId,
  ContactId,
  CustomFieldId,
  DuplicatePairId,
  ExportFileId,
  ExportId,
  ImportId,
  InvitationId,
  ItemId,
  MergeId,
  NotificationId,
  PasskeyId,
  PersonFileId,
  PersonPackageId,
  PrivacyRequestId,
  RehearsalId,
  ResponseId,
  SavedFilterId,
  SegmentId,
  SendId,
  SessionId,
  SignUpPinId,
  SuppressionId,
  SurveyId,
  SurveyVersionId,
  SystemNoticeId,
  UploadId,
  UserId,
} from '@escuta/contract/ids';

/** A column that the database fills when an insert leaves it out. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;

/** A column that only the database writes. */
export type Computed<T> = ColumnType<T, never, never>;

/** An instant: a Date when read, a Date or ISO 8601 text when written. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;`;

/** The lists of the contract that a CHECK is written from: its column has the type of the list, which grows without these types. */
const namedLists: readonly (readonly [type: string, texts: readonly string[]])[] = [
  ['Role', roles],
  ['TicketingRole', ticketingRoles],
];

/** Tables that no query of the product names. */
const unseen = ['schema_functions', 'schema_migrations'];

/** Whose id a column of UUIDs holds, by its name. What people do ends in `_by`: `created_by`. */
const idColumns: Record<string, string> = {
  absorbed_id: 'ContactId',
  bulk_action_id: 'BulkActionId',
  actor_id: 'UserId',
  business_unit_id: 'BusinessUnitId',
  business_unit_ids: 'BusinessUnitId',
  company_id: 'CompanyId',
  contact_company_id: 'ContactCompanyId',
  contact_id: 'ContactId',
  created_import_id: 'ImportId',
  current_version_id: 'SurveyVersionId',
  custom_field_id: 'CustomFieldId',
  export_id: 'ExportId',
  file_id: 'ExportFileId',
  import_id: 'ImportId',
  item_id: 'ItemId',
  item_ids: 'ItemId',
  lease_token: 'string',
  mail_id: 'string',
  mark_cursor: 'ItemId',
  merge_id: 'MergeId',
  narrowing_field_id: 'CustomFieldId',
  one_id: 'ContactId',
  one_unit_id: 'BusinessUnitId',
  other_id: 'ContactId',
  other_unit_id: 'BusinessUnitId',
  person_file_id: 'PersonFileId',
  plan_cursor: 'ContactId',
  request_id: 'PrivacyRequestId',
  response_id: 'ResponseId',
  segment_id: 'SegmentId',
  send_id: 'SendId',
  session_id: 'SessionId',
  search_fill_id: 'string',
  subject_id: 'string',
  survey_id: 'SurveyId',
  survey_version_id: 'SurveyVersionId',
  upload_id: 'UploadId',
  user_id: 'UserId',
  word_id: 'string',
};

/** What the `id` of a table is: a plain text where no other module, and nobody outside, ever names it. */
const ownIds: Record<string, string> = {
  account_accesses: 'string',
  audit_events: 'string',
  business_units: 'BusinessUnitId',
  bulk_actions: 'BulkActionId',
  companies: 'CompanyId',
  contact_companies: 'ContactCompanyId',
  contact_consents: 'string',
  contact_merges: 'MergeId',
  duplicate_pairs: 'DuplicatePairId',
  custom_fields: 'CustomFieldId',
  contacts: 'ContactId',
  export_parts: 'string',
  exports: 'ExportId',
  import_rehearsals: 'RehearsalId',
  import_uploads: 'UploadId',
  imports: 'ImportId',
  incoming_uploads: 'UploadId',
  invitations: 'InvitationId',
  lifted_suppressions: 'string',
  outbox: 'string',
  password_resets: 'string',
  queued_mails: 'string',
  passkeys: 'PasskeyId',
  person_packages: 'PersonPackageId',
  privacy_request_steps: 'string',
  privacy_requests: 'PrivacyRequestId',
  provider_accounts: 'string',
  notifications: 'NotificationId',
  responses: 'ResponseId',
  saved_filters: 'SavedFilterId',
  segments: 'SegmentId',
  send_items: 'ItemId',
  sends: 'SendId',
  sessions: 'SessionId',
  sign_up_pins: 'SignUpPinId',
  stops: 'string',
  survey_versions: 'SurveyVersionId',
  suppressions: 'SuppressionId',
  surveys: 'SurveyId',
  system_notices: 'SystemNoticeId',
  users: 'UserId',
};

/** What a value of a type is in JavaScript, with the parsers of platform/db: int8 as a number, a day as text. */
const javascriptTypes: Record<string, string> = {
  text: 'string',
  'character varying': 'string',
  citext: 'string',
  inet: 'string',
  numeric: 'string',
  date: 'string',
  boolean: 'boolean',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  real: 'number',
  'double precision': 'number',
  jsonb: 'unknown',
  json: 'unknown',
  bytea: 'Buffer',
  'timestamp with time zone': 'Timestamp',
};

/** Prints the tables as the interfaces that Kysely's queries are typed by. Throws on a type it has no answer for. */
export function tableTypes(catalogue: Catalogue): string {
  const tables = catalogue.tables.map(({ name }) => name).filter((name) => !unseen.includes(name));
  const interfaces = tables.map((table) => {
    const columns = catalogue.columns.filter((column) => column.table === table);
    const lists = listsOf(catalogue, table);
    const properties = columns.map((column) => `  ${property(column, lists.get(column.name))};\n`).join('');
    return `export interface ${interfaceName(table)} {\n${properties}}`;
  });
  const all = tables.map((table) => `  ${table}: ${interfaceName(table)};\n`).join('');
  return `${[head, ...interfaces, `export interface DB {\n${all}}`].join('\n\n')}\n`;
}

/** The texts that a column may hold, where a CHECK of its own names them all: from column to a union of literals. */
function listsOf({ constraints }: Catalogue, table: string): ReadonlyMap<string, string> {
  return new Map(
    constraints.flatMap((one) => {
      const found =
        one.table === table ? /^CHECK \(\((\w+) = ANY \(ARRAY\[([^\]]*)\]\)\)\)$/.exec(one.definition) : null;
      const [, name, list = ''] = found ?? [];
      const texts = [...list.matchAll(/'([^']*)'::text/g)].map(([, text = '']) => text);
      return name && texts.length > 0 ? [[name, unionOf(texts)] as const] : [];
    }),
  );
}

/** The type of these texts: by its name where the contract has one for exactly these, else a union of literals. */
function unionOf(texts: readonly string[]): string {
  const named = namedLists.find(([, list]) => list.join() === texts.join());
  return named?.[0] ?? texts.map((text) => `'${text}'`).join(' | ');
}

function property(column: Column, list: string | undefined): string {
  const isArray = column.type.endsWith('[]');
  const sqlType = column.type
    .replace(/\[\]$/, '')
    .replace(/\(.*\)/, '')
    .trim();
  const type = sqlType === 'uuid' ? idType(column) : javascriptTypes[sqlType];
  if (type === undefined) throw new Error(`no JavaScript type for ${column.table}.${column.name} ${column.type}`);
  const value = list ?? (isArray ? `${type}[]` : type);
  // `unknown` already holds null.
  const read = column.not_null || value === 'unknown' ? value : `${value} | null`;
  if (column.generated !== '' || column.identity === 'a') return `${column.name}: Computed<${read}>`;
  if (column.default !== null || column.identity === 'd') return `${column.name}: Generated<${read}>`;
  return `${column.name}: ${read}`;
}

function idType({ table, name }: Column): string {
  const type = name.endsWith('_by') ? 'UserId' : name === 'id' ? ownIds[table] : idColumns[name];
  if (type === undefined) throw new Error(`whose id is ${table}.${name}? Say so in tools/checks/schema/table-types.ts`);
  return type;
}

function interfaceName(table: string): string {
  return table.replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

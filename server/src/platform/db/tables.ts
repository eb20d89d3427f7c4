// Written from a migrated database by `node tools/checks/schema.ts --write`; change it with a migration, never here.
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
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface AccountAccesses {
  company_id: CompanyId;
  id: string;
  user_id: UserId;
  reason: string;
  began_at: Timestamp;
  ends_at: Timestamp;
  ended_at: Timestamp | null;
}

export interface AnsweredInvitations {
  company_id: CompanyId;
  item_id: ItemId;
}

export interface Answers {
  company_id: CompanyId;
  response_id: ResponseId;
  question_key: string;
  seq: number;
  number: number | null;
  text: string | null;
  answered_at: Timestamp;
}

export interface AuditEvents {
  company_id: CompanyId;
  id: string;
  at: Timestamp;
  business_unit_id: BusinessUnitId | null;
  actor_type: 'user' | 'staff' | 'system';
  actor_id: UserId | null;
  actor_name: string | null;
  actor_role: string | null;
  action: string;
  target_type: string | null;
  target_id: string | null;
  target_label: string | null;
  before: unknown;
  after: unknown;
  ip: string | null;
  result: 'done' | 'refused';
}

export interface Authenticators {
  user_id: UserId;
  sealed_key: Buffer;
  created_at: Timestamp;
  confirmed_at: Timestamp | null;
  last_step: number;
}

export interface BulkActionContacts {
  company_id: CompanyId;
  bulk_action_id: BulkActionId;
  contact_id: ContactId;
  changed_at: Timestamp | null;
  changed_tags: string[] | null;
}

export interface BulkActions {
  company_id: CompanyId;
  id: BulkActionId;
  business_unit_id: BusinessUnitId;
  kind: 'tag' | 'untag' | 'anonymize' | 'delete';
  tags: Generated<string[]>;
  comments: 'remove' | 'mask' | null;
  status: Generated<'running' | 'finished' | 'cancelled' | 'error'>;
  total: number;
  done: Generated<number>;
  skipped: Generated<number>;
  actor: unknown;
  created_by: UserId | null;
  created_at: Timestamp;
  moved_at: Timestamp;
  ended_at: Timestamp | null;
}

export interface BusinessUnits {
  company_id: CompanyId;
  id: BusinessUnitId;
  name: string;
  timezone: Generated<string>;
  nps_enabled: Generated<boolean>;
  reviews_enabled: Generated<boolean>;
  surveys_enabled: Generated<boolean>;
  ai_enabled: Generated<boolean>;
  pending_payment: Generated<boolean>;
  stripe_customer: string | null;
  brand_color: Generated<string>;
  created_at: Generated<Timestamp>;
  quarantine_days: Generated<number>;
  survey_quarantine_days: Generated<number>;
  dashboard_enabled: Generated<boolean>;
}

export interface Companies {
  id: CompanyId;
  link_key: number;
  name: string;
  language: Generated<'pt' | 'es' | 'en'>;
  active: Generated<boolean>;
  wizard: Generated<boolean>;
  force_authenticator: Generated<boolean>;
  trial_expires_at: Timestamp | null;
  is_trial: Generated<boolean>;
  allow_beta: Generated<boolean>;
  allow_ticketing: Generated<boolean>;
  unknown_policy: Generated<'no_duplicates' | 'prefer_delivery'>;
  created_at: Generated<Timestamp>;
  federated_login: Generated<'off' | 'allowed' | 'required'>;
  federated_tenant: string | null;
  timezone: Generated<string>;
  languages: Generated<string[]>;
  brand_color: Generated<string>;
  logo_key: string | null;
  allowed_networks: Generated<string[]>;
  session_idle_minutes: number | null;
}

export interface CompanyManagers {
  company_id: CompanyId;
  user_id: UserId;
}

export interface ContactCompanies {
  company_id: CompanyId;
  id: ContactCompanyId;
  business_unit_id: BusinessUnitId;
  name: string;
  created_at: Generated<Timestamp>;
  cnpj: string | null;
  market_segment: string | null;
  created_import_id: ImportId | null;
}

export interface ContactConsents {
  company_id: CompanyId;
  id: string;
  business_unit_id: BusinessUnitId;
  contact_id: ContactId;
  channel: 'email' | 'sms' | 'whatsapp-web' | 'whatsapp-flows';
  purpose: string;
  status: 'granted' | 'withdrawn';
  basis: 'consent' | 'legitimate_interest' | 'contract' | 'guardian_consent';
  source: 'contact' | 'staff';
  text_version: string | null;
  ip: string | null;
  recorded_by: UserId | null;
  recorded_by_name: string | null;
  at: Timestamp;
  merge_id: MergeId | null;
}

export interface ContactImportChanges {
  company_id: CompanyId;
  import_id: ImportId;
  contact_id: ContactId;
  changed_at: Timestamp;
  before: unknown;
}

export interface ContactImports {
  company_id: CompanyId;
  import_id: ImportId;
  contact_id: ContactId;
  met_at: Timestamp;
}

export interface ContactMerges {
  company_id: CompanyId;
  id: MergeId;
  business_unit_id: BusinessUnitId;
  contact_id: ContactId;
  absorbed_id: ContactId;
  merged_at: Timestamp;
  merged_by: UserId | null;
  merged_by_name: string | null;
  undone_at: Timestamp | null;
  before: unknown;
  moved: unknown;
  dropped_external_id: string | null;
}

export interface Contacts {
  company_id: CompanyId;
  id: ContactId;
  business_unit_id: BusinessUnitId;
  name: string;
  email: string | null;
  tel: string | null;
  contact_company_id: ContactCompanyId | null;
  custom_fields: Generated<unknown>;
  source: Generated<'manual' | 'import' | 'integration' | 'demo'>;
  last_sent_at: Timestamp | null;
  last_answered_at: Timestamp | null;
  last_score: number | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  search_text: Computed<string | null>;
  last_metric: 'nps' | 'csat' | 'ces' | null;
  birthday: string | null;
  anonymized_at: Timestamp | null;
  external_id: string | null;
  language: 'pt' | 'es' | 'en' | null;
  timezone: string | null;
  tags: Generated<string[]>;
  created_import_id: ImportId | null;
  custom_search_text: string | null;
  email_hash: Computed<Buffer | null>;
  tel_hash: Computed<Buffer | null>;
}

export interface CustomFields {
  company_id: CompanyId;
  id: CustomFieldId;
  internal_name: string;
  label: string;
  type: 'text' | 'date' | 'cpf' | 'number' | 'cnpj' | 'select';
  options: Generated<string[]>;
  required: Generated<boolean>;
  sensitive: Generated<boolean>;
  searchable: Generated<boolean>;
  place: number;
  created_at: Timestamp;
  updated_at: Timestamp;
  search_fill_id: string | null;
}

export interface DuplicatePairs {
  company_id: CompanyId;
  id: DuplicatePairId;
  one_id: ContactId;
  one_unit_id: BusinessUnitId;
  other_id: ContactId;
  other_unit_id: BusinessUnitId;
  reasons: string[];
  found_at: Timestamp;
  dismissed_at: Timestamp | null;
  dismissed_by: UserId | null;
}

export interface DuplicateSearches {
  company_id: CompanyId;
  asked_at: Timestamp;
  searched_at: Timestamp | null;
}

export interface ExportParts {
  company_id: CompanyId;
  id: string;
  export_id: ExportId;
  part_no: number | null;
  is_dropped: Generated<boolean>;
}

export interface Exports {
  company_id: CompanyId;
  id: ExportId;
  business_unit_id: BusinessUnitId;
  type: 'export_contacts' | 'export_single_survey' | 'export_multi_survey' | 'export_sends';
  status: Generated<'pending' | 'running' | 'finished' | 'error' | 'cancelled'>;
  format: 'csv' | 'xlsx' | 'json';
  asked: unknown;
  names_people: boolean;
  survey_title: string | null;
  export_mode: 'responses' | 'questions' | null;
  watermark: Timestamp | null;
  layout: unknown;
  generation: Generated<number>;
  parts: Generated<number>;
  read_key: unknown;
  is_read: Generated<boolean>;
  total_rows: Generated<number>;
  done_rows: Generated<number>;
  moved_at: Timestamp;
  file_id: ExportFileId | null;
  created_by: UserId | null;
  created_at: Timestamp;
  ended_at: Timestamp | null;
}

export interface FederatedHandovers {
  code_hash: Buffer;
  browser_hash: Buffer;
  user_id: UserId;
  keep_signed_in: boolean;
  expires_at: Timestamp;
}

export interface IdempotencyKeys {
  company_id: CompanyId;
  user_id: UserId;
  key: string;
  route: string;
  request_hash: Buffer;
  answer: unknown;
  created_at: Generated<Timestamp>;
}

export interface ImportMappings {
  company_id: CompanyId;
  header_hash: Buffer;
  mapping: unknown;
  used_at: Timestamp;
}

export interface ImportRehearsals {
  company_id: CompanyId;
  upload_id: UploadId;
  id: RehearsalId;
  settings: unknown;
  status: Generated<'pending' | 'running' | 'finished' | 'error'>;
  total_rows: Generated<number>;
  created_rows: Generated<number>;
  updated_rows: Generated<number>;
  unchanged_rows: Generated<number>;
  rejected_rows: Generated<number>;
  warned_rows: Generated<number>;
  issues: Generated<unknown>;
  error: string | null;
  created_at: Timestamp;
  moved_at: Generated<Timestamp>;
}

export interface ImportRowErrors {
  company_id: CompanyId;
  import_id: ImportId;
  row_no: number;
  reason: string;
  column_name: string | null;
  cells: string[];
  is_warning: Generated<boolean>;
  further: Generated<unknown>;
}

export interface ImportUploads {
  company_id: CompanyId;
  id: UploadId;
  business_unit_id: BusinessUnitId;
  file_key: string;
  file_name: string;
  size_bytes: number;
  sha256: Buffer;
  preview: unknown;
  created_by: UserId | null;
  created_at: Generated<Timestamp>;
  unstarted_since: Timestamp | null;
  type: Generated<'import_contacts' | 'import_answers'>;
  survey_id: SurveyId | null;
  file_removed_at: Timestamp | null;
}

export interface Imports {
  company_id: CompanyId;
  id: ImportId;
  business_unit_id: BusinessUnitId;
  upload_id: UploadId;
  type: 'import_contacts' | 'import_answers';
  status: Generated<'pending' | 'started' | 'running' | 'finished' | 'error' | 'cancelled'>;
  mode: 'create' | 'update' | 'create_and_update';
  has_header: boolean;
  mapping: unknown;
  total_rows: Generated<number>;
  done_rows: Generated<number>;
  created_rows: Generated<number>;
  updated_rows: Generated<number>;
  unchanged_rows: Generated<number>;
  rejected_rows: Generated<number>;
  error: string | null;
  created_by: UserId | null;
  created_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
  read_rows: Generated<number>;
  read_bytes: Generated<number>;
  still_at: string | null;
  still_since: Timestamp | null;
  revived_at: Timestamp | null;
  warned_rows: Generated<number>;
  title_case: Generated<boolean>;
  day_order: Generated<'day-month' | 'month-day'>;
  blank_cells: Generated<'keep' | 'clear'>;
  undo_asked_at: Timestamp | null;
  undone_at: Timestamp | null;
  undone_rows: Generated<number>;
  undo_after: unknown;
  sets_off: Generated<boolean>;
}

export interface IncomingUploads {
  company_id: CompanyId;
  id: UploadId;
  begun_at: Timestamp;
}

export interface InvitationDaily {
  company_id: CompanyId;
  business_unit_id: BusinessUnitId;
  survey_id: SurveyId;
  channel: 'email' | 'sms' | 'whatsapp-web' | 'whatsapp-flows';
  day: string;
  sent: Generated<number>;
  failed: Generated<number>;
  responded: Generated<number>;
  completed: Generated<number>;
  shard: Generated<number>;
}

export interface Invitations {
  company_id: CompanyId;
  id: InvitationId;
  token_hash: Buffer;
  email: string;
  role: Role;
  ticketing_role: TicketingRole | null;
  business_unit_ids: Generated<BusinessUnitId[]>;
  exports_personal_data: Generated<boolean>;
  invited_by: UserId | null;
  invited_by_name: string | null;
  created_at: Timestamp;
  sent_at: Timestamp;
  mail_id: string | null;
  expires_at: Timestamp;
  visited_at: Timestamp | null;
  accepted_at: Timestamp | null;
  cancelled_at: Timestamp | null;
  name: Generated<string>;
  narrowing_field_id: CustomFieldId | null;
  narrowing_value: string | null;
}

export interface LiftedSuppressions {
  company_id: CompanyId;
  id: string;
  business_unit_id: BusinessUnitId;
  channel: 'email' | 'sms' | 'whatsapp-web' | 'whatsapp-flows';
  address_hash: Buffer;
  suppressed_at: Timestamp;
  lifted_at: Timestamp;
  reason: Generated<'unsubscribed' | 'bounced' | 'complained' | 'manual'>;
}

export interface Maintenance {
  id: number;
  began_at: Timestamp;
  began_by: UserId;
  text: unknown;
  until: Timestamp | null;
}

export interface MergedItems {
  company_id: CompanyId;
  items_month: string;
  item_id: ItemId;
  contact_id: ContactId;
}

export interface MetricDaily {
  company_id: CompanyId;
  business_unit_id: BusinessUnitId;
  survey_id: SurveyId;
  question_key: string;
  channel: 'email' | 'sms' | 'whatsapp-web' | 'whatsapp-flows' | 'link' | 'importado';
  day: string;
  n: Generated<number>;
  sum: Generated<number>;
  sum_sq: Generated<number>;
  b0: Generated<number>;
  b1: Generated<number>;
  b2: Generated<number>;
  b3: Generated<number>;
  b4: Generated<number>;
  b5: Generated<number>;
  b6: Generated<number>;
  b7: Generated<number>;
  b8: Generated<number>;
  b9: Generated<number>;
  b10: Generated<number>;
  comments: Generated<number>;
  metric: 'nps' | 'csat' | 'ces' | 'none';
}

export interface Notifications {
  company_id: CompanyId;
  user_id: UserId;
  id: NotificationId;
  kind: 'import_finished' | 'import_failed' | 'export_finished' | 'export_failed';
  subject_id: string;
  content: unknown;
  created_at: Timestamp;
  read_at: Timestamp | null;
}

export interface Outbox {
  company_id: CompanyId;
  id: string;
  name: string;
  payload: unknown;
  created_at: Generated<Timestamp>;
}

export interface Passkeys {
  id: PasskeyId;
  user_id: UserId;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  is_synced: boolean;
  name: string;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
}

export interface PasswordResets {
  id: string;
  user_id: UserId;
  link_hash: Buffer;
  created_at: Timestamp;
  expires_at: Timestamp;
  visited_at: Timestamp | null;
  used_at: Timestamp | null;
}

export interface PersonPackages {
  company_id: CompanyId;
  id: PersonPackageId;
  business_unit_id: BusinessUnitId;
  request_id: PrivacyRequestId;
  contact_id: ContactId;
  person_file_id: PersonFileId;
  language: 'pt' | 'es' | 'en';
  status: Generated<'pending' | 'finished' | 'removed'>;
  created_at: Timestamp;
  ended_at: Timestamp | null;
  is_gone: Generated<boolean>;
}

export interface PrivacyRequestSteps {
  company_id: CompanyId;
  id: string;
  request_id: PrivacyRequestId;
  at: Timestamp;
  user_id: UserId | null;
  user_name: string | null;
  kind: 'received' | 'changed' | 'collected' | 'anonymized' | 'deleted';
  status: 'received' | 'in_progress' | 'done' | 'refused';
  identity_check: 'pending' | 'confirmed' | 'failed';
  note: Generated<string>;
  report: unknown;
  answer: Generated<string>;
}

export interface PrivacyRequests {
  company_id: CompanyId;
  id: PrivacyRequestId;
  protocol: string;
  type: 'confirmação' | 'acesso' | 'correção' | 'anonimização' | 'eliminação' | 'portabilidade' | 'revogação' | 'oposição' | 'revisão_automatizada';
  requester_name: string;
  requester_email: string;
  details: string;
  language: 'pt' | 'es' | 'en';
  identity_check: Generated<'pending' | 'confirmed' | 'failed'>;
  status: Generated<'received' | 'in_progress' | 'done' | 'refused'>;
  created_at: Timestamp;
  due_at: Timestamp;
  closed_at: Timestamp | null;
  handled_by: UserId | null;
  requester_tel: string | null;
}

export interface ProviderAccounts {
  company_id: CompanyId;
  id: string;
  channel: 'email' | 'sms' | 'whatsapp-web' | 'whatsapp-flows';
  sender: string;
  sealed_url: Buffer;
  created_at: Timestamp;
  replaced_at: Timestamp | null;
}

export interface QueuedMails {
  id: string;
  sealed: Buffer | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  ready_at: Timestamp;
  leased_until: Timestamp | null;
  attempts: Generated<number>;
  sent_at: Timestamp | null;
  given_up_at: Timestamp | null;
  response: string | null;
}

export interface RecoveryCodes {
  user_id: UserId;
  code_hash: Buffer;
  used_at: Timestamp | null;
}

export interface ReplacedSessionTokens {
  token_hash: Buffer;
  session_id: SessionId;
  replaced_at: Timestamp;
}

export interface Responses {
  company_id: CompanyId;
  id: ResponseId;
  business_unit_id: BusinessUnitId;
  survey_id: SurveyId;
  survey_version_id: SurveyVersionId;
  send_id: SendId | null;
  item_id: ItemId | null;
  contact_id: ContactId | null;
  channel: 'email' | 'sms' | 'whatsapp-web' | 'whatsapp-flows' | 'link' | 'importado';
  language: 'pt' | 'es' | 'en';
  status: 'started' | 'partial' | 'complete';
  last_seq: number;
  score: number | null;
  score_group: 'top' | 'middle' | 'bottom' | null;
  comment: string | null;
  day: string;
  is_test: Generated<boolean>;
  excluded_reason: string | null;
  started_at: Timestamp;
  answered_at: Timestamp;
  completed_at: Timestamp | null;
  metric: 'nps' | 'csat' | 'ces' | 'none';
  origin: Generated<'invitation' | 'link' | 'import'>;
  import_id: ImportId | null;
}

export interface RetentionRules {
  company_id: CompanyId;
  kind: 'identity' | 'comments' | 'addresses' | 'messages' | 'logs';
  days: number;
  reached: Generated<number>;
  ran_at: Timestamp | null;
}

export interface SavedFilters {
  company_id: CompanyId;
  id: SavedFilterId;
  business_unit_id: BusinessUnitId;
  list: 'contacts' | 'responses' | 'queues' | 'suppressions';
  user_id: UserId;
  name: string;
  shared: boolean;
  search: unknown;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface SegmentMembers {
  company_id: CompanyId;
  segment_id: SegmentId;
  contact_id: ContactId;
}

export interface Segments {
  company_id: CompanyId;
  id: SegmentId;
  business_unit_id: BusinessUnitId;
  name: string;
  kind: 'segment' | 'list';
  definition: unknown;
  counted: number | null;
  counted_at: Timestamp | null;
  created_by: UserId | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface SendEvidence {
  company_id: CompanyId;
  item_id: ItemId;
  kind: 'answer' | 'bounce' | 'delivery_report' | 'open';
  at: Timestamp;
}

export interface SendItems {
  company_id: CompanyId;
  items_month: string;
  id: ItemId;
  business_unit_id: BusinessUnitId;
  send_id: SendId;
  contact_id: ContactId | null;
  channel: 'email' | 'sms' | 'whatsapp-web' | 'whatsapp-flows';
  address_hash: Buffer | null;
  state: number;
  reason: string | null;
  detail: string | null;
  not_before: Generated<Timestamp | null>;
  attempt: Generated<number>;
  lease_token: string | null;
  lease_until: Timestamp | null;
  provider_account: string | null;
  provider_id: string | null;
  executed_at: Timestamp | null;
  resent_at: Timestamp | null;
  written_hash: Buffer | null;
  address: string | null;
  opened_at: Timestamp | null;
}

export interface SendLeases {
  company_id: CompanyId;
  lease_token: string;
  send_id: SendId;
  item_ids: ItemId[];
}

export interface SendProgress {
  company_id: CompanyId;
  send_id: SendId;
  shard: number;
  planned: Generated<number>;
  accepted: Generated<number>;
  rejected: Generated<number>;
  skipped: Generated<number>;
  unknown: Generated<number>;
  open_unknown: Generated<number>;
  marked: Generated<number>;
}

export interface SendRunnable {
  company_id: CompanyId;
  send_id: SendId;
  provider_account: string;
  priority: Generated<number>;
  next_at: Timestamp;
}

export interface Sends {
  company_id: CompanyId;
  id: SendId;
  business_unit_id: BusinessUnitId;
  survey_id: SurveyId;
  survey_version_id: SurveyVersionId;
  type: Generated<'cf' | 'nps' | 'other'>;
  channel: 'email' | 'sms' | 'whatsapp-web' | 'whatsapp-flows';
  status: 'scheduled' | 'releasing' | 'planning' | 'running' | 'paused' | 'done' | 'cancelled';
  pause_reason: string | null;
  schedule_type: Generated<'default' | 'scheduled'>;
  scheduled_to: Timestamp | null;
  released_at: Timestamp | null;
  cancelled_at: Timestamp | null;
  finished_at: Timestamp | null;
  total: Generated<number>;
  plan_cursor: ContactId | null;
  planned_at: Timestamp | null;
  audience: unknown;
  items_month: string;
  created_by: UserId | null;
  created_at: Generated<Timestamp>;
  origin: Generated<'bulk' | 'individual' | 'integration'>;
  survey_title: Generated<string>;
  mark_cursor: ItemId | null;
  quarantine_ignored_by: UserId | null;
  quarantine_ignored_at: Timestamp | null;
}

export interface Sessions {
  id: SessionId;
  user_id: UserId;
  token_hash: Buffer;
  previous_token_hash: Buffer | null;
  previous_valid_until: Timestamp | null;
  rotated_at: Timestamp;
  created_at: Timestamp;
  expires_at: Timestamp;
  keep_signed_in: boolean;
  revoked_at: Timestamp | null;
  browser: string | null;
  system: string | null;
  address: string | null;
  last_seen_at: Generated<Timestamp>;
}

export interface SignInFailures {
  subject: Buffer;
  failures: number;
  window_started_at: Timestamp;
  blocked_until: Timestamp | null;
}

export interface SignInSteps {
  token_hash: Buffer;
  user_id: UserId;
  keep_signed_in: boolean;
  tries: number;
  expires_at: Timestamp;
}

export interface SignUpCounts {
  subject: Buffer;
  times: Timestamp[];
  counted_at: Timestamp;
}

export interface SignUpPins {
  id: SignUpPinId;
  email: string;
  pin_hash: Buffer;
  device_hash: Buffer;
  mail_id: string;
  tries: Generated<number>;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: Timestamp | null;
  token_hash: Buffer | null;
  token_expires_at: Timestamp | null;
}

export interface SignUps {
  email: string;
  user_id: UserId;
  company_id: CompanyId;
  business_unit_id: BusinessUnitId;
  name: Generated<string>;
  phone: Generated<string>;
  password_hash: string | null;
  terms_accepted_at: Timestamp | null;
  business_position: Generated<string>;
  interests: 'Fazer Pesquisas de Satisfação' | 'Gerenciar Avaliações Online' | null;
  company_name: Generated<string>;
  business_area: 'hotelaria' | 'industria' | 'agronegocio' | 'ecommerce' | 'software' | 'bares-e-restaurantes' | 'alimentacao-e-bebidas' | 'vestuario-e-calcados' | 'construcao' | 'saude' | 'educacao' | 'servicos-pessoais' | 'servicos-especializados' | 'informatica' | 'vendas-e-marketing' | 'entretenimento' | 'consultoria' | 'financeiro' | 'outro' | null;
  business_size: '1-10' | '11-50' | '51-100' | '100' | null;
  has_company: Generated<boolean>;
  gclid: string | null;
  utm_content: string | null;
  utm_term: string | null;
  utm_campaign: string | null;
  utm_source: string | null;
  utm_medium: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  started_at: Timestamp | null;
  trial_expires_at: Timestamp | null;
}

export interface Stops {
  company_id: CompanyId;
  id: Generated<string>;
  business_unit_id: BusinessUnitId;
  channel: 'email' | 'sms' | 'whatsapp-web' | 'whatsapp-flows';
  address_hash: Buffer | null;
  contact_id: ContactId | null;
  reason: 'unsubscribed' | 'bounced' | 'complained' | 'manual' | 'erased';
  at: Timestamp;
  merge_id: MergeId | null;
  carried: Generated<boolean>;
  word_id: Generated<string>;
}

export interface Suppressions {
  company_id: CompanyId;
  business_unit_id: BusinessUnitId;
  channel: 'email' | 'sms' | 'whatsapp-web' | 'whatsapp-flows';
  address_hash: Buffer;
  reason: 'unsubscribed' | 'bounced' | 'complained' | 'manual';
  created_at: Generated<Timestamp>;
  erased_at: Timestamp | null;
  id: Generated<SuppressionId>;
}

export interface SurveyLinks {
  company_id: CompanyId;
  survey_id: SurveyId;
  code: string;
  is_open: boolean;
  changed_by: UserId;
  changed_at: Timestamp;
}

export interface SurveyVersions {
  company_id: CompanyId;
  id: SurveyVersionId;
  survey_id: SurveyId;
  number: number;
  title: string;
  definition: unknown;
  published_by: UserId | null;
  published_at: Generated<Timestamp>;
}

export interface Surveys {
  company_id: CompanyId;
  id: SurveyId;
  business_unit_id: BusinessUnitId;
  title: string;
  icon: Generated<string>;
  metric: 'nps' | 'csat' | 'ces' | 'none';
  status: Generated<'draft' | 'active' | 'paused' | 'closed' | 'archived'>;
  channels: Generated<string[]>;
  draft: unknown;
  draft_revision: Generated<number>;
  draft_changed: Generated<boolean>;
  current_version_id: SurveyVersionId | null;
  responses: Generated<number>;
  last_answered_at: Timestamp | null;
  created_by: UserId | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  whatsapp_params: Generated<unknown>;
  sensitive_keys: Generated<string[]>;
}

export interface SystemNotices {
  id: SystemNoticeId;
  severity: 'info' | 'warning' | 'critical';
  text: unknown;
  shown_from: Timestamp;
  shown_until: Timestamp;
  created_by: UserId;
  created_at: Timestamp;
}

export interface TrialNotices {
  company_id: CompanyId;
  kind: 'soon' | 'last_day';
  sent_at: Timestamp;
}

export interface UsedChallenges {
  challenge_hash: Buffer;
  expires_at: Timestamp;
}

export interface UserBusinessUnits {
  company_id: CompanyId;
  user_id: UserId;
  business_unit_id: BusinessUnitId;
}

export interface UserIdentities {
  issuer: string;
  subject: string;
  company_id: CompanyId;
  user_id: UserId;
  tenant: string;
  created_at: Timestamp;
}

export interface UserNarrowings {
  company_id: CompanyId;
  user_id: UserId;
  custom_field_id: CustomFieldId;
  value: string;
}

export interface Users {
  id: UserId;
  company_id: CompanyId;
  email: string;
  name: string;
  password_hash: string | null;
  role: Role;
  ticketing_role: TicketingRole | null;
  language: 'pt' | 'es' | 'en' | null;
  picture: string | null;
  temporary_access: Generated<boolean>;
  authenticator_enabled: Generated<boolean>;
  deactivated_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  shortcuts_off: Generated<boolean>;
  phone: string | null;
  terms_accepted_at: Timestamp | null;
  last_access_at: Timestamp | null;
  exports_personal_data: Generated<boolean>;
}

export interface DB {
  account_accesses: AccountAccesses;
  answered_invitations: AnsweredInvitations;
  answers: Answers;
  audit_events: AuditEvents;
  authenticators: Authenticators;
  bulk_action_contacts: BulkActionContacts;
  bulk_actions: BulkActions;
  business_units: BusinessUnits;
  companies: Companies;
  company_managers: CompanyManagers;
  contact_companies: ContactCompanies;
  contact_consents: ContactConsents;
  contact_import_changes: ContactImportChanges;
  contact_imports: ContactImports;
  contact_merges: ContactMerges;
  contacts: Contacts;
  custom_fields: CustomFields;
  duplicate_pairs: DuplicatePairs;
  duplicate_searches: DuplicateSearches;
  export_parts: ExportParts;
  exports: Exports;
  federated_handovers: FederatedHandovers;
  idempotency_keys: IdempotencyKeys;
  import_mappings: ImportMappings;
  import_rehearsals: ImportRehearsals;
  import_row_errors: ImportRowErrors;
  import_uploads: ImportUploads;
  imports: Imports;
  incoming_uploads: IncomingUploads;
  invitation_daily: InvitationDaily;
  invitations: Invitations;
  lifted_suppressions: LiftedSuppressions;
  maintenance: Maintenance;
  merged_items: MergedItems;
  metric_daily: MetricDaily;
  notifications: Notifications;
  outbox: Outbox;
  passkeys: Passkeys;
  password_resets: PasswordResets;
  person_packages: PersonPackages;
  privacy_request_steps: PrivacyRequestSteps;
  privacy_requests: PrivacyRequests;
  provider_accounts: ProviderAccounts;
  queued_mails: QueuedMails;
  recovery_codes: RecoveryCodes;
  replaced_session_tokens: ReplacedSessionTokens;
  responses: Responses;
  retention_rules: RetentionRules;
  saved_filters: SavedFilters;
  segment_members: SegmentMembers;
  segments: Segments;
  send_evidence: SendEvidence;
  send_items: SendItems;
  send_leases: SendLeases;
  send_progress: SendProgress;
  send_runnable: SendRunnable;
  sends: Sends;
  sessions: Sessions;
  sign_in_failures: SignInFailures;
  sign_in_steps: SignInSteps;
  sign_up_counts: SignUpCounts;
  sign_up_pins: SignUpPins;
  sign_ups: SignUps;
  stops: Stops;
  suppressions: Suppressions;
  survey_links: SurveyLinks;
  survey_versions: SurveyVersions;
  surveys: Surveys;
  system_notices: SystemNotices;
  trial_notices: TrialNotices;
  used_challenges: UsedChallenges;
  user_business_units: UserBusinessUnits;
  user_identities: UserIdentities;
  user_narrowings: UserNarrowings;
  users: Users;
}

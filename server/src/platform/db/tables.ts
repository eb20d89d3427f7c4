// Written from a migrated database by `node tools/checks/schema.ts --write`; change it with a migration, never here.
import type { ColumnType } from 'kysely';

/** A column that the database fills when an insert leaves it out. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;

/** A column that only the database writes. */
export type Computed<T> = ColumnType<T, never, never>;

/** An instant: a Date when read, a Date or ISO 8601 text when written. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface Answers {
  company_id: string;
  response_id: string;
  question_key: string;
  seq: number;
  number: number | null;
  text: string | null;
  answered_at: Timestamp;
}

export interface BusinessUnits {
  company_id: string;
  id: string;
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
}

export interface Companies {
  id: string;
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
}

export interface CompanyManagers {
  company_id: string;
  user_id: string;
}

export interface ContactCompanies {
  company_id: string;
  id: string;
  business_unit_id: string;
  name: string;
  created_at: Generated<Timestamp>;
}

export interface Contacts {
  company_id: string;
  id: string;
  business_unit_id: string;
  name: string;
  email: string | null;
  tel: string | null;
  contact_company_id: string | null;
  custom_fields: Generated<unknown>;
  source: Generated<'manual' | 'import' | 'integration' | 'demo'>;
  last_import_id: string | null;
  last_sent_at: Timestamp | null;
  last_answered_at: Timestamp | null;
  last_score: number | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  search_text: Computed<string | null>;
  last_metric: 'nps' | 'csat' | 'ces' | null;
  birthday: string | null;
}

export interface IdempotencyKeys {
  company_id: string;
  user_id: string;
  key: string;
  route: string;
  request_hash: Buffer;
  answer: unknown;
  created_at: Generated<Timestamp>;
}

export interface ImportRowErrors {
  company_id: string;
  import_id: string;
  row_no: number;
  reason: string;
  column_name: string | null;
  cells: string[];
  is_warning: Generated<boolean>;
}

export interface ImportUploads {
  company_id: string;
  id: string;
  business_unit_id: string;
  file_key: string;
  file_name: string;
  size_bytes: number;
  sha256: Buffer;
  preview: unknown;
  created_by: string | null;
  created_at: Generated<Timestamp>;
  unstarted_since: Timestamp | null;
}

export interface Imports {
  company_id: string;
  id: string;
  business_unit_id: string;
  upload_id: string;
  type: 'import_contacts' | 'import_answers';
  status: Generated<'pending' | 'started' | 'running' | 'finished' | 'error'>;
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
  created_by: string | null;
  created_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
  read_rows: Generated<number>;
  read_bytes: Generated<number>;
  still_at: string | null;
  still_since: Timestamp | null;
  revived_at: Timestamp | null;
  warned_rows: Generated<number>;
  title_case: Generated<boolean>;
}

export interface InvitationDaily {
  company_id: string;
  business_unit_id: string;
  survey_id: string;
  channel: string;
  day: string;
  sent: Generated<number>;
  failed: Generated<number>;
  responded: Generated<number>;
  completed: Generated<number>;
  shard: Generated<number>;
}

export interface LiftedSuppressions {
  company_id: string;
  id: string;
  business_unit_id: string;
  channel: string;
  address_hash: Buffer;
  suppressed_at: Timestamp;
  lifted_at: Timestamp;
}

export interface MetricDaily {
  company_id: string;
  business_unit_id: string;
  survey_id: string;
  question_key: string;
  channel: string;
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

export interface Outbox {
  company_id: string;
  id: string;
  name: string;
  payload: unknown;
  created_at: Generated<Timestamp>;
}

export interface ProviderAccounts {
  company_id: string;
  id: string;
  channel: 'email' | 'sms' | 'whatsapp-web' | 'whatsapp-flows';
  sender: string;
  sealed_url: Buffer;
  created_at: Timestamp;
  replaced_at: Timestamp | null;
}

export interface ReplacedSessionTokens {
  token_hash: Buffer;
  session_id: string;
  replaced_at: Timestamp;
}

export interface Responses {
  company_id: string;
  id: string;
  business_unit_id: string;
  survey_id: string;
  survey_version_id: string;
  send_id: string | null;
  item_id: string | null;
  contact_id: string | null;
  channel: string;
  language: string;
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
  origin: Generated<'invitation' | 'link'>;
}

export interface SendEvidence {
  company_id: string;
  item_id: string;
  kind: 'answer' | 'bounce' | 'delivery_report' | 'open';
  at: Timestamp;
}

export interface SendItems {
  company_id: string;
  items_month: string;
  id: string;
  business_unit_id: string;
  send_id: string;
  contact_id: string | null;
  channel: string;
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
}

export interface SendLeases {
  company_id: string;
  lease_token: string;
  send_id: string;
  item_ids: string[];
}

export interface SendProgress {
  company_id: string;
  send_id: string;
  shard: number;
  planned: Generated<number>;
  accepted: Generated<number>;
  rejected: Generated<number>;
  skipped: Generated<number>;
  unknown: Generated<number>;
  in_doubt: Generated<number>;
  marked: Generated<number>;
}

export interface SendRunnable {
  company_id: string;
  send_id: string;
  provider_account: string;
  priority: Generated<number>;
  next_at: Timestamp;
}

export interface Sends {
  company_id: string;
  id: string;
  business_unit_id: string;
  survey_id: string;
  survey_version_id: string;
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
  plan_cursor: string | null;
  planned_at: Timestamp | null;
  audience: unknown;
  items_month: string;
  created_by: string | null;
  created_at: Generated<Timestamp>;
  origin: Generated<'bulk' | 'individual' | 'integration'>;
  survey_title: Generated<string>;
  mark_cursor: string | null;
  quarantine_ignored_by: string | null;
  quarantine_ignored_at: Timestamp | null;
}

export interface Sessions {
  id: string;
  user_id: string;
  token_hash: Buffer;
  previous_token_hash: Buffer | null;
  previous_valid_until: Timestamp | null;
  rotated_at: Timestamp;
  created_at: Timestamp;
  expires_at: Timestamp;
  keep_signed_in: boolean;
  revoked_at: Timestamp | null;
}

export interface SignInFailures {
  subject: Buffer;
  failures: number;
  window_started_at: Timestamp;
  blocked_until: Timestamp | null;
}

export interface Suppressions {
  company_id: string;
  business_unit_id: string;
  channel: string;
  address_hash: Buffer;
  reason: 'unsubscribed' | 'bounced' | 'complained' | 'manual';
  created_at: Generated<Timestamp>;
}

export interface SurveyLinks {
  company_id: string;
  survey_id: string;
  code: string;
  is_open: boolean;
  changed_by: string;
  changed_at: Timestamp;
}

export interface SurveyVersions {
  company_id: string;
  id: string;
  survey_id: string;
  number: number;
  title: string;
  definition: unknown;
  published_by: string | null;
  published_at: Generated<Timestamp>;
}

export interface Surveys {
  company_id: string;
  id: string;
  business_unit_id: string;
  title: string;
  icon: Generated<string>;
  metric: 'nps' | 'csat' | 'ces' | 'none';
  status: Generated<'draft' | 'active' | 'paused' | 'closed' | 'archived'>;
  channels: Generated<string[]>;
  draft: unknown;
  draft_revision: Generated<number>;
  draft_changed: Generated<boolean>;
  current_version_id: string | null;
  responses: Generated<number>;
  last_answered_at: Timestamp | null;
  created_by: string | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  whatsapp_params: Generated<unknown>;
}

export interface UserBusinessUnits {
  company_id: string;
  user_id: string;
  business_unit_id: string;
}

export interface Users {
  id: string;
  company_id: string;
  email: string;
  name: string;
  password_hash: string | null;
  role: 'own' | 'adm' | 'acmng' | 'ana' | 'pdv' | 'readonly' | 'notesonly' | 'dashonly' | 'agent';
  ticketing_role: 'adm' | 'ana' | 'agent' | null;
  language: 'pt' | 'es' | 'en' | null;
  picture: string | null;
  temporary_access: Generated<boolean>;
  authenticator_enabled: Generated<boolean>;
  deactivated_at: Timestamp | null;
  created_at: Generated<Timestamp>;
}

export interface DB {
  answers: Answers;
  business_units: BusinessUnits;
  companies: Companies;
  company_managers: CompanyManagers;
  contact_companies: ContactCompanies;
  contacts: Contacts;
  idempotency_keys: IdempotencyKeys;
  import_row_errors: ImportRowErrors;
  import_uploads: ImportUploads;
  imports: Imports;
  invitation_daily: InvitationDaily;
  lifted_suppressions: LiftedSuppressions;
  metric_daily: MetricDaily;
  outbox: Outbox;
  provider_accounts: ProviderAccounts;
  replaced_session_tokens: ReplacedSessionTokens;
  responses: Responses;
  send_evidence: SendEvidence;
  send_items: SendItems;
  send_leases: SendLeases;
  send_progress: SendProgress;
  send_runnable: SendRunnable;
  sends: Sends;
  sessions: Sessions;
  sign_in_failures: SignInFailures;
  suppressions: Suppressions;
  survey_links: SurveyLinks;
  survey_versions: SurveyVersions;
  surveys: Surveys;
  user_business_units: UserBusinessUnits;
  users: Users;
}

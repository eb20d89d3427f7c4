/**
 * How a distributed PostgreSQL keeps a table: `company`, spread by company_id, each company whole on one server; `reference`,
 * small and whole on every server; `coordinator`, on the server that is asked and nowhere else.
 */
export type TableKind = 'company' | 'reference' | 'coordinator';

/** The tables of the schema by kind: what a deployment on several databases reads (docs/operations.md). */
export const tableKinds: Readonly<Record<TableKind, readonly string[]>> = {
  company: [
    'account_accesses',
    'answers',
    'audit_events',
    'business_units',
    'company_managers',
    'contact_companies',
    'contacts',
    'idempotency_keys',
    'import_row_errors',
    'import_uploads',
    'imports',
    'invitation_daily',
    'invitations',
    'lifted_suppressions',
    'metric_daily',
    'notifications',
    'outbox',
    'provider_accounts',
    'responses',
    'send_evidence',
    'send_items',
    'send_leases',
    'send_progress',
    'send_runnable',
    'sends',
    'survey_links',
    'survey_versions',
    'surveys',
    'suppressions',
    'trial_notices',
    'user_business_units',
  ],
  // Who signs in, and what for, is found before the company is known.
  // What the internal admin tells the whole platform belongs to no company either.
  reference: [
    'companies',
    'federated_handovers',
    'maintenance',
    'password_resets',
    'replaced_session_tokens',
    'sessions',
    'sign_in_failures',
    'sign_up_counts',
    'sign_up_pins',
    'sign_ups',
    'system_notices',
    'user_identities',
    'users',
  ],
  coordinator: ['queued_mails', 'schema_functions', 'schema_migrations'],
};

/** What one module owns and whose index it may import. */
export interface ModuleRow {
  /** Its nouns in the singular: `<noun>.ts` in its folder is a rule file, pure, importing only the contract. */
  nouns: string[];
  /** The modules whose `index.ts` it may import. Everything else happens by event. */
  mayCall: string[] | 'anyone';
  /** Its tables: its statements name these and no others. What another module has is asked for through its index. */
  tables?: string[];
  /** Its files of `db/functions`, without their ending: the same holds for them, and for whoever calls what is in them. */
  functions?: string[];
  /** Of what is in these files: what the files of the modules that may call this one call too, inside one act of theirs. */
  offers?: string[];
  /** Tables of another module that it names all the same, each with the reason. */
  foreignTables?: Record<string, string>;
  /** Entry points beyond the usual three: files that turn a request into plain values before any act runs. */
  entryPoints?: string[];
}

/** The modules of the server. A new module starts with a row here; a row nobody needs any more is deleted. */
export const modules: Record<string, ModuleRow> = {
  access: {
    nouns: ['user', 'session', 'role', 'invitation', 'totp'],
    mayCall: ['companies', 'contacts', 'surveys'],
    entryPoints: ['authenticate.ts', 'session-cookie.ts', 'account-routes.ts'],
    tables: [
      'users',
      'user_business_units',
      'company_managers',
      'invitations',
      'account_accesses',
      'sessions',
      'replaced_session_tokens',
      'password_resets',
      'sign_in_failures',
      'sign_up_counts',
      'sign_up_pins',
      'sign_ups',
      'user_identities',
      'federated_handovers',
      'authenticators',
      'recovery_codes',
      'sign_in_steps',
      'passkeys',
      'used_challenges',
    ],
    foreignTables: {
      companies: 'who signs in is found with its company, across companies, before there is a session',
      business_units: 'the units of a user are those assigned or all, in the one question that every request asks',
      audit_events: 'a blocked sign-in is recorded once an hour: who signs in has no session that could ask the audit',
    },
  },
  companies: {
    nouns: ['company', 'unit', 'flag', 'setting', 'field'],
    mayCall: [],
    tables: ['companies', 'business_units', 'trial_notices'],
    functions: ['business_units'],
    offers: ['unit_timezone'],
  },
  contacts: {
    nouns: ['contact', 'consent', 'suppression', 'segment'],
    mayCall: ['companies'],
    tables: [
      'contacts',
      'contact_companies',
      'custom_fields',
      'contact_consents',
      'contact_import_changes',
      'contact_imports',
      'contact_merges',
      'segments',
      'segment_members',
      'stops',
      'suppressions',
      'lifted_suppressions',
      'user_narrowings',
    ],
    functions: ['contacts', 'contact_search', 'suppressions'],
    offers: ['mark_contacts_answered'],
    foreignTables: {
      surveys: 'a segment names no survey of another unit',
      sends: 'a segment asks who was sent a survey, and is kept while a send still plans by it',
      send_items: 'whom a survey went out to is asked by the one statement that finds the contacts of a segment',
      responses: 'and so is who answered, and how',
    },
  },
  privacy: {
    nouns: ['erasure', 'trace', 'privacy-request', 'retention'],
    mayCall: [
      'access',
      'companies',
      'contacts',
      'exports',
      'imports',
      'responses',
      'saved-filters',
      'sends',
      'surveys',
    ],
    tables: ['privacy_requests', 'privacy_request_steps', 'person_packages', 'retention_rules'],
    foreignTables: {
      audit_events: 'who saw a person, and what was done, is part of what is collected of them',
      bulk_action_contacts: 'the tags of an erased person go with them, and the module of that table calls this one',
    },
  },
  'bulk-actions': {
    nouns: ['bulk-action'],
    mayCall: ['access', 'companies', 'contacts', 'privacy'],
    tables: ['bulk_actions', 'bulk_action_contacts'],
  },
  merges: {
    nouns: ['merge', 'duplicate'],
    mayCall: ['companies', 'contacts', 'imports', 'privacy', 'responses', 'sends'],
    tables: ['duplicate_pairs', 'duplicate_searches'],
    functions: ['duplicates'],
    foreignTables: {
      contacts: 'duplicates are found in one pass over a million of them, by the statement that keeps them',
    },
  },
  surveys: {
    nouns: ['survey', 'version', 'question', 'logic', 'template'],
    mayCall: ['companies', 'contacts'],
    tables: ['surveys', 'survey_versions', 'survey_links'],
    functions: ['surveys', 'survey_versions'],
    offers: ['survey_status', 'count_survey_responses'],
  },
  sends: {
    nouns: ['send', 'item', 'channel', 'throttle', 'quarantine', 'link'],
    mayCall: ['access', 'companies', 'contacts', 'surveys'],
    tables: [
      'sends',
      'send_items',
      'send_runnable',
      'send_leases',
      'send_progress',
      'send_evidence',
      'invitation_daily',
      'provider_accounts',
      'merged_items',
    ],
    functions: ['send_items', 'send_evidence', 'invitation_daily', 'quarantine'],
    offers: ['find_invited_item', 'find_invited_items', 'record_send_evidence', 'add_to_invitation_days'],
    foreignTables: {
      business_units: 'the days of quarantine are read by the function that goes by them, in its one trip',
      responses: 'who has answered is held back by the statement that judges a batch of 5,000',
    },
  },
  responses: {
    nouns: ['response', 'answer'],
    mayCall: ['companies', 'surveys', 'contacts', 'sends'],
    entryPoints: ['page-routes.ts'],
    tables: ['responses', 'answers', 'answered_invitations', 'metric_daily'],
    functions: ['responses', 'metric_daily'],
  },
  analytics: {
    nouns: ['metric', 'nps', 'rollup', 'dashboard'],
    mayCall: ['companies', 'contacts', 'surveys', 'responses', 'sends'],
  },
  insights: { nouns: ['insight', 'topic', 'sentiment', 'signal'], mayCall: ['analytics', 'responses'] },
  tickets: { nouns: ['ticket', 'sla', 'rule'], mayCall: ['responses', 'contacts'] },
  timeline: { nouns: ['timeline'], mayCall: ['audit', 'bulk-actions', 'contacts', 'imports', 'responses', 'sends'] },
  reputation: { nouns: ['source', 'review', 'reply'], mayCall: ['responses'] },
  imports: {
    nouns: ['import', 'row'],
    mayCall: ['access', 'companies', 'contacts', 'surveys', 'responses'],
    tables: [
      'imports',
      'import_uploads',
      'import_row_errors',
      'import_rehearsals',
      'import_mappings',
      'incoming_uploads',
    ],
  },
  exports: { nouns: ['export'], mayCall: 'anyone', tables: ['exports', 'export_parts'] },
  'saved-filters': { nouns: ['saved-filter'], mayCall: ['access', 'companies'], tables: ['saved_filters'] },
  webhooks: { nouns: ['webhook', 'delivery', 'attempt'], mayCall: ['companies'] },
  integrations: { nouns: ['integration', 'partner', 'token'], mayCall: ['contacts', 'surveys', 'sends'] },
  notifications: {
    nouns: ['notification', 'message', 'preference'],
    mayCall: ['companies', 'exports', 'imports'],
    tables: ['notifications'],
  },
  installation: {
    nouns: ['environment', 'maintenance', 'notice'],
    mayCall: [],
    tables: ['maintenance', 'system_notices'],
  },
  billing: {
    nouns: ['plan', 'usage', 'ledger', 'payment'],
    mayCall: ['access', 'companies', 'responses', 'sends'],
  },
  admin: { nouns: ['cost', 'change'], mayCall: 'anyone' },
  audit: {
    nouns: [],
    mayCall: ['companies'],
    foreignTables: { audit_events: 'every module writes it through the plumbing; this one shows it to the company' },
  },
};

/** What belongs to the plumbing. Its functions are everybody's, and name no table of a module. */
export const platform: Required<Pick<ModuleRow, 'tables' | 'functions'>> = {
  tables: ['outbox', 'audit_events', 'idempotency_keys', 'queued_mails', 'schema_migrations', 'schema_functions'],
  functions: ['companies', 'ids', 'search', 'outbox'],
};

/** The files of a module that the outside world enters by: they call acts, and only they know HTTP. */
export const entryPoints = ['routes.ts', 'jobs.ts', 'subscribers.ts'];

/** Libraries and built-ins that mean HTTP; only entry points and the plumbing touch them. */
export const httpLibraries = /^(fastify([-/].*)?|@fastify\/.*|node:https?|node:http2)$/;

/** Pieces of platform/http that say what happened or who acts, without any HTTP in them: acts may use these. */
export const plainOfHttp = [
  'server/src/platform/http/maintenance-gate.ts',
  'server/src/platform/http/refusal.ts',
  'server/src/platform/http/scope.ts',
];

/** Libraries without I/O, clock or chance: rule files may use these, because the rules in them are nobody's to rewrite. */
export const pureLibraries = /^libphonenumber-js(\/|$)/;

/** Words that say nothing: a file or a folder so named is two things, or one without its name. */
export const emptyNames = ['util', 'helper', 'common', 'shared', 'misc', 'service', 'manager'];

/** Empty on their own; as part of a longer name (`demo-data`) they may say something. */
export const emptyAlone = ['data', 'info'];

/** How one workspace names the files of another, or its own root: the `exports` and `imports` of the package files. */
export const aliases: { pattern: RegExp; path: string }[] = [
  { pattern: /^#platform\/(.+)$/, path: 'server/src/platform/$1' },
  { pattern: /^#modules\/(.+)$/, path: 'server/src/modules/$1' },
  { pattern: /^#web\/(.+)$/, path: 'web/src/$1' },
  { pattern: /^@escuta\/contract\/(.+)$/, path: 'contract/src/$1.ts' },
  { pattern: /^@escuta\/respond$/, path: 'respond/src/render.tsx' },
  { pattern: /^@escuta\/respond\/components$/, path: 'respond/src/components/index.tsx' },
];

/** Files another workspace may enter by; they may gather what they show. */
export const packageEntries = ['respond/src/render.tsx', 'respond/src/components/index.tsx'];

export const maxIndexLines = 40;
export const maxMainLines = 60;

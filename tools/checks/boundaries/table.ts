/** What one module owns and whose front door it may knock at. */
export interface ModuleRow {
  /** Its nouns in the singular: `<noun>.ts` in its folder is a rule file, pure, importing only the contract. */
  nouns: string[];
  /** The modules whose `index.ts` it may import. Everything else happens by event. */
  mayCall: string[] | 'anyone';
  /** Doors beyond the usual three: files that turn a request into plain values before any act runs. */
  doors?: string[];
}

/** The modules of the server. A new module starts with a row here; a row nobody needs any more is deleted. */
export const modules: Record<string, ModuleRow> = {
  access: {
    nouns: ['user', 'session', 'role', 'invitation', 'totp', 'audit'],
    mayCall: ['companies'],
    doors: ['authenticate.ts', 'session-cookie.ts'],
  },
  companies: { nouns: ['company', 'unit', 'flag', 'setting', 'field'], mayCall: [] },
  contacts: { nouns: ['contact', 'consent', 'suppression', 'segment'], mayCall: ['companies'] },
  surveys: { nouns: ['survey', 'version', 'question', 'logic', 'template'], mayCall: ['companies'] },
  sends: {
    nouns: ['send', 'item', 'channel', 'throttle', 'quarantine', 'link'],
    mayCall: ['access', 'companies', 'contacts', 'surveys'],
  },
  responses: { nouns: ['response', 'answer'], mayCall: ['companies', 'surveys', 'contacts', 'sends'] },
  analytics: { nouns: ['metric', 'nps', 'rollup', 'dashboard'], mayCall: ['companies', 'responses', 'sends'] },
  insights: { nouns: ['insight', 'topic', 'sentiment', 'signal'], mayCall: ['analytics', 'responses'] },
  tickets: { nouns: ['ticket', 'sla', 'rule'], mayCall: ['responses', 'contacts'] },
  reputation: { nouns: ['source', 'review', 'reply'], mayCall: ['responses'] },
  imports: { nouns: ['import', 'row'], mayCall: ['access', 'companies', 'contacts', 'surveys', 'responses'] },
  exports: { nouns: ['export'], mayCall: 'anyone' },
  webhooks: { nouns: ['webhook', 'delivery', 'attempt'], mayCall: ['companies'] },
  integrations: { nouns: ['integration', 'partner', 'token'], mayCall: ['contacts', 'surveys', 'sends'] },
  notifications: { nouns: ['notification', 'message', 'preference'], mayCall: ['companies'] },
  billing: { nouns: ['plan', 'usage', 'ledger', 'payment'], mayCall: ['companies'] },
  admin: { nouns: ['cost', 'change'], mayCall: 'anyone' },
};

/** The files of a module that the outside world enters by: they call acts, and only they know HTTP. */
export const doors = ['routes.ts', 'jobs.ts', 'subscribers.ts'];

/** Libraries and built-ins that mean HTTP; only doors and the plumbing touch them. */
export const httpLibraries = /^(fastify([-/].*)?|@fastify\/.*|node:https?|node:http2)$/;

/** Pieces of platform/http that say what happened or who acts, without any HTTP in them: acts may use these. */
export const plainOfHttp = ['server/src/platform/http/refusal.ts', 'server/src/platform/http/scope.ts'];

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

/*
 * Who may do what, and where it is found: the one declaration from which the server's guards, the screens' guards and the
 * menu derive. A role, a screen or a place in the menu is an entry here, its texts and its page.
 */

/**
 * What a signed-in user may do. The server enforces each; the web only mirrors it. Each says the screen whose switch it
 * needs: nobody does by a request what the screen refuses. Null where it goes by no switch.
 */
const screenOf = {
  'dashboard.read': null,
  'comments.read': null,
  'responses.read': 'customer-feedback',
  'responses.export': 'customer-feedback',
  /** To see, one at a time, an answer to a question that is marked as sensitive (decision 35). */
  'responses.revealSensitive': 'customer-feedback',
  'contacts.read': null,
  'contacts.identify': null,
  'contacts.export': null,
  'contacts.edit': null,
  /** To see, one at a time, what is marked as sensitive (decision 35). */
  'contacts.revealSensitive': null,
  'contacts.import': null,
  /** What the contacts of a unit have in common: its segments and lists, and the companies that they work for. */
  'segments.edit': null,
  'contactCompanies.edit': null,
  /** To make two contacts one, and one two again. */
  'contacts.merge': null,
  /** The addresses that a unit does not write to; and to add one, to look one up or to write to one again. */
  'suppressions.read': null,
  'suppressions.edit': null,
  'surveys.read': null,
  'surveys.edit': 'customer-feedback',
  'sends.read': null,
  'sends.export': null,
  /** To one person at a time. */
  'sends.createIndividual': null,
  /** To any audience. */
  'sends.create': null,
  'imports.read': null,
  'exports.read': null,
  'analytics.read': null,
  'insights.read': 'insights',
  'reputation.read': 'reputation-management',
  'reviews.read': null,
  'reviews.reply': null,
  'tickets.read': 'ticketing',
  'settings.read': null,
  'company.manage': null,
  'users.manage': null,
  'audit.read': null,
  'finances.read': null,
  'finances.manage': null,
  'integrations.manage': null,
  /** To delete or anonymize a person. */
  'contacts.erase': null,
  /** The desk for requests of people about their data, and for how long data is kept. */
  'privacy.manage': null,
  /** What the product tells people by the bell (TOPBAR-19). */
  'notifications.read': null,
  'accounts.switch': null,
  'internal.admin': null,
} as const satisfies Record<string, Screen | null>;
export type Capability = keyof typeof screenOf;
export const capabilities = Object.keys(screenOf) as readonly Capability[];

/**
 * Who may call a route. `public`: anybody. `link`: whoever holds a link that we signed, the parameter `token` of the path.
 * `session`: any signed-in user. Otherwise the capability that the role of the user must hold.
 */
export type Permission = 'public' | 'link' | 'session' | Capability;

/**
 * What can be switched on, by the names of the specification (1§2.2) and by where each stands on the wire. Of the dashboard,
 * which it names no switch for (MENU-23), the menu alone goes by it: everybody who is turned away elsewhere lands there.
 */
export const switchesByLocation = {
  /** On the unit itself. */
  unit: ['nps_enabled', 'reviews_enabled', 'dashboard_enabled'],
  /** In the `cf_attributes` of the unit. */
  cf_attributes: ['cf_surveys', 'cf_ai'],
  /** In the `general_attributes` of its company. */
  general_attributes: ['allow_ticketing'],
} as const;
export type Feature = (typeof switchesByLocation)[keyof typeof switchesByLocation][number];
/** What a unit and its company have switched on. */
export type Switches = Readonly<Record<Feature, boolean>>;

/** A value for each of these switches. */
export function eachSwitch<F extends Feature, Value>(
  names: readonly F[],
  valueOf: (feature: F) => Value,
): Record<F, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<F, Value>;
}

interface ScreenPolicy {
  /** Where the menu shows it: the sidebar, or the secondary bar 'Mais'; in no menu without this. */
  readonly menu?: 'main' | 'more';
  /** The calendar day `YYYY-MM-DD` on which it came: for a while it is marked as new (MENU-05). */
  readonly addedOn?: string;
  /** The switch without which nobody opens it. */
  readonly feature?: Feature;
  /** The switches without which its entry in the menu stands disabled (1§4); the feature alone when absent. */
  readonly enabledBy?: readonly Feature[];
}

/** The screens by the first part of their address, in the order of the menu (MENU-11, MENU-16). */
export const screens = {
  'cf-dashboard': { menu: 'main', enabledBy: ['dashboard_enabled'] },
  contatos: { menu: 'main' },
  'reputation-management': { menu: 'main', feature: 'reviews_enabled' },
  'customer-feedback': {
    menu: 'main',
    addedOn: '2026-11-20',
    feature: 'nps_enabled',
    enabledBy: ['nps_enabled', 'cf_surveys'],
  },
  'cf-analytics': { menu: 'main', enabledBy: ['nps_enabled', 'cf_surveys'] },
  insights: { menu: 'main', feature: 'cf_ai', enabledBy: ['nps_enabled', 'cf_surveys', 'cf_ai'] },
  ticketing: { menu: 'main', feature: 'allow_ticketing' },
  settings: { menu: 'main' },
  queues: { menu: 'more' },
  imports: { menu: 'more' },
  exports: { menu: 'more' },
  partners: { menu: 'more' },
  admin: { menu: 'more' },
  importer: {},
  reviews: {},
  /** What is the user's own: the one part of the settings that everybody opens. */
  profile: {},
} as const satisfies Record<string, ScreenPolicy>;
export type Screen = keyof typeof screens;
const screenNames = Object.keys(screens) as readonly Screen[];
/** A screen that has a place in a menu. */
export type ListedScreen = {
  [S in Screen]: (typeof screens)[S] extends { readonly menu: string } ? S : never;
}[Screen];

/** The switch without which nobody calls a route of a permission; undefined where it needs none. */
export function featureOf(permission: Permission): Feature | undefined {
  const named: Partial<Record<Permission, Screen | null>> = screenOf;
  const screen = named[permission];
  const policy: ScreenPolicy = screen ? screens[screen] : {};
  return policy.feature;
}

/** What people are in ticketing, beside their role in the product (decision 5). */
export const ticketingRoles = ['adm', 'ana', 'agent'] as const;
export type TicketingRole = (typeof ticketingRoles)[number];

interface RolePolicy {
  readonly can: readonly Capability[];
  /** The route table of the specification (1§2.1). */
  readonly opens: readonly Screen[];
  /** What the role does not find in its menu (1§6): screens that it may open all the same, or the help. */
  readonly unlisted?: readonly (Screen | 'help')[];
  /** The ticketing role that its people always have (decision 54); chosen for each person when absent. */
  readonly ticketingRole?: TicketingRole;
}

/* Each of these may what the one before may, and more. */
const guest: RolePolicy = { can: ['dashboard.read'], opens: ['cf-dashboard', 'profile'] };
const scoreReader: RolePolicy = {
  can: [
    ...guest.can,
    'contacts.read',
    'suppressions.read',
    'surveys.read',
    'analytics.read',
    'reputation.read',
    'settings.read',
    'finances.read',
    'notifications.read',
  ],
  opens: [...guest.opens, 'contatos', 'reputation-management', 'customer-feedback', 'cf-analytics', 'settings'],
};
const reader: RolePolicy = {
  can: [...scoreReader.can, 'comments.read', 'responses.read', 'reviews.read'],
  opens: [...scoreReader.opens, 'reviews'],
};
const contactsEditor: RolePolicy = {
  can: [
    ...reader.can,
    'contacts.identify',
    'contacts.edit',
    'contacts.import',
    'segments.edit',
    'contactCompanies.edit',
    'suppressions.edit',
    'sends.createIndividual',
    'reviews.reply',
  ],
  opens: [...reader.opens, 'importer'],
};
const management: RolePolicy = {
  can: [
    ...contactsEditor.can,
    'contacts.merge',
    'contacts.revealSensitive',
    'insights.read',
    'responses.export',
    'responses.revealSensitive',
    'surveys.edit',
    'sends.read',
    'sends.export',
    'sends.create',
    'imports.read',
    'exports.read',
  ],
  opens: [...contactsEditor.opens, 'insights', 'queues', 'imports', 'exports'],
};
/* Whoever answers for the company: its people, its money, what leaves it and what is deleted. */
const administration: RolePolicy = {
  can: [
    ...management.can,
    'contacts.export',
    'company.manage',
    'users.manage',
    'audit.read',
    'finances.manage',
    'integrations.manage',
    'contacts.erase',
    'privacy.manage',
  ],
  opens: [...management.opens, 'partners'],
};

const rolePolicies = {
  own: administration,
  adm: administration,
  acmng: {
    can: [...administration.can, 'accounts.switch', 'internal.admin'],
    opens: [...administration.opens, 'admin'],
  },
  ana: management,
  pdv: { ...contactsEditor, unlisted: ['customer-feedback', 'cf-analytics'] },
  readonly: { can: [...reader.can, 'insights.read'], opens: [...reader.opens, 'insights'] },
  notesonly: scoreReader,
  dashonly: { ...guest, unlisted: ['help'] },
  agent: { ...guest, can: [...guest.can, 'notifications.read'], ticketingRole: 'agent' },
} as const satisfies Record<string, RolePolicy>;

/** Nine roles of the product; `agent` is for people who only work on tickets (decision 54). */
export type Role = keyof typeof rolePolicies;
export const roles = Object.keys(rolePolicies) as readonly Role[];

function policyOf(role: Role): RolePolicy {
  return rolePolicies[role];
}

/** The ticketing role that a role brings with it; undefined where it is chosen for each person. */
export function ticketingRoleOf(role: Role): TicketingRole | undefined {
  return policyOf(role).ticketingRole;
}

/** Says whether a role is that of our own people, who manage the accounts of customers. */
export function isStaff(role: Role): boolean {
  return can(role, 'internal.admin');
}

/** The role of those who own a company. */
export const ownerRole = 'own' satisfies Role;

/** Says whether who has a role owns the company: every company keeps one who does. */
export function isOwner(role: Role): boolean {
  return role === ownerRole;
}

/** The role of somebody who is invited, unless who invites says another: they make surveys and send them, and manage nobody. */
export const invitedRole: Role = 'ana';

/** Of those who manage people, who stands above whom; everybody else stands below them. */
const standings: Partial<Record<Role, number>> = { adm: 1, own: 2, acmng: 3 };

/**
 * Whether somebody may give a role, and change who has it: nobody a role above the own (TEAM-07). Our own people, `acmng`, are
 * made by each other alone.
 */
export function mayGive(giver: Role, given: Role): boolean {
  return can(giver, 'users.manage') && (standings[given] ?? 0) <= (standings[giver] ?? 0);
}

/**
 * Whether who has a role decides how the people of the company come in. It would stay when a visit is over, so nobody gives it
 * who is inside the account of another company (decision 0037).
 */
export function decidesWhoComesIn(role: Role): boolean {
  return can(role, 'company.manage');
}

/**
 * The roles that somebody who manages people may look at the product as (SETTING-14): those that may what they may themselves,
 * and open what they open, and less.
 */
export function rolesToPreview(viewer: Role): Role[] {
  if (!can(viewer, 'users.manage')) return [];
  return roles.filter((role) => {
    const ticketingRole = ticketingRoleOf(role) ?? null;
    return (
      !can(role, 'users.manage') &&
      capabilities.every((capability) => can(viewer, capability) || !can(role, capability, ticketingRole)) &&
      screenNames.every((screen) => opens(viewer, screen) || !opens(role, screen, ticketingRole))
    );
  });
}

interface TicketingPolicy {
  readonly can: readonly Capability[];
  readonly opens: readonly Screen[];
}
/* What a ticketing role adds to the role beside it: rights in ticketing, and nothing else (PERMS-17). */
const ticketWorker: TicketingPolicy = { can: ['tickets.read'], opens: ['ticketing'] };
const ticketingPolicies: Readonly<Record<TicketingRole, TicketingPolicy>> = {
  adm: ticketWorker,
  ana: ticketWorker,
  agent: ticketWorker,
};

/** Says whether who has a role, and a ticketing role if any, holds a capability. */
export function can(role: Role, capability: Capability, ticketingRole: TicketingRole | null = null): boolean {
  return (
    policyOf(role).can.includes(capability) ||
    (ticketingRole !== null && ticketingPolicies[ticketingRole].can.includes(capability))
  );
}

/** What temporary access to the accounts of customers adds to any role (1§6). */
export function canByTemporaryAccess(capability: Capability): boolean {
  return capability === 'accounts.switch';
}

/** What the flag of a user adds to the role: for `ana`, files that name people (PERMS-08). */
export function canByExportFlag(role: Role, capability: Capability): boolean {
  return role === 'ana' && capability === 'contacts.export';
}

/** Says whether somebody may take away a file that says who people are. */
export function mayTakeNames({ role, exportsPersonalData }: { role: Role; exportsPersonalData: boolean }): boolean {
  return can(role, 'contacts.export') || (exportsPersonalData && canByExportFlag(role, 'contacts.export'));
}

/** The roles whose people may be narrowed to one value of a custom field, such as the code of their shop (PERMS-14). */
export function canBeNarrowed(role: Role): boolean {
  return role === 'pdv';
}

/*
 * What a narrowed user keeps: where every road has been followed to the contacts. Anything else, and what comes later, is
 * theirs once somebody has done the same (decision 0047). A file changes whoever stands in it, segments, companies and the list
 * of suppressions say something of contacts that they do not see, and the usage of a company is of everybody, so none of these is.
 */
const leftWhenNarrowed: readonly Capability[] = [
  'dashboard.read',
  'comments.read',
  'responses.read',
  'contacts.read',
  'contacts.identify',
  'contacts.edit',
  'surveys.read',
  'sends.createIndividual',
  'analytics.read',
  'tickets.read',
  'settings.read',
];

/** Whether a capability of the role is left to whoever is narrowed to one value. */
export function canWhenNarrowed(capability: Capability): boolean {
  return leftWhenNarrowed.includes(capability);
}

/* The screens whose routes are left to them. */
const screensLeftWhenNarrowed: readonly Screen[] = [
  'cf-dashboard',
  'contatos',
  'customer-feedback',
  'cf-analytics',
  'ticketing',
  'settings',
  'profile',
];

/** What somebody is inside a company that is not their own: an account manager stays one, nobody else is its owner. */
export function roleInside(role: Role): Role {
  return isOwner(role) ? 'adm' : role;
}

/** Says whether who has a role, and a ticketing role if any, may open a screen. */
export function opens(role: Role, screen: Screen, ticketingRole: TicketingRole | null = null): boolean {
  return (
    policyOf(role).opens.includes(screen) ||
    (ticketingRole !== null && ticketingPolicies[ticketingRole].opens.includes(screen))
  );
}

/** Who looks for a screen, as the wire has them. */
interface ScreenReader {
  readonly role: Role;
  readonly ticketing_role: TicketingRole | null;
  /** What they are narrowed to; null for whoever is not. */
  readonly narrowed_to: object | null;
}

/** Says whether somebody may open a screen, by their roles and by what they are narrowed to. */
export function mayOpen({ role, ticketing_role, narrowed_to }: ScreenReader, screen: Screen): boolean {
  return (narrowed_to === null || screensLeftWhenNarrowed.includes(screen)) && opens(role, screen, ticketing_role);
}

/** Says whether the switch that a screen needs is on; a screen that needs none is. */
export function isSwitchedOn(screen: Screen, switches: Switches): boolean {
  const { feature }: ScreenPolicy = screens[screen];
  return feature === undefined || switches[feature];
}

/** An entry of the menu. */
export interface MenuEntry {
  readonly screen: ListedScreen;
  /** False where a switch is off: the entry stands there, and says so when it is chosen. */
  readonly isEnabled: boolean;
}

/** What somebody finds in a menu, in its order. Every entry is disabled until the unit and its company have come (MENU-17). */
export function menuOf(
  reader: ScreenReader,
  menu: NonNullable<ScreenPolicy['menu']>,
  switches: Switches | undefined,
): MenuEntry[] {
  const { unlisted = [] } = policyOf(reader.role);
  return (Object.entries(screens) as [ListedScreen, ScreenPolicy][])
    .filter(([screen, policy]) => policy.menu === menu && mayOpen(reader, screen) && !unlisted.includes(screen))
    .map(([screen, { feature, enabledBy = feature ? [feature] : [] }]) => ({
      screen,
      isEnabled: switches !== undefined && enabledBy.every((name) => switches[name]),
    }));
}

/** Says whether the menu of a role ends with the help, which is a dialog and no screen. */
export function hasHelp(role: Role): boolean {
  return policyOf(role).unlisted?.includes('help') !== true;
}

const newDays = 60;
const dayMs = 24 * 60 * 60 * 1_000;

/** Says whether the menu marks a screen as new on a calendar day `YYYY-MM-DD`: for its first 60 days (decision 60). */
export function isNewOn(screen: Screen, day: string): boolean {
  const { addedOn }: ScreenPolicy = screens[screen];
  return addedOn !== undefined && Date.parse(day) - Date.parse(addedOn) < newDays * dayMs;
}

/** Roles of the specification: `role` for the product, `ticketing_role` apart from it (decision 5). */
export const roles = ['own', 'adm', 'acmng', 'ana', 'pdv', 'readonly', 'notesonly', 'dashonly', 'agent'] as const;
export type Role = (typeof roles)[number];
export const ticketingRoles = ['adm', 'ana', 'agent'] as const;
export type TicketingRole = (typeof ticketingRoles)[number];

/** What a signed-in user may do. The server enforces each; the web only mirrors it. */
export const capabilities = {
  'dashboard.read': ['own', 'adm', 'acmng', 'ana', 'pdv', 'readonly', 'notesonly', 'dashonly', 'agent'],
  'comments.read': ['own', 'adm', 'acmng', 'ana', 'pdv', 'readonly'],
  'contacts.read': ['own', 'adm', 'acmng', 'ana', 'pdv', 'readonly', 'notesonly'],
  'contacts.identify': ['own', 'adm', 'acmng', 'ana', 'pdv', 'readonly'],
  'contacts.edit': ['own', 'adm', 'acmng', 'ana', 'pdv'],
  'contacts.import': ['own', 'adm', 'acmng', 'ana', 'pdv'],
  'surveys.read': ['own', 'adm', 'acmng', 'ana', 'pdv', 'readonly', 'notesonly'],
  'surveys.edit': ['own', 'adm', 'acmng', 'ana'],
  'sends.read': ['own', 'adm', 'acmng', 'ana'],
  'sends.create': ['own', 'adm', 'acmng', 'ana'],
  'imports.read': ['own', 'adm', 'acmng', 'ana'],
  'internal.admin': ['acmng'],
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof capabilities;

/** `public`: no session. `session`: any signed-in user. Otherwise the capability that the role must hold. */
export type Permission = 'public' | 'session' | Capability;

/** Says whether a role holds a capability. */
export function can(role: Role, capability: Capability): boolean {
  return (capabilities[capability] as readonly Role[]).includes(role);
}

/** The route table of the specification (1§2.1): which role opens which screen. Menu and guards read this one table. */
export const screens = {
  'cf-dashboard': roles,
  contatos: ['own', 'adm', 'acmng', 'ana', 'pdv', 'readonly', 'notesonly'],
  'customer-feedback': ['own', 'adm', 'ana', 'pdv', 'acmng', 'readonly', 'notesonly'],
  queues: ['own', 'adm', 'acmng', 'ana'],
  imports: ['own', 'adm', 'acmng', 'ana'],
  importer: ['own', 'adm', 'acmng', 'pdv', 'ana'],
} as const satisfies Record<string, readonly Role[]>;

export type Screen = keyof typeof screens;

/** Says whether a role may open a screen. */
export function opens(role: Role, screen: Screen): boolean {
  return (screens[screen] as readonly Role[]).includes(role);
}

/** The menu shows some screens to fewer roles than may open them (1§6). */
const menuRoles: Partial<Record<Screen, readonly Role[]>> = {
  'customer-feedback': ['own', 'adm', 'ana', 'acmng', 'readonly', 'notesonly'],
};

/** Says whether a role finds a screen in the menu. */
export function isInMenu(role: Role, screen: Screen): boolean {
  return opens(role, screen) && (menuRoles[screen]?.includes(role) ?? true);
}

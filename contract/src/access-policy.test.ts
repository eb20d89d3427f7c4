import { describe, expect, test } from 'vitest';
import {
  can,
  capabilities,
  decidesWhoComesIn,
  eachSwitch,
  invitedRole,
  isNewOn,
  isSwitchedOn,
  mayGive,
  menuOf,
  opens,
  rolesToPreview,
  roles,
  screens,
  switchesByLocation,
  ticketingRoleOf,
  ticketingRoles,
} from './access-policy.ts';
import type { Capability, Role, Screen, Switches } from './access-policy.ts';

const openTo = (screen: Screen) => roles.filter((role) => opens(role, screen));
const holders = (capability: Capability) => roles.filter((role) => can(role, capability));

const allButTickets = ['own', 'adm', 'acmng', 'ana', 'pdv', 'readonly', 'notesonly'];
/** The route table of the specification (1§2.1), with `profile`, which is everybody's own. */
const routeTable: Record<Screen, readonly string[]> = {
  'cf-dashboard': roles,
  contatos: allButTickets,
  'reputation-management': allButTickets,
  'customer-feedback': allButTickets,
  'cf-analytics': allButTickets,
  insights: ['own', 'adm', 'acmng', 'ana', 'readonly'],
  ticketing: [],
  settings: allButTickets,
  queues: ['own', 'adm', 'acmng', 'ana'],
  imports: ['own', 'adm', 'acmng', 'ana'],
  exports: ['own', 'adm', 'acmng', 'ana'],
  partners: ['own', 'adm', 'acmng'],
  admin: ['acmng'],
  importer: ['own', 'adm', 'acmng', 'ana', 'pdv'],
  reviews: ['own', 'adm', 'acmng', 'ana', 'pdv', 'readonly'],
  profile: roles,
};

test.each(Object.keys(screens) as Screen[])('%s opens to the roles of the route table, and to no other', (screen) => {
  expect(openTo(screen)).toEqual(routeTable[screen]);
});

const administrators = ['own', 'adm', 'acmng'];
const managers = [...administrators, 'ana'];
const contactEditors = [...managers, 'pdv'];

test.each([
  ['comments.read', [...contactEditors, 'readonly']],
  ['contacts.identify', contactEditors],
  ['contacts.edit', contactEditors],
  ['contacts.revealSensitive', managers],
  ['responses.revealSensitive', managers],
  ['contacts.import', contactEditors],
  ['segments.edit', contactEditors],
  ['contactCompanies.edit', contactEditors],
  ['suppressions.read', allButTickets],
  ['suppressions.edit', contactEditors],
  ['contacts.export', administrators],
  ['surveys.edit', managers],
  ['sends.createIndividual', contactEditors],
  ['sends.create', managers],
  ['sends.export', managers],
  ['exports.read', managers],
  ['insights.read', [...managers, 'readonly']],
  ['reviews.reply', contactEditors],
  ['finances.read', allButTickets],
  ['finances.manage', administrators],
  ['users.manage', administrators],
  ['company.manage', administrators],
  ['audit.read', administrators],
  ['integrations.manage', administrators],
  ['contacts.erase', administrators],
  ['settings.read', allButTickets],
  ['internal.admin', ['acmng']],
  ['tickets.read', []],
] as const)('%s is held by these roles and by no other', (capability, holding) => {
  expect(holders(capability)).toEqual(holding);
});

describe.each(ticketingRoles)('the ticketing role %s', (ticketingRole) => {
  test('[PERMS-17] adds rights in ticketing to a role, and none elsewhere', () => {
    for (const role of roles) {
      const added = capabilities.filter((each) => can(role, each, ticketingRole) && !can(role, each));
      const opened = (Object.keys(screens) as Screen[]).filter(
        (each) => opens(role, each, ticketingRole) && !opens(role, each),
      );
      expect({ role, added, opened }).toEqual({ role, added: ['tickets.read'], opened: ['ticketing'] });
    }
  });
});

test('account managers hold every capability and open every screen, those of tickets with a part in them', () => {
  expect(capabilities.filter((capability) => !can('acmng', capability))).toEqual(['tickets.read']);
  expect(capabilities.filter((capability) => !can('acmng', capability, 'adm'))).toEqual([]);
  expect((Object.keys(screens) as Screen[]).filter((screen) => !opens('acmng', screen, 'adm'))).toEqual([]);
});

const allOn = eachSwitch(Object.values(switchesByLocation).flat(), () => true);

test('a menu shows what its role opens, in the order of the policy, and not what is unlisted', () => {
  const listed = (role: Role, menu: 'main' | 'more') =>
    menuOf({ role, ticketing_role: null, narrowed_to: null }, menu, allOn).map(({ screen }) => screen);
  const ofOwner = [
    'cf-dashboard',
    'contatos',
    'reputation-management',
    'customer-feedback',
    'cf-analytics',
    'insights',
  ];
  expect(listed('own', 'main')).toEqual([...ofOwner, 'settings']);
  expect(listed('own', 'more')).toEqual(['queues', 'imports', 'exports', 'partners']);
  expect(listed('pdv', 'main')).toEqual(['cf-dashboard', 'contatos', 'reputation-management', 'settings']);
  expect([listed('pdv', 'more'), listed('agent', 'main')]).toEqual([[], ['cf-dashboard']]);
});

test('[PERMS-14] a menu shows who is narrowed nothing behind which they are refused', () => {
  const narrowed = { role: 'pdv', ticketing_role: 'ana', narrowed_to: { value: 'Centro' } } as const;
  const listed = menuOf(narrowed, 'main', allOn).map(({ screen }) => screen);
  expect(listed).toEqual(['cf-dashboard', 'contatos', 'ticketing', 'settings']);
});

test('[MENU-05] surveys are marked as new for sixty days from the one on which they came', () => {
  const days = ['2026-11-20', '2027-01-18', '2027-01-19'];
  expect(days.map((day) => isNewOn('customer-feedback', day))).toEqual([true, true, false]);
  expect(isNewOn('contatos', '2026-11-20')).toBe(false);
});

test('a screen without its switch is off, whatever else is on', () => {
  expect(isSwitchedOn('customer-feedback', allOn)).toBe(true);
  expect(isSwitchedOn('customer-feedback', { ...allOn, nps_enabled: false })).toBe(false);
  expect(isSwitchedOn('contatos', { ...allOn, nps_enabled: false })).toBe(true);
});

test('an entry of a menu stands disabled while one of its switches is off', () => {
  const enabled = (switches: Partial<Switches>) =>
    menuOf({ role: 'own', ticketing_role: null, narrowed_to: null }, 'main', { ...allOn, ...switches }).flatMap(
      ({ screen, isEnabled }) => (isEnabled ? [screen] : []),
    );
  const always = ['cf-dashboard', 'contatos', 'settings'];
  const without = (...off: string[]) =>
    [
      'cf-dashboard',
      'contatos',
      'reputation-management',
      'customer-feedback',
      'cf-analytics',
      'insights',
      'settings',
    ].filter((screen) => !off.includes(screen));
  expect(enabled({})).toEqual(without());
  expect(enabled({ nps_enabled: false })).toEqual(without('customer-feedback', 'cf-analytics', 'insights'));
  expect(enabled({ cf_surveys: false })).toEqual(without('customer-feedback', 'cf-analytics', 'insights'));
  expect(enabled({ cf_ai: false })).toEqual(without('insights'));
  expect(enabled({ reviews_enabled: false })).toEqual(without('reputation-management'));
  expect(always.every((screen) => (enabled({ nps_enabled: false, cf_ai: false }) as string[]).includes(screen))).toBe(
    true,
  );
});

test('[SETTING-14] a role is looked at by who manages people, and may nothing that they may not', () => {
  for (const viewer of roles)
    for (const role of rolesToPreview(viewer)) {
      const ticketingRole = ticketingRoleOf(role) ?? null;
      expect(can(role, 'users.manage')).toBe(false);
      expect(capabilities.filter((each) => can(role, each, ticketingRole) && !can(viewer, each))).toEqual([]);
      const more = (Object.keys(screens) as Screen[]).filter((each) => opens(role, each, ticketingRole));
      expect(more.filter((each) => !opens(viewer, each))).toEqual([]);
    }
  for (const viewer of ['own', 'adm', 'acmng'] as const)
    expect(rolesToPreview(viewer)).toEqual(['ana', 'pdv', 'readonly', 'notesonly', 'dashonly']);
  for (const viewer of ['ana', 'pdv', 'readonly', 'agent'] as const) expect(rolesToPreview(viewer)).toEqual([]);
});

test('owners, administrators and account managers decide how people come in, and nobody else', () => {
  expect(roles.filter(decidesWhoComesIn)).toEqual(['own', 'adm', 'acmng']);
});

test('[TEAM-07] the role of who is invited, unless another is said, may be given by all who invite, and manages nobody', () => {
  const inviters = holders('users.manage');
  expect(inviters.filter((giver) => !mayGive(giver, invitedRole))).toEqual([]);
  expect(inviters).not.toContain(invitedRole);
  expect(decidesWhoComesIn(invitedRole)).toBe(false);
});

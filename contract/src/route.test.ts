import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import {
  can,
  capabilities,
  eachSwitch,
  isNewOn,
  isSwitchedOn,
  menuOf,
  opens,
  screens,
  switchesByLocation,
} from './access-policy.ts';
import type { Role, Screen, Switches } from './access-policy.ts';
import { route } from './route.ts';
import type { ErrorCode } from './route.ts';

test('a route carries its method, path and promises', () => {
  const example = route('GET /things/:id', {
    summary: 'A thing',
    permission: 'session',
    answer: z.object({ name: z.string() }),
    errors: { THING_GONE: 410 },
  });
  expect([example.method, example.path]).toEqual(['GET', '/things/:id']);
  expectTypeOf<'THING_GONE'>().toExtend<ErrorCode<typeof example.definition>>();
  expectTypeOf<'SOMETHING_ELSE'>().not.toExtend<ErrorCode<typeof example.definition>>();
});

test('a route without a permission does not compile', () => {
  // @ts-expect-error the permission is missing
  const unguarded = route('GET /things', { summary: 'Things', answer: z.object({}) });
  // @ts-expect-error nobody holds this capability
  const misspelt = route('GET /things', { summary: 'Things', permission: 'things.reed', answer: z.object({}) });
  expect([unguarded, misspelt]).toHaveLength(2);
});

test('account managers hold every capability and open every screen', () => {
  expect(capabilities.filter((capability) => !can('acmng', capability))).toEqual([]);
  expect((Object.keys(screens) as Screen[]).filter((screen) => !opens('acmng', screen))).toEqual([]);
});

const allOn = eachSwitch(Object.values(switchesByLocation).flat(), () => true);

test('a menu shows what its role opens, in the order of the policy, and not what is unlisted', () => {
  const listed = (role: Role, menu: 'main' | 'more') => menuOf(role, menu, allOn).map(({ screen }) => screen);
  expect(listed('own', 'main')).toEqual(['cf-dashboard', 'contatos', 'customer-feedback']);
  expect(listed('own', 'more')).toEqual(['queues', 'imports']);
  expect(listed('pdv', 'main')).toEqual(['cf-dashboard', 'contatos']);
  expect([listed('pdv', 'more'), listed('agent', 'main')]).toEqual([[], ['cf-dashboard']]);
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
    menuOf('own', 'main', { ...allOn, ...switches }).flatMap(({ screen, isEnabled }) => (isEnabled ? [screen] : []));
  expect(enabled({})).toEqual(['cf-dashboard', 'contatos', 'customer-feedback']);
  expect(enabled({ nps_enabled: false })).toEqual(['cf-dashboard', 'contatos']);
  expect(enabled({ cf_surveys: false })).toEqual(['cf-dashboard', 'contatos']);
});

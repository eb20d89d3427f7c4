import { expect, test } from 'vitest';
import { forgetSession, rememberSession } from '#web/lib/session.ts';
import { chooseUnit, currentUnit } from '#web/lib/unit.ts';
import { otherUnitId, testUser, unitId } from '#web/testing/render-app.tsx';

const somebodyElse = {
  ...testUser(),
  _id: '019a9f3e-0000-7000-8000-0000000000ff' as ReturnType<typeof testUser>['_id'],
};

test('what somebody left unfinished in this tab is there for them again, and gone for whoever signs in after them', () => {
  rememberSession(testUser(), 'a-token');
  sessionStorage.setItem('draft', 'unfinished');
  rememberSession(testUser(), 'another-token');
  expect(sessionStorage.getItem('draft')).toBe('unfinished');
  rememberSession(somebodyElse, 'their-token');
  expect([sessionStorage.getItem('draft'), localStorage.getItem('access_token')]).toEqual([null, 'their-token']);
});

test('signing out leaves nothing of the session but the language', () => {
  localStorage.setItem('lang', 'es');
  rememberSession(testUser(), 'a-token');
  sessionStorage.setItem('draft', 'unfinished');
  forgetSession();
  expect({ ...localStorage }).toEqual({ lang: 'es' });
  expect(sessionStorage).toHaveLength(0);
});

test('who signs in again keeps the unit, as long as it is still theirs', () => {
  rememberSession(testUser(), 'a-token');
  chooseUnit(otherUnitId);
  rememberSession({ ...testUser(), _businesses: [unitId, otherUnitId] }, 'another-token');
  expect(currentUnit()).toBe(otherUnitId);
  rememberSession({ ...testUser(), _businesses: [unitId] }, 'a-third-token');
  expect(currentUnit()).toBe(unitId);
});

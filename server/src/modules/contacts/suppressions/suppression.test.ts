import { expect, test } from 'vitest';
import type { Judged } from './suppression.ts';
import { judgeLift } from './suppression.ts';

const manual: Judged = { reason: 'manual', isErased: false, person: null };
const bounced: Judged = { ...manual, reason: 'bounced' };

test.each<[string, Judged, null, boolean]>([
  ['what the company stopped, with what the person agreed to since', manual, null, true],
  ['an address that bounced', bounced, null, false],
  ['one that bounced of who told the company to stop, with an agreement', { ...bounced, person: 'noted' }, null, true],
])('somebody of the company lifts %s', (_what, judged, stays, needsConsent) => {
  expect(judgeLift(judged)).toEqual({ stays, needsConsent });
});

test.each<[string, Judged]>([
  ['an unsubscription', { ...manual, reason: 'unsubscribed' }],
  ['a complaint', { ...manual, reason: 'complained' }],
  ['an address that the company stopped, of who stopped another one of theirs', { ...manual, person: 'stopped' }],
  ['one that bounced, of who did', { ...bounced, person: 'stopped' }],
])('%s is the person’s to take back', (_what, judged) => {
  expect(judgeLift(judged)).toEqual({ stays: 'person', needsConsent: false });
});

test('who was erased stays out, whatever else is known of them', () => {
  for (const judged of [manual, bounced, { ...manual, reason: 'unsubscribed' } as const])
    expect(judgeLift({ ...judged, isErased: true, person: 'stopped' })).toEqual({
      stays: 'erased',
      needsConsent: false,
    });
});

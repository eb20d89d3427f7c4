import { expect, test } from 'vitest';
import type { Judged } from './suppression.ts';
import { judgeLift } from './suppression.ts';

const silent = { isWithdrawn: false, isWithdrawnByContact: false };
const manual: Judged = { reason: 'manual', isErased: false, isOptedOut: false, words: silent };
const bounced: Judged = { ...manual, reason: 'bounced' };
const toldToStaff = { isWithdrawn: true, isWithdrawnByContact: false };
const saidThemselves = { isWithdrawn: false, isWithdrawnByContact: true };

test.each([
  ['what the company stopped, with what the person agreed to since', manual, null, true],
  ['an address that bounced', bounced, null, false],
  [
    'one that bounced of who told the company to stop, with an agreement',
    { ...bounced, words: toldToStaff },
    null,
    true,
  ],
])('somebody of the company lifts %s', (_what, judged, stays, needsConsent) => {
  expect(judgeLift(judged)).toEqual({ stays, needsConsent });
});

test.each<[string, Judged]>([
  ['an unsubscription', { ...manual, reason: 'unsubscribed' }],
  ['a complaint', { ...manual, reason: 'complained' }],
  ['a stop beside which the person unsubscribed', { ...manual, isOptedOut: true }],
  ['a bounce beside which they did', { ...bounced, isOptedOut: true }],
  ['an address of who stopped another one of theirs', { ...manual, words: saidThemselves }],
])('%s is the person’s to take back', (_what, judged) => {
  expect(judgeLift(judged)).toEqual({ stays: 'person', needsConsent: false });
});

test('who was erased stays out, whatever else is known of them', () => {
  for (const judged of [manual, bounced, { ...manual, reason: 'unsubscribed' } as const])
    expect(judgeLift({ ...judged, isErased: true, isOptedOut: true })).toEqual({
      stays: 'erased',
      needsConsent: false,
    });
});

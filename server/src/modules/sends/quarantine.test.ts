import { expect, test } from 'vitest';
import type { BusinessUnitId, SendId, SurveyId } from '@escuta/contract/ids';
import { idNamed } from '../../testing/ids.ts';
import { seconds } from './quarantine.ts';
import type { Leaving } from './quarantine.ts';

const kept = { ignoresQuarantine: false, quarantineDays: 30, surveyQuarantineDays: 90 };

const unit = idNamed<BusinessUnitId>('unit');
const survey = idNamed<SurveyId>('survey');

function leaving(name: string, changes: Partial<Leaving['send']> = {}, contact = 'ana', address = contact): Leaving {
  const send = { sendId: idNamed<SendId>(name), businessUnitId: unit, surveyId: survey, ...kept, ...changes };
  return { itemId: idNamed(name), contactId: idNamed(contact), addressHash: Buffer.from(address), send };
}
const reasons = (...items: Leaving[]) => Object.fromEntries(seconds(items, new Map()));

test('of two sends that reach for a person in one transaction, the second is held back', () => {
  expect(reasons(leaving('a'), leaving('b'), leaving('c', {}, 'bia'))).toEqual({ b: 'quarantine' });
});

test('two contacts with one mailbox are one person, in one unit', () => {
  expect(reasons(leaving('a', {}, 'ana', 'x'), leaving('b', {}, 'bia', 'x'))).toEqual({ b: 'quarantine' });
  expect(reasons(leaving('a'), leaving('b', { businessUnitId: idNamed('other') }))).toEqual({});
});

test('the days of the unit decide, and who sends in spite of the quarantine does', () => {
  const short = { quarantineDays: 0 };
  expect(reasons(leaving('a', short), leaving('b', short))).toEqual({ b: 'quarantine_survey' });
  expect(reasons(leaving('a', short), leaving('b', { ...short, surveyId: idNamed('other') }))).toEqual({});
  expect(reasons(leaving('a'), leaving('b', { ignoresQuarantine: true }))).toEqual({});
  expect(reasons(leaving('a', { ignoresQuarantine: true }), leaving('b'))).toEqual({ b: 'quarantine' });
});

test('what does not leave keeps nobody else from leaving', () => {
  expect([...seconds([leaving('a'), leaving('b')], new Map([['a', 'quarantine']])).keys()]).toEqual([]);
});

import { expect, test } from 'vitest';
import { outcomeOf } from './email-transport.ts';

test('only an address that no envelope can carry is invalid; every other refusal is the server’s', () => {
  const refused = { kind: 'rejected', response: '550 no such user', phase: 'rcpt' } as const;
  expect(outcomeOf({ ...refused, code: 550 })).toMatchObject({ reason: 'rejected_by_server' });
  expect(outcomeOf({ ...refused, code: 501 })).toMatchObject({ reason: 'rejected_by_server' });
  expect(outcomeOf({ ...refused, code: 501, phase: 'local' })).toMatchObject({ reason: 'address_invalid' });
});

test('a deferral before a connection stood says that nobody was reached', () => {
  const deferred = { kind: 'deferred', response: 'later', safe: true } as const;
  expect(outcomeOf({ ...deferred, phase: 'connect' })).toEqual({
    kind: 'deferred',
    isReached: false,
    response: 'later',
  });
  expect(outcomeOf({ ...deferred, phase: 'mail' })).toEqual({ kind: 'deferred', isReached: true, response: 'later' });
});

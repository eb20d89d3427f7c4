import { describe, expect, test } from 'vitest';
import { emailStatusOf } from './email-status.ts';
import type { EmailFacts } from './email-status.ts';

const now = new Date('2026-11-26T12:00:00.000Z');
const [older, newer] = [new Date('2026-10-01T12:00:00.000Z'), new Date('2026-11-01T12:00:00.000Z')];
const untouched: EmailFacts = { email: 'ana@casa.example', bouncedAt: null, lastMessage: null, answeredAt: null };
type Outcome = NonNullable<EmailFacts['lastMessage']>['outcome'];
const message = (outcome: Outcome, at = newer) => ({ lastMessage: { outcome, at } });
const judged = (facts: Partial<EmailFacts>, at = now) => emailStatusOf({ ...untouched, ...facts }, at);

describe('[PEOPLE-20] the status of an e-mail', () => {
  test('is none as long as nothing has come of it', () => {
    expect(judged({})).toBeNull();
  });

  test.each<[string, Partial<EmailFacts>, object]>([
    ['valid once a message was taken', message('delivered'), { status: 'valid', sign: 'delivered', at: newer }],
    [
      'valid by an answer after the last message, whatever became of that',
      { ...message('failed', older), answeredAt: newer },
      { status: 'valid', sign: 'answered', at: newer },
    ],
    [
      'valid by an answer in the instant of the message',
      { ...message('delivered'), answeredAt: newer },
      { status: 'valid', sign: 'answered', at: newer },
    ],
    [
      'valid by a message that was taken after the last answer',
      { ...message('delivered'), answeredAt: older },
      { status: 'valid', sign: 'delivered', at: newer },
    ],
    ['suspect once one was refused', message('failed'), { status: 'suspect', sign: 'failed', at: newer }],
    [
      'suspect by a refusal after the last answer',
      { ...message('failed'), answeredAt: older },
      { status: 'suspect', sign: 'failed', at: newer },
    ],
    [
      'suspect while nobody knows what became of the last message',
      message('unknown_result'),
      { status: 'suspect', sign: 'unknown_result', at: newer },
    ],
    [
      'invalid once messages came back, whatever came later',
      { bouncedAt: older, ...message('delivered'), answeredAt: newer },
      { status: 'invalid', sign: 'bounced', at: older },
    ],
    [
      'invalid where no mail can be addressed to it, whatever came before',
      { email: 'ana@casa', bouncedAt: older, ...message('delivered') },
      { status: 'invalid', sign: 'malformed', at: null },
    ],
  ])('is %s', (_what, facts, { at, ...status }: { at?: Date | null }) => {
    expect(judged(facts)).toEqual({ ...status, at: at?.toISOString() ?? null });
  });

  test('is suspect without a sign of life for more than 18 months', () => {
    const lastDay = new Date('2028-05-01T12:00:00.000Z');
    const dayAfter = new Date('2028-05-01T12:00:00.001Z');
    for (const facts of [message('delivered'), { ...message('failed', older), answeredAt: newer }]) {
      expect(judged(facts, lastDay)).toMatchObject({ status: 'valid' });
      expect(judged(facts, dayAfter)).toEqual({ status: 'suspect', sign: 'silent', at: newer.toISOString() });
    }
    expect(judged(message('failed'), dayAfter)).toMatchObject({ sign: 'failed' });
  });

  test.each([
    ['2027-08-31T12:00:00.000Z', '2026-02-28T12:00:00.000Z'],
    ['2025-08-31T12:00:00.000Z', '2024-02-29T12:00:00.000Z'],
    ['2026-12-31T12:00:00.000Z', '2025-06-30T12:00:00.000Z'],
  ])('counts 18 months back from %s, a day that the month has not, to its last day', (at, oldest) => {
    const [asked, last] = [new Date(at), new Date(oldest)];
    expect(judged(message('delivered', last), asked)).toMatchObject({ sign: 'delivered' });
    expect(judged(message('delivered', new Date(last.getTime() - 1)), asked)).toMatchObject({ sign: 'silent' });
  });
});

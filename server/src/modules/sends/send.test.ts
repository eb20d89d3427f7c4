import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { queueNumbers } from './send.ts';
import type { Progress, SendStatus } from './send.ts';

const nothing: Progress = { planned: 0, accepted: 0, rejected: 0, skipped: 0, unknown: 0, openUnknown: 0 };
const numbers = (status: SendStatus, total: number, progress: Partial<Progress>) =>
  queueNumbers({ status, total, progress: { ...nothing, ...progress } });

describe('the status of a queue entry', () => {
  test('[QUEUE-19] is waiting while scheduledSum is 0', () => {
    expect(numbers('planning', 10, {})).toMatchObject({ status: 'waiting', scheduledSum: 0, percentageStatus: 0 });
  });

  test('[QUEUE-20] is processing from the first scheduled item until progress is complete', () => {
    expect(numbers('planning', 10, { planned: 1 }).status).toBe('processing');
    expect(numbers('running', 10, { planned: 10, accepted: 6, rejected: 2, skipped: 1 })).toMatchObject({
      status: 'processing',
      statusSum: 6,
      percentageScheduled: 1,
      percentageStatus: 0.9,
    });
  });

  test('[QUEUE-21] is finished when percentageStatus is 1, and only a send that is done has that', () => {
    const all = { planned: 10, accepted: 7, rejected: 1, skipped: 1, unknown: 1 };
    expect(numbers('done', 10, all)).toMatchObject({ status: 'finished', percentageStatus: 1, statusSum: 7 });
    expect(numbers('planning', 10, all).status).toBe('processing');
  });

  test('an empty audience is finished at once', () => {
    expect(numbers('done', 0, {})).toMatchObject({ status: 'finished', percentageScheduled: 1, percentageStatus: 1 });
  });

  test('a paused and a cancelled send say so, whatever their progress', () => {
    expect(numbers('paused', 10, { planned: 10, accepted: 5 }).status).toBe('paused');
    expect(numbers('cancelled', 10, {}).status).toBe('cancelled');
  });

  test('[ENTITY-09] counts in statusSum what was sent: a person held back and a failure are of the progress only', () => {
    expect(numbers('running', 20, { planned: 20, accepted: 4, rejected: 3, skipped: 9, unknown: 2 })).toMatchObject({
      statusSum: 4,
      percentageStatus: 0.9,
      processing: { accepted: 4, heldBack: 9, failed: 3, unknown: 2, pending: 2 },
    });
  });

  test('an unknown result that may be settled is neither final nor pending', () => {
    expect(numbers('running', 10, { planned: 10, accepted: 7, skipped: 1, openUnknown: 2 })).toMatchObject({
      statusSum: 7,
      processing: { accepted: 7, heldBack: 1, failed: 0, unknown: 2, pending: 0 },
    });
  });

  test('percentages stay between 0 and 1 and agree with the status', () => {
    const count = fc.nat(1_000);
    fc.assert(
      fc.property(
        fc.constantFrom<SendStatus>('planning', 'running', 'done'),
        fc.nat(2_000),
        fc.record({
          planned: count,
          accepted: count,
          rejected: count,
          skipped: count,
          unknown: count,
          openUnknown: count,
        }),
        (status, total, progress) => {
          const shown = queueNumbers({ status, total, progress });
          expect(shown.percentageStatus).toBeGreaterThanOrEqual(0);
          expect(shown.percentageStatus).toBeLessThanOrEqual(1);
          expect(shown.percentageScheduled).toBeLessThanOrEqual(1);
          expect(shown.status === 'finished').toBe(shown.percentageStatus === 1);
        },
      ),
    );
  });
});

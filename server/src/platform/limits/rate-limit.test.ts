import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usualRateLimits } from '#platform/config/rate-limits.ts';
import { openBuckets } from './rate-limit.ts';

const start = Date.parse('2026-11-21T12:00:00Z');

test('a burst at once, then one for each step of time, and the wait is told', () => {
  const buckets = openBuckets({ burst: 3, perMinute: 6 });
  const take = (seconds: number) => buckets.take('somebody', start + seconds * 1_000);
  expect([take(0), take(0), take(0), take(0), take(4)]).toEqual([0, 0, 0, 10_000, 6_000]);
  expect([take(10), take(10)]).toEqual([0, 10_000]);
  // Quiet for half a minute: the whole burst again, and no more than that.
  expect([take(60), take(60), take(60), take(60)]).toEqual([0, 0, 0, 10_000]);
  expect(buckets.take('somebody else', start)).toBe(0);
});

test('whatever the times, nobody has more than burst plus refill, and who keeps to the refill is never refused', () => {
  const steps = fc.array(fc.nat({ max: 30_000 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 600 }), (gaps, burst, perMinute) => {
      const buckets = openBuckets({ burst, perMinute });
      let now = start;
      let taken = 0;
      for (const gap of gaps) {
        now += gap;
        if (buckets.take('greedy', now) === 0) taken += 1;
        expect(taken).toBeLessThanOrEqual(burst + ((now - start) * perMinute) / 60_000 + 1e-6);
      }
      let steady = start;
      for (const _gap of gaps) {
        steady += 60_000 / perMinute;
        expect(buckets.take('steady', steady)).toBe(0);
      }
    }),
  );
});

test('nobody is let in again by a flood of other keys, and few honest keys suffer from it', () => {
  const buckets = openBuckets({ burst: 5, perMinute: 5 });
  for (let taken = 0; taken < 5; taken += 1) expect(buckets.take('greedy', start)).toBe(0);
  for (let key = 0; key < 100_000; key += 1) buckets.take(`flood ${key}`, start);
  expect(buckets.take('greedy', start)).toBeGreaterThan(0);

  const fresh = openBuckets({ burst: 5, perMinute: 5 });
  // 1,000 callers keep their buckets empty; 1,000 others ask once.
  for (let key = 0; key < 1_000; key += 1) for (let at = 0; at < 6; at += 1) fresh.take(`flood ${key}`, start);
  const refused = Array.from({ length: 1_000 }, (_, key) => fresh.take(`honest ${key}`, start)).filter((wait) => wait);
  expect(refused.length).toBeLessThanOrEqual(3);
});

test('a clock that is set back keeps nobody out for longer than an empty bucket takes to give one', () => {
  const buckets = openBuckets({ burst: 2, perMinute: 60 });
  for (let at = 0; at < 3; at += 1) buckets.take('somebody', start);
  const hourBefore = start - 3_600_000;
  expect(buckets.take('somebody', hourBefore)).toBeLessThanOrEqual(1_000);
  expect(buckets.take('somebody', hourBefore + 1_000)).toBe(0);
});

test('the usual limits carry an office behind one address, and one person through the longest survey', () => {
  const { address, link } = usualRateLimits;
  if (!address || !link) throw new Error('the usual limits are lifted');
  const office = openBuckets(address);
  // 200 people open their page and send two steps, all within a second.
  for (let asked = 0; asked < 600; asked += 1) expect(office.take('203.0.113.7', start + asked)).toBe(0);
  const person = openBuckets(link);
  for (let question = 0; question < 100; question += 1) expect(person.take('link', start + question * 300)).toBe(0);
  // Others who try links at the same time do not reach them.
  for (let tried = 0; tried < 10_000; tried += 1) office.take('198.51.100.9', start);
  expect(office.take('198.51.100.9', start)).toBeGreaterThan(0);
  expect(office.take('203.0.113.8', start)).toBe(0);
});

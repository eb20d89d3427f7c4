import { describe, expect, test } from 'vitest';
import type { SegmentId } from '@escuta/contract/ids';
import type { SegmentDefinition } from '@escuta/contract/segments';
import { dayRange, isCircular, writtenOutSize } from './segment.ts';

const id = (name: string) => name as SegmentId;
const of = (...names: string[]): SegmentDefinition => ({
  match: 'all',
  of: names.map((name) => ({ kind: 'segment', segmentId: id(name), op: 'in' })),
});
const segments = (known: Record<string, SegmentDefinition | null>) =>
  new Map(Object.entries(known).map(([name, definition]) => [id(name), { definition }]));

describe('relative dates', () => {
  const today = '2026-03-01';

  test('[SEGMENT-14] are counted from today, which is one of the days', () => {
    expect(dayRange({ op: 'lastDays', days: 1 }, today)).toEqual({ from: today, to: today });
    expect(dayRange({ op: 'lastDays', days: 7 }, today)).toEqual({ from: '2026-02-23', to: today });
    expect(dayRange({ op: 'nextDays', days: 7 }, today)).toEqual({ from: today, to: '2026-03-07' });
    expect(dayRange({ op: 'lastDays', days: 366 }, '2028-12-31')).toEqual({ from: '2028-01-01', to: '2028-12-31' });
  });

  test('[SEGMENT-14] leave no day between the last ones and those before', () => {
    expect(dayRange({ op: 'olderThanDays', days: 7 }, today)).toEqual({ from: null, to: '2026-02-22' });
    expect(dayRange({ op: 'lastDays', days: 7 }, '2026-03-02')?.from).toBe('2026-02-24');
  });

  test('of a calendar day begin before and after it', () => {
    expect(dayRange({ op: 'on', day: today }, '2020-01-01')).toEqual({ from: today, to: today });
    expect(dayRange({ op: 'before', day: today }, '2020-01-01')).toEqual({ from: null, to: '2026-02-28' });
    expect(dayRange({ op: 'after', day: today }, '2020-01-01')).toEqual({ from: '2026-03-02', to: null });
    expect(dayRange({ op: 'known' }, today)).toBeNull();
  });
});

describe('segments of segments', () => {
  test('are circular where they come back to themselves, by whatever way', () => {
    const others = segments({ a: of('b'), b: of('c', 'list'), c: of('d'), d: of('b'), list: null });
    expect(isCircular(id('x'), of('x'), others)).toBe(true);
    expect(isCircular(id('c'), of('a'), others)).toBe(true);
    expect(isCircular(id('list'), of('a'), others)).toBe(true);
    expect(isCircular(id('a'), of('b', 'gone'), others)).toBe(false);
  });

  test('are as long as all that they name, written out', () => {
    const others = segments({ a: of('b', 'b', 'list'), b: of('list', 'gone'), list: null });
    expect(writtenOutSize(of('a', 'b', 'gone'), others)).toBe(5 + 2 + 1);
  });
});

import { describe, expect, test } from 'vitest';
import { conditionsMax, conditionsOf, levelsMax, SegmentDefinition } from './segments.ts';
import type { SegmentNode } from './segments.ts';

const condition = (value: string) => ({ kind: 'text', field: 'name', test: { op: 'is', value } }) as const;
const group = (match: 'all' | 'any', ...of: SegmentNode[]) => ({ match, of });
const isTaken = (definition: unknown) => SegmentDefinition.safeParse(definition).success;

/** A condition inside so many groups, of both kinds in turn. */
function nested(levels: number): SegmentNode {
  return levels === 0 ? condition('x') : group(levels % 2 ? 'all' : 'any', condition('y'), nested(levels - 1));
}

describe('the conditions of a segment', () => {
  test('[SEGMENT-01] nest AND and OR up to three levels', () => {
    expect(levelsMax).toBe(3);
    for (const levels of [1, 2, 3]) expect(SegmentDefinition.parse(nested(levels))).toEqual(nested(levels));
    for (const levels of [0, 4, 5]) expect(isTaken(nested(levels))).toBe(false);
  });

  test('are one at least in each group, and so many in all groups together', () => {
    expect(isTaken(group('all'))).toBe(false);
    expect(isTaken(group('all', condition('x'), group('any')))).toBe(false);
    const many = (count: number) => Array.from({ length: count }, (_, index) => condition(`n${index}`));
    expect(isTaken(group('any', ...many(conditionsMax)))).toBe(true);
    expect(isTaken(group('any', condition('x'), group('all', ...many(conditionsMax - 1))))).toBe(true);
    expect(isTaken(group('any', condition('x'), group('all', ...many(conditionsMax))))).toBe(false);
  });

  test('are listed in their order, out of all groups', () => {
    const values = conditionsOf(group('all', condition('a'), group('any', condition('b')), condition('c')));
    expect(values).toEqual([condition('a'), condition('b'), condition('c')]);
  });

  test('ask what their kind can be asked', () => {
    const one = (given: object) => isTaken({ match: 'all', of: [given] });
    expect(one({ kind: 'text', field: 'name', test: { op: 'known' } })).toBe(true);
    expect(one({ kind: 'text', field: 'name', test: { op: 'is', value: ' ' } })).toBe(false);
    expect(one({ kind: 'text', field: 'birthday', test: { op: 'known' } })).toBe(false);
    expect(one({ kind: 'date', field: 'birthday', test: { op: 'lastDays', days: 0 } })).toBe(false);
    expect(one({ kind: 'date', field: 'birthday', test: { op: 'on', day: '2026-02-30' } })).toBe(false);
    expect(one({ kind: 'lastScore', metric: 'nps', op: 'gte', value: 11 })).toBe(false);
    expect(one({ kind: 'opened', days: 3 })).toBe(false);
  });
});

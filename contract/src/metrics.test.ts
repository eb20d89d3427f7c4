import { describe, expect, test } from 'vitest';
import { countedScores, definitionOf, groupOf, metrics, scoreGroups, scoresOf, zoneOf } from './metrics.ts';

test('[STAT-06] NPS: promoters gave 9 or 10, passives 7 or 8, detractors 0 to 6', () => {
  expect(scoresOf('nps', 'top')).toEqual([9, 10]);
  expect(scoresOf('nps', 'middle')).toEqual([7, 8]);
  expect(scoresOf('nps', 'bottom')).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test('CSAT of 1 to 5: the satisfied gave 4 or 5', () => {
  expect(scoresOf('csat', 'top')).toEqual([4, 5]);
  expect(scoresOf('csat', 'middle')).toEqual([3]);
  expect(scoresOf('csat', 'bottom')).toEqual([1, 2]);
});

test('CES of 1 to 7: who found it easy gave 5, 6 or 7', () => {
  expect(scoresOf('ces', 'top')).toEqual([5, 6, 7]);
  expect(scoresOf('ces', 'middle')).toEqual([4]);
  expect(scoresOf('ces', 'bottom')).toEqual([1, 2, 3]);
});

test('NPS: a value lies in the zone that the trade gives it; a metric without zones has none', () => {
  const ends = { critical: [-100, 0], improvement: [1, 50], quality: [51, 75], excellence: [76, 100] };
  for (const [name, values] of Object.entries(ends))
    expect(values.map((value) => zoneOf('nps', value)?.name)).toEqual([name, name]);
  expect(zoneOf('csat', 80)).toBeUndefined();
});

describe.each(metrics)('%s', (metric) => {
  test('gives each score one group, better ones a better one, and leaves none empty', () => {
    const groups = scoresOf(metric).map((score) => scoreGroups.indexOf(groupOf(metric, score)));
    expect(groups).toEqual(groups.toSorted((left, right) => right - left));
    expect(new Set(groups).size).toBe(scoreGroups.length);
  });

  test('has whole scores alone, which the counters have room for', () => {
    expect(countedScores).toEqual(expect.arrayContaining(scoresOf(metric)));
  });

  test('begins each group where its definition says', () => {
    for (const group of scoreGroups) expect(scoresOf(metric, group)[0]).toBe(definitionOf(metric).lowest[group]);
  });
});

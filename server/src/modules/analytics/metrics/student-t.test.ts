import { expect, test } from 'vitest';
import { t95, twoSidedP } from './student-t.ts';

test.each([
  [1, 12.70620474],
  [2, 4.30265273],
  [5, 2.57058184],
  [14, 2.14478669],
  [29, 2.04522964],
  [100, 1.98397152],
  [999, 1.96234146],
])('the 97.5 %% point of t with %d degrees of freedom is %d (as in SciPy 1.17)', (freedom, point) => {
  expect(t95(freedom)).toBeCloseTo(point, 7);
});

test.each([
  [1, 3, 0.39100222],
  [2.5, 20, 0.02123355],
  [3, 100, 0.00340792],
  [-3, 100, 0.00340792],
  [0, 7, 1],
])('the two-sided p of t = %d with %d degrees of freedom is %d (as in SciPy 1.17)', (t, freedom, p) => {
  expect(twoSidedP(t, freedom)).toBeCloseTo(p, 8);
});

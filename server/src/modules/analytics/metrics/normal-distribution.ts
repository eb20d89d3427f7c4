/** The 97.5 % point of the standard normal distribution: what a 95 % interval reaches on each side. */
export const z95 = 1.959964;

const termsMax = 200;
const precision = 1e-15;

/** The probability that a standard normal variable lies at least `z` away from 0, on either side. */
export function twoSidedP(z: number): number {
  return erfc(Math.abs(z) / Math.SQRT2);
}

/** The complementary error function for x ≥ 0 (Abramowitz and Stegun 7.1.5 and 7.1.14), to about 14 digits. */
function erfc(x: number): number {
  return x < 2 ? 1 - erfBySeries(x) : erfcByFraction(x);
}

function erfBySeries(x: number): number {
  let power = x;
  let sum = x;
  for (let k = 1; k < termsMax; k += 1) {
    power *= -(x * x) / k;
    const term = power / (2 * k + 1);
    sum += term;
    if (Math.abs(term) < precision * Math.abs(sum)) break;
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

/** The continued fraction, from its far end to its beginning. */
function erfcByFraction(x: number): number {
  let tail = x;
  for (let k = termsMax; k >= 1; k -= 1) tail = x + k / 2 / tail;
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * tail);
}

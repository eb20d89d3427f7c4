// cspell:words DLMF Lentz's

const termsMax = 300;
const precision = 1e-15;
/** Keeps a denominator of the continued fraction from being 0. */
const tiny = 1e-300;

/** The probability that Student's t with so many degrees of freedom lies at least `t` away from 0, on either side. */
export function twoSidedP(t: number, freedom: number): number {
  return incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5);
}

/** The 97.5 % point of Student's t: what a 95 % interval reaches on each side, in standard errors. */
export function t95(freedom: number): number {
  let [low, high] = [0, 1_000];
  for (let half = 0; half < 80; half += 1) {
    const middle = (low + high) / 2;
    if (twoSidedP(middle, freedom) > 0.05) low = middle;
    else high = middle;
  }
  return high;
}

/** The regularized incomplete beta function Iₓ(a, b) (DLMF 8.17.22, and 8.17.4 where the fraction converges faster). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return (front * betaFraction(x, a, b)) / a;
  return 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/** The continued fraction, from its beginning (Lentz's method). */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m < termsMax; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let step = 1;
    for (const term of [even, odd]) {
      d = 1 / away(1 + term * d);
      c = away(1 + term / c);
      step = c * d;
      fraction *= step;
    }
    if (Math.abs(step - 1) < precision) break;
  }
  return fraction;
}

function away(value: number): number {
  return Math.abs(value) < tiny ? tiny : value;
}

/** Stirling's series (DLMF 5.11.1), after the recurrence has brought `x` to where it is exact to about 15 digits. */
function logGamma(x: number): number {
  let shift = 0;
  let at = x;
  for (; at < 15; at += 1) shift += Math.log(at);
  const inverse = 1 / (at * at);
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1_260 - inverse / 1_680))) / at;
  return (at - 0.5) * Math.log(at) - at + Math.log(2 * Math.PI) / 2 + series - shift;
}

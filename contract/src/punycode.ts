/*
 * Punycode (RFC 3492): a label of letters beyond ASCII as the letters that the domain name system knows. Browsers have it
 * only inside their addresses, which read `/`, `%` and numbers as parts of an address, too.
 */

const base = 36;
const tMin = 1;
const tMax = 26;
const firstBias = 72;
const firstBeyondAscii = 128;
const codePointMax = 0x10ffff;

/** A label's code points in ASCII, without the prefix `xn--`. */
export function encodePunycode(label: string): string {
  const points = Array.from(label, (letter) => letter.codePointAt(0) ?? 0);
  const plain = points.filter((point) => point < firstBeyondAscii);
  let output = String.fromCodePoint(...plain) + (plain.length > 0 ? '-' : '');
  let done = plain.length;
  let bias = firstBias;
  let delta = 0;
  for (let reached = firstBeyondAscii; done < points.length; reached += 1, delta += 1) {
    const next = Math.min(...points.filter((point) => point >= reached));
    delta += (next - reached) * (done + 1);
    reached = next;
    for (const point of points) {
      if (point < reached) delta += 1;
      if (point !== reached) continue;
      output += variableLength(delta, bias);
      bias = adapted(delta, done + 1, done === plain.length);
      delta = 0;
      done += 1;
    }
  }
  return output;
}

/** What a label says whose prefix `xn--` was taken off, or null when it says nothing. */
export function decodePunycode(encoded: string): string | null {
  const dash = encoded.lastIndexOf('-');
  const points = Array.from(encoded.slice(0, Math.max(dash, 0)), (letter) => letter.codePointAt(0) ?? 0);
  let place = 0;
  let point = firstBeyondAscii;
  let bias = firstBias;
  for (let at = dash + 1; at < encoded.length;) {
    const before = place;
    let weight = 1;
    for (let k = base; ; k += base, at += 1) {
      const digit = digits.indexOf(encoded[at] ?? ' ');
      if (digit === -1) return null;
      place += digit * weight;
      const t = threshold(k, bias);
      if (digit < t) break;
      weight *= base - t;
    }
    at += 1;
    bias = adapted(place - before, points.length + 1, before === 0);
    point += Math.floor(place / (points.length + 1));
    place %= points.length + 1;
    if (point > codePointMax) return null;
    points.splice(place, 0, point);
    place += 1;
  }
  return String.fromCodePoint(...points);
}

const digits = 'abcdefghijklmnopqrstuvwxyz0123456789';

function variableLength(delta: number, bias: number): string {
  let written = '';
  let rest = delta;
  for (let k = base; ; k += base) {
    const t = threshold(k, bias);
    if (rest < t) return written + digits[rest];
    written += digits[t + ((rest - t) % (base - t))];
    rest = Math.floor((rest - t) / (base - t));
  }
}

function threshold(k: number, bias: number): number {
  return Math.min(Math.max(k - bias, tMin), tMax);
}

/** How the thresholds follow the distances seen so far (RFC 3492 §6.1). */
function adapted(delta: number, count: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / 700) : Math.floor(delta / 2);
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > ((base - tMin) * tMax) / 2; k += base) rest = Math.floor(rest / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + 38));
}

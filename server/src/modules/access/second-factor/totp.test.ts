// cspell:ignore GEZDGNBVGY TQOJQGEZDGNBVGY TQOJQ
import { expect, test } from 'vitest';
import { keyUri, newKey, stepOf } from './totp.ts';

/** The key of RFC 6238, appendix B, '12345678901234567890', in base 32. */
const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
/** The codes of that appendix, of which ours are the last six digits. */
const vectors: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
];
const at = (seconds: number) => new Date(seconds * 1_000);

test.each(vectors)('the code of second %i is that of the standard', (seconds, code) => {
  expect(stepOf(key, code, at(seconds))).toBe(Math.floor(seconds / 30));
});

test('[ASVS-12] a code is taken one step early or late, and none further off', () => {
  const [seconds, code] = [1_234_567_890, '005924'];
  const begins = Math.floor(seconds / 30) * 30;
  const step = begins / 30;
  const taken = [-31, -30, -1, 0, 29, 30, 59, 60, 90].map((off) => stepOf(key, code, at(begins + off)));
  expect(taken).toEqual([null, step, step, step, step, step, step, null, null]);
});

test('a code from a clock that is five minutes off is of no step', () => {
  for (const off of [-300, 300]) expect(stepOf(key, '005924', at(1_234_567_890 + off))).toBeNull();
});

test('each key is new, and an app learns it with whose it is', () => {
  const keys = new Set(Array.from({ length: 50 }, newKey));
  expect(keys.size).toBe(50);
  for (const each of keys) expect(each).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(keyUri(key, 'ana@aurora.example'));
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Escuta:ana@aurora.example',
  ]);
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    secret: key,
    issuer: 'Escuta',
    digits: '6',
    period: '30',
  });
});

// cspell:ignore éèàòùìñ Çüäö ãõáíóúçâêô
import { describe, expect, test } from 'vitest';
import { smsSegments } from './sms-segments.ts';

describe('the parts of a text message', () => {
  test.each([
    ['', 'gsm-7', 0, 0],
    ['a'.repeat(160), 'gsm-7', 160, 1],
    ['a'.repeat(161), 'gsm-7', 161, 2],
    ['a'.repeat(306), 'gsm-7', 306, 2],
    ['a'.repeat(307), 'gsm-7', 307, 3],
    ['Olá', 'ucs-2', 3, 1],
    ['ã'.repeat(70), 'ucs-2', 70, 1],
    ['ã'.repeat(71), 'ucs-2', 71, 2],
    ['ã'.repeat(134), 'ucs-2', 134, 2],
    ['ã'.repeat(135), 'ucs-2', 135, 3],
  ] as const)('[CHANNELS-07] [CHANNELS-08] %j is %s of %i units in %i parts', (text, encoding, units, segments) => {
    expect(smsSegments(text)).toMatchObject({ encoding, units, segments });
  });

  test('what Portuguese and Spanish share with GSM-7 stays in it, the rest does not', () => {
    for (const letter of 'éèàòùìñÑÇüäöÉ¿¡') expect(smsSegments(letter).encoding).toBe('gsm-7');
    for (const letter of 'ãõáíóúçâêô') expect(smsSegments(letter).encoding).toBe('ucs-2');
  });

  test('braces and the euro cost two, and are not cut in two', () => {
    expect(smsSegments('{€}')).toMatchObject({ encoding: 'gsm-7', units: 6 });
    expect(smsSegments('{'.repeat(80)).segments).toBe(1);
    // 153 is odd: of each part one septet stays empty.
    expect(smsSegments('{'.repeat(153))).toMatchObject({ units: 306, segments: 3 });
  });

  test('an emoji is two units that stay together', () => {
    expect(smsSegments('😀')).toMatchObject({ encoding: 'ucs-2', units: 2, segments: 1 });
    expect(smsSegments('😀'.repeat(67))).toMatchObject({ units: 134, segments: 3 });
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wellFormedJson } from './well-formed-json.ts';

/** As a program writes it that escapes everything. */
const escaped = (text: string) =>
  `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`;

test('half of a pair becomes U+FFFD, and everything else stays', () => {
  const unit = fc.oneof(
    fc.constantFrom('\ud83d', '\ude00', '\ud83d\ude00', '\\', '"', 'u', 'd83d', '\\ud83d', '\n'),
    fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  );
  const text = fc.array(unit, { maxLength: 12 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (given) => {
      for (const json of [JSON.stringify(given), escaped(given), escaped(given).toUpperCase().replaceAll('\\U', '\\u')])
        expect(JSON.parse(wellFormedJson(json))).toBe(given.toWellFormed());
    }),
    { numRuns: 1_000 },
  );
});

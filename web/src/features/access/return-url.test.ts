import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeReturnUrl } from '#web/features/access/return-url.ts';

test.each(['/contatos', '/queues?first=true', '/contatos?search=a%20b#top'])(
  '[LOGIN-25] keeps our own path %s',
  (path) => {
    expect(safeReturnUrl(path)).toBe(path);
  },
);

test.each([
  undefined,
  '',
  'contatos',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/.//evil.example',
  '/..//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
])('[LOGIN-25] goes home instead of %s', (path) => {
  expect(safeReturnUrl(path)).toBe('/home');
});

/** Pieces that browsers read in ways of their own, put together at random. */
const pieces = fc.oneof(
  fc.constantFrom('/', '//', '\\', '.', '..', '/./', '/../', '%2e', '%2E%2e', '%2f', '%5c', '%00', '@', ':', '?', '#'),
  fc.constantFrom('\t', '\n', '\r', '\0', ' ', '\u00a0', '\u2028', '\ufeff', '／', '＼', '。', '\u2215'),
  fc.constantFrom('evil.example', 'evil.example:8443', 'user@evil.example', 'localhost', '[::1]', 'contatos', '~'),
  fc.constantFrom('http:', 'https:', 'javascript:alert(1)', 'JaVaScRiPt:', 'data:text/html,x', 'vbscript:', 'file:'),
  fc.string({ maxLength: 4, unit: 'binary' }),
);
const asked = fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(''));

test('[ASVS-33] whatever is asked for, the way back stays on our own origin, also when it is read once more', () => {
  const ours = 'https://escuta.example';
  fc.assert(
    fc.property(
      fc.oneof(
        asked,
        asked.map((text) => `/${text}`),
      ),
      (text) => {
        const back = safeReturnUrl(text);
        expect(back).toMatch(/^\/(?![/\\])/);
        expect(new URL(back, `${ours}/login`).origin).toBe(ours);
        expect(safeReturnUrl(back)).toBe(back);
        // What a browser would take elsewhere is not mended but refused.
        const isElsewhere = !URL.canParse(text, ours) || new URL(text, ours).origin !== ours;
        expect(back === '/home' || !(isElsewhere || !text.startsWith('/'))).toBe(true);
      },
    ),
    { numRuns: 5_000 },
  );
});

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/\\/evil.example',
  'https://evil.example/contatos',
])('[ASVS-33] refuses %s', (path) => {
  expect(safeReturnUrl(path)).toBe('/home');
});

test.each(['http', 'https', 'javascript', 'data', 'vbscript', 'file', 'blob', 'about', 'ftp', 'intent'])(
  '[ASVS-33] refuses the scheme %s, however it is written',
  (scheme) => {
    const cut = `${scheme.slice(0, 2)}\n${scheme.slice(2)}`;
    for (const written of [scheme, scheme.toUpperCase(), ` ${scheme}`, `\t${scheme}`, cut]) {
      for (const rest of [':x', '://evil.example', ':/contatos', ':alert(1)'])
        expect(safeReturnUrl(written + rest)).toBe('/home');
    }
  },
);

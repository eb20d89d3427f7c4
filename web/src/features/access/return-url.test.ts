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

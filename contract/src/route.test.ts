import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { route } from './route.ts';
import type { ErrorCode } from './route.ts';

test('a route carries its method, path and promises', () => {
  const example = route('GET /things/:id', {
    summary: 'A thing',
    permission: 'session',
    answer: z.object({ name: z.string() }),
    errors: { THING_GONE: 410 },
  });
  expect([example.method, example.path]).toEqual(['GET', '/things/:id']);
  expectTypeOf<'THING_GONE'>().toExtend<ErrorCode<typeof example.definition>>();
  expectTypeOf<'SOMETHING_ELSE'>().not.toExtend<ErrorCode<typeof example.definition>>();
});

test('a route without a permission does not compile', () => {
  // @ts-expect-error the permission is missing
  const unguarded = route('GET /things', { summary: 'Things', answer: z.object({}) });
  // @ts-expect-error nobody holds this capability
  const misspelt = route('GET /things', { summary: 'Things', permission: 'things.reed', answer: z.object({}) });
  expect([unguarded, misspelt]).toHaveLength(2);
});

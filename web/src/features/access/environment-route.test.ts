import { getEnvironment } from '@escuta/contract/environment';
import { expect, test } from 'vitest';
import { environmentRoute } from '#web/features/access/environment-route.ts';

test('the route without its schema is the contract’s', () => {
  const { method, path, definition } = getEnvironment;
  expect(environmentRoute).toEqual({ method, path, definition: { permission: definition.permission } });
});

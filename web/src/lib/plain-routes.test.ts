import { getEnvironment } from '@escuta/contract/environment';
import { getSignInOptions } from '@escuta/contract/federated-login';
import { expect, test } from 'vitest';
import * as plain from '#web/lib/plain-routes.ts';

test.each([
  [plain.getEnvironment, getEnvironment],
  [plain.getSignInOptions, getSignInOptions],
])('a route without its schema is the contract’s: %o', (route, { method, path, definition }) => {
  expect(route).toEqual({ method, path, definition: { permission: definition.permission } });
});

import type { getEnvironment } from '@escuta/contract/environment';

/** The contract's route without its schema, which a call does not need: the login page goes without the schemas. */
export const environmentRoute = {
  method: 'GET',
  path: '/environment',
  definition: { permission: 'public' },
} as unknown as typeof getEnvironment;

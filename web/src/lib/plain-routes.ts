import type { getEnvironment as Environment } from '@escuta/contract/environment';
import type { getSignInOptions as SignInOptions } from '@escuta/contract/federated-login';

/*
 * What is asked before anybody has signed in: the contract's routes without their schemas, which are a fifth of what the login
 * page loads and which a call does not need.
 */

const plain = (path: string) => ({ method: 'GET', path, definition: { permission: 'public' } }) as unknown;

export const getEnvironment = plain('/environment') as typeof Environment;
export const getSignInOptions = plain('/sign-in-options') as typeof SignInOptions;

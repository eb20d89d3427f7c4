export { authenticator } from './authenticate.ts';
export { hashPassword } from './password.ts';
export { namesOfUsers } from './queries.ts';

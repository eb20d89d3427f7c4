export { authenticator } from './authenticate.ts';
export { hashPassword } from './password.ts';

export { authenticator } from './authenticate.ts';
export { createOwner, isEmailTaken } from './create-owner.ts';
export { hashPassword } from './password.ts';
export { countUsers, namesOfUsers } from './queries.ts';
export { createInvitations } from './team/create-invitations.ts';

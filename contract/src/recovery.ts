import { z } from 'zod';
import { UserId } from './ids.ts';
import { byId, done, email, LinkId } from './primitives.ts';
import { route } from './route.ts';

/** A forgot-password request (1§3): whose it is, and whether its link was opened. */
export const ForgotPasswordRequest = z.object({
  _user: UserId,
  /** The address that the mail went to. */
  email: z.string(),
  visited: z.boolean(),
});

export type ForgotPasswordRequest = z.infer<typeof ForgotPasswordRequest>;

const linkErrors = { LINK_EXPIRED: 410 } as const;

export const requestRecovery = route('POST /forgot-password', {
  summary: 'Ask for a link to a new password',
  permission: 'public',
  body: z.object({ email }),
  answer: done,
});

export const getRecovery = route('GET /forgot-password/:id', {
  summary: 'A forgot-password request, by the id in its link',
  permission: 'public',
  params: byId(LinkId),
  answer: ForgotPasswordRequest,
  errors: linkErrors,
});

export const visitRecovery = route('PUT /forgot-password/:id', {
  summary: 'Note that the link was opened; it stays valid',
  permission: 'public',
  params: byId(LinkId),
  body: z.object({ visited: z.literal(true) }),
  answer: done,
  errors: linkErrors,
});

export const resetPassword = route('POST /forgot-password/:id/password', {
  summary: 'Set a new password by the link; every session of the user ends',
  permission: 'public',
  params: byId(LinkId),
  body: z.object({ _user: UserId, senha: z.string().min(1).max(1024), senha2: z.string().min(1).max(1024) }),
  answer: done,
  errors: { ...linkErrors, PASSWORD_WEAK: 422, PASSWORDS_DIFFER: 422 },
});

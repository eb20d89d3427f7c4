import { z } from 'zod';
import { roles } from './access-policy.ts';
import { CompanyId, UserId } from './ids.ts';
import { name } from './name.ts';
import { passwordLengthMax } from './password.ts';
import { byId, LinkId } from './primitives.ts';
import { route } from './route.ts';

const byLink = byId(LinkId);

/** An invitation with the field names of the specification (1§3). */
export const InvitationInfo = z.object({
  email: z.string(),
  /** What the invited has said so far; empty at first. */
  nome: z.string(),
  role: z.enum(roles),
  _empresa: z.object({ _id: CompanyId, nome: z.string() }),
  /** Who invites; the company itself where it is nobody in particular. */
  _usuario: z.object({ nome: z.string() }),
  visited: z.boolean(),
});
export type InvitationInfo = z.infer<typeof InvitationInfo>;

const nome = name(120);
const linkErrors = { INVITATION_ENDED: 410, INVITATION_USED: 409, INVITATION_TRIAL_ENDED: 403 } as const;
/** The words of the specification (1§5), by which callers know what is wrong. */
const linkMessages = { INVITATION_USED: 'URL ja utilizada' } as const;

export const getInvitation = route('GET /invitations/:id', {
  summary: 'An invitation, by the id in its link',
  permission: 'public',
  params: byLink,
  answer: InvitationInfo,
  errors: linkErrors,
  messages: linkMessages,
});

export const updateInvitation = route('PUT /invitations/:id', {
  summary: 'Note that the link was opened, which does not use it up, or what its reader is called',
  permission: 'public',
  params: byLink,
  body: z.object({ visited: z.literal(true).optional(), nome: nome.optional() }),
  answer: InvitationInfo,
  errors: linkErrors,
  messages: linkMessages,
});

export const acceptInvitation = route('POST /invitations/:id/user', {
  summary: 'Become a user of the company that invites',
  permission: 'public',
  params: byLink,
  body: z.object({
    nome,
    phone: z.string().trim().min(1).max(40),
    senha: z.string().min(1).max(passwordLengthMax),
    termsofuse: z.literal(true),
  }),
  answer: z.object({
    _id: UserId,
    email: z.string(),
    nome: z.string(),
    role: z.enum(roles),
    _empresa: CompanyId,
    active: z.literal(true),
  }),
  status: 201,
  errors: { ...linkErrors, PASSWORD_WEAK: 422, PHONE_NOT_VALID: 422 },
  messages: { ...linkMessages, PASSWORD_WEAK: 'Senha fraca' },
});

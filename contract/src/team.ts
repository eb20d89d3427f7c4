import { z } from 'zod';
import { roles, ticketingRoles } from './access-policy.ts';
import { customTextLengthMax } from './custom-field-values.ts';
import type { CustomFieldType } from './custom-field-values.ts';
import { BusinessUnitId, CustomFieldId, InvitationId, UserId } from './ids.ts';
import { byId, done, email, instant, paged, paging, searchWords } from './primitives.ts';
import { route } from './route.ts';

/** Most addresses that one call invites. */
export const invitedMax = 50;
const unitsMax = 500;

/** The types of custom fields that people are narrowed by: what is kept is what was chosen or typed. */
export const narrowingTypes: readonly CustomFieldType[] = ['select', 'text'];

/** One value of a custom field. */
export const MemberNarrowing = z.object({
  field: CustomFieldId,
  value: z.string().trim().min(1).max(customTextLengthMax),
});
export type MemberNarrowing = z.infer<typeof MemberNarrowing>;

/** What somebody may do and where: what an invitation promises, and what is changed of a user. */
const Standing = z.object({
  role: z.enum(roles),
  ticketing_role: z.enum(ticketingRoles).nullable(),
  /** The units to work in; all of the company when none is named. */
  _businesses: z.array(BusinessUnitId).max(unitsMax),
  /** For `ana`: whether their files name people. The others' role decides (PERMS-07, PERMS-08). */
  exports_personal_data: z.boolean(),
  /** For `pdv`: of the contacts of these units those that hold the value, and what belongs to them; null for all (PERMS-14). */
  narrowing: MemberNarrowing.nullable(),
});

/** Where somebody stands with the company (TEAM-02). */
export const memberStates = ['convidado', 'ativo', 'desativado'] as const;
export type MemberState = (typeof memberStates)[number];

/** Somebody of the company: a user, or an invitation that nobody has accepted yet. */
export const Member = Standing.extend({
  _id: z.union([UserId, InvitationId]),
  state: z.enum(memberStates),
  /** Null for whoever was invited: nobody knows it yet. */
  nome: z.string().nullable(),
  email: z.string(),
  last_access: instant.nullable(),
  authenticator_enabled: z.boolean(),
  /** Of an invitation: until when its link works. */
  expires_at: instant.nullable(),
  /** Whether the reader may change them: nobody above the own role, and nobody of units that the reader is not in. */
  manageable: z.boolean(),
});
export type Member = z.infer<typeof Member>;

/** The orders of the list. */
export const memberSorts = ['nome', 'role', 'last_access'] as const;

export const listMembers = route('GET /team', {
  summary: 'The people of the company, and those invited',
  permission: 'users.manage',
  query: paging.extend({
    search: searchWords.optional(),
    state: z.enum(memberStates).optional(),
    role: z.enum(roles).optional(),
    sort: z.enum(memberSorts).default('nome'),
  }),
  answer: paged(Member),
});

/** What refuses a role or units beyond the own. */
const standingErrors = { ROLE_ABOVE_OWN: 403, UNITS_BEYOND_OWN: 403 } as const;
/** `reason`: another role than `pdv`, no field of such a type, no value that the field could have. */
const narrowingErrors = { NARROWING_NOT_VALID: 422 } as const;

export const inviteMembers = route('POST /team/invitations', {
  summary: 'Invite people by e-mail',
  permission: 'users.manage',
  body: Standing.extend({ emails: z.array(email).min(1).max(invitedMax) }),
  answer: z.object({
    /** Who gets a mail now. */
    invited: z.array(z.string()),
    /** Who has a link that still works: to be sent again, not invited twice. */
    alreadyInvited: z.array(z.string()),
    /** Who signs in to the product already, here or elsewhere. */
    haveAccount: z.array(z.string()),
  }),
  errors: { ...standingErrors, ...narrowingErrors, NOT_BY_VISITOR: 403 },
});

export const resendInvitation = route('POST /team/invitations/:id/mail', {
  summary: 'Send an invitation again, with a new link',
  permission: 'users.manage',
  params: byId(InvitationId),
  answer: done,
  errors: { ...standingErrors, INVITATION_SENT_JUST_NOW: 429 },
});

export const cancelInvitation = route('DELETE /team/invitations/:id', {
  summary: 'Take an invitation back',
  permission: 'users.manage',
  params: byId(InvitationId),
  answer: done,
  errors: standingErrors,
});

export const updateMember = route('PUT /team/users/:id', {
  summary: 'Change what somebody may do, and where',
  permission: 'users.manage',
  params: byId(UserId),
  body: Standing,
  answer: done,
  errors: { ...standingErrors, ...narrowingErrors, NOT_BY_VISITOR: 403, LAST_OWNER: 409, OWN_ROLE: 409 },
});

export const getOwnership = route('GET /team/users/:id/ownership', {
  summary: 'What somebody owns that another takes over',
  permission: 'users.manage',
  params: byId(UserId),
  answer: z.object({ surveys: z.number().int().min(0) }),
  errors: standingErrors,
});

export const deactivateMember = route('POST /team/users/:id/deactivation', {
  summary: 'Shut somebody out, and give what they own to another',
  permission: 'users.manage',
  params: byId(UserId),
  // Whoever owns nothing needs no successor: `getOwnership` says how much it is.
  body: z.object({ successor: UserId.optional() }),
  answer: z.object({ surveys: z.number().int().min(0) }),
  errors: { ...standingErrors, NOT_BY_VISITOR: 403, LAST_OWNER: 409, OWN_ROLE: 409, SUCCESSOR_NOT_VALID: 422 },
});

export const reactivateMember = route('DELETE /team/users/:id/deactivation', {
  summary: 'Let somebody in again',
  permission: 'users.manage',
  params: byId(UserId),
  answer: done,
  errors: { ...standingErrors, NOT_BY_VISITOR: 403 },
});

export const transferCompany = route('POST /team/ownership', {
  summary: 'Make somebody the owner of the company in one’s own place',
  permission: 'users.manage',
  body: z.object({ successor: UserId }),
  answer: done,
  errors: { NOT_BY_VISITOR: 403, ROLE_ABOVE_OWN: 403, SUCCESSOR_NOT_VALID: 422 },
});

import { z } from 'zod';
import { commentTreatments, ErasureReport } from './erasures.ts';
import { BusinessUnitId, ContactId, PersonFileId, PrivacyRequestId, UserId } from './ids.ts';
import { isName, name } from './name.ts';
import { byId, day, email, instant, language, paged, paging } from './primitives.ts';
import { route } from './route.ts';

/** What somebody may ask for under the LGPD (articles 18 and 20), by the names of our design (PRIVACY-01). */
export const privacyRequestTypes = [
  'confirmação',
  'acesso',
  'correção',
  'anonimização',
  'eliminação',
  'portabilidade',
  'revogação',
  'oposição',
  'revisão_automatizada',
] as const;
export type PrivacyRequestType = (typeof privacyRequestTypes)[number];

/** What somebody asks who wants to be forgotten. */
export const erasureRequestTypes: readonly PrivacyRequestType[] = ['anonimização', 'eliminação'];

export const privacyRequestStatuses = ['received', 'in_progress', 'done', 'refused'] as const;
export type PrivacyRequestStatus = (typeof privacyRequestStatuses)[number];

/** Whether who asks is who they say. */
export const identityChecks = ['pending', 'confirmed', 'failed'] as const;
export type IdentityCheck = (typeof identityChecks)[number];

/** A request is due this many days after it came in: the term of the law for the full statement (PRIVACY-05). */
export const privacyRequestDueDays = 15;
/** How long what somebody writes of their request, and what is noted on it, may be. */
export const privacyDetailsMax = 2_000;

/** Names the company in the address of its form; signed, so that nobody finds companies by trying. */
const FormSlug = z.string().regex(/^[\w-]{16}$/);
const text = z.string().trim().max(privacyDetailsMax);

export const getPrivacyForm = route('GET /privacy-forms/:slug', {
  summary: 'Whose form for privacy requests an address leads to',
  permission: 'public',
  params: z.object({ slug: FormSlug }),
  answer: z.object({ company: z.string(), language, due_days: z.number().int() }),
});

export const createPrivacyRequest = route('POST /privacy-forms/:slug/requests', {
  summary: 'Ask a company for a right over one’s data; the protocol goes to the e-mail, whoever asks',
  permission: 'public',
  params: z.object({ slug: FormSlug }),
  body: z.object({
    type: z.enum(privacyRequestTypes),
    // It goes into mails to whatever address was typed.
    nome: name(120).refine(isName),
    email,
    /** Where the company may know somebody by a phone; as people dial it. */
    tel: z.string().trim().max(40).default(''),
    details: text.default(''),
    language: language.default('pt'),
  }),
  /** `due_day` is the day of `due_at` in the company's zone, as the mail says it. */
  answer: z.object({ protocol: z.string(), due_at: instant, due_day: day }),
  status: 201,
  errors: { PHONE_NOT_VALID: 422 },
});

/** A request as the list shows it (PRIVACY-02). */
export const PrivacyRequest = z.object({
  _id: PrivacyRequestId,
  protocol: z.string(),
  type: z.enum(privacyRequestTypes),
  /** Null once they are forgotten, five years after the request was closed. */
  requester: z.object({ nome: z.string(), email: z.string(), tel: z.string().nullable() }).nullable(),
  identity_check: z.enum(identityChecks),
  status: z.enum(privacyRequestStatuses),
  created_at: instant,
  due_at: instant,
  /** The day of it in the company's zone. */
  due_day: day,
  /** The company's zone: the requests of all its units stand together. */
  timezone: z.string(),
  /** When it was answered, one way or the other. */
  closed_at: instant.nullable(),
  handled_by: z.object({ _id: UserId, nome: z.string() }).nullable(),
});
export type PrivacyRequest = z.infer<typeof PrivacyRequest>;

export const privacyStepKinds = ['received', 'changed', 'collected', 'anonymized', 'deleted'] as const;

/** What was done about a request, by whom and when. `status` and `identity_check` are those after it. */
export const PrivacyStep = z.object({
  _id: z.string(),
  at: instant,
  /** Null for the requester. */
  by: z.string().nullable(),
  kind: z.enum(privacyStepKinds),
  status: z.enum(privacyRequestStatuses),
  identity_check: z.enum(identityChecks),
  note: z.string(),
  /** What was written to the requester. */
  answer: z.string(),
  /** What was taken out of the product, table by table. */
  report: ErasureReport.nullable(),
});
export type PrivacyStep = z.infer<typeof PrivacyStep>;

/** A contact with an address of whoever asks, in a unit of the reader. */
export const MatchedContact = z.object({
  _id: ContactId,
  nome: z.string(),
  /** Which address it has: the protocol was mailed to the e-mail, and nothing says whose the phone is. */
  has: z.array(z.enum(['email', 'tel'])).min(1),
  business: z.object({ _id: BusinessUnitId, nome: z.string() }),
});
export type MatchedContact = z.infer<typeof MatchedContact>;

/** The two files of everything that is kept about a person (PRIVACY-08). */
export const personFileTypes = { json: 'application/json', pdf: 'application/pdf' } as const;
export type PersonFileFormat = keyof typeof personFileTypes;

/** What was collected about a contact; `_id` is the link of its files, good until `expires_at`. */
export const PersonPackage = z.object({
  _id: PersonFileId,
  _contact: ContactId,
  status: z.enum(['pending', 'finished', 'removed']),
  created_at: instant,
  expires_at: instant,
});
export type PersonPackage = z.infer<typeof PersonPackage>;

export const PrivacyRequestDetails = PrivacyRequest.extend({
  details: z.string(),
  /** The newest last: the evidence of what was done. */
  evidence: z.array(PrivacyStep),
  contacts: z.array(MatchedContact),
  /** The newest first. */
  packages: z.array(PersonPackage),
});
export type PrivacyRequestDetails = z.infer<typeof PrivacyRequestDetails>;

export const listPrivacyRequests = route('GET /privacy-requests', {
  summary: 'The privacy requests of the company: the open ones first, by their due date',
  permission: 'privacy.manage',
  query: paging.extend({ status: z.enum(privacyRequestStatuses).optional() }),
  // The address that the company gives to the people whose data it has.
  answer: paged(PrivacyRequest).extend({ form_url: z.string() }),
});

export const getPrivacyRequest = route('GET /privacy-requests/:id', {
  summary: 'A privacy request with what was done about it',
  permission: 'privacy.manage',
  params: byId(PrivacyRequestId),
  answer: PrivacyRequestDetails,
});

export const changePrivacyRequest = route('PUT /privacy-requests/:id', {
  summary: 'Change the status of a privacy request, the check of identity and who handles it',
  permission: 'privacy.manage',
  params: byId(PrivacyRequestId),
  body: z.object({
    status: z.enum(privacyRequestStatuses),
    identity_check: z.enum(identityChecks),
    /** Whoever calls takes it, leaves it, or changes nothing about it. */
    handler: z.enum(['me', 'nobody', 'same']).default('same'),
    note: text.default(''),
    /** What the requester is told beside the result, in the mail that says that the request is closed. */
    answer: text.default(''),
    /**
     * How the request stood when whoever calls saw it last: where it stands otherwise, nothing changes. Who handles it is compared
     * only by a call that changes that.
     */
    seen: PrivacyRequest.pick({ status: true, identity_check: true })
      .extend({ handled_by: UserId.nullable().optional() })
      .optional(),
  }),
  answer: PrivacyRequestDetails,
  // ALREADY_ERASED: somebody was erased on it, who would be told that it was refused.
  errors: { REQUEST_CHANGED: 409, IDENTITY_NOT_CHECKED: 409, ALREADY_ERASED: 409, EVIDENCE_MISSING: 422 },
});

/** Which contact of a request is erased, and how. */
const RequestedErasure = z.object({
  contactId: ContactId,
  /** Whether the contact stays as a row of whom nothing is known, or goes (decision 0046). */
  as: z.enum(['anonymized', 'deleted']),
  comments: z.enum(commentTreatments),
});
export type RequestedErasure = z.infer<typeof RequestedErasure>;

const erasureErrors = { NO_ERASURE_REQUESTED: 409, REQUEST_CLOSED: 409, IDENTITY_NOT_CHECKED: 409 } as const;

export const rehearseErasure = route('GET /privacy-requests/:id/erasures/rehearsal', {
  summary: 'What would be erased of a contact of a privacy request, table by table; nothing is',
  permission: 'contacts.erase',
  params: byId(PrivacyRequestId),
  query: RequestedErasure,
  answer: ErasureReport,
  errors: erasureErrors,
});

export const eraseRequester = route('POST /privacy-requests/:id/erasures', {
  summary: 'Erase a contact of a privacy request; the last one closes the request',
  permission: 'contacts.erase',
  params: byId(PrivacyRequestId),
  body: RequestedErasure,
  answer: PrivacyRequestDetails,
  errors: erasureErrors,
});

export const createPersonPackage = route('POST /privacy-requests/:id/packages', {
  summary: 'Collect everything about a contact of a privacy request, in the background, as JSON and PDF',
  permission: 'privacy.manage',
  params: byId(PrivacyRequestId),
  body: z.object({ contactId: ContactId, language: language.default('pt') }),
  answer: PrivacyRequestDetails,
  status: 202,
  // REQUEST_CLOSED: it was refused.
  errors: { IDENTITY_NOT_CHECKED: 409, REQUEST_CLOSED: 409 },
});

export const downloadPersonPackage = route('GET /person-packages/:id', {
  summary: 'One of the files of what was collected about a person, for seven days',
  permission: 'privacy.manage',
  params: byId(PersonFileId),
  query: z.object({ format: z.enum(['json', 'pdf']) }),
  answer: { mediaTypes: Object.values(personFileTypes) },
});

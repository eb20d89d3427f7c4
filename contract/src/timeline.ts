import { z } from 'zod';
import { auditActions } from './audit.ts';
import { consentBasis, consentSource, consentStatus } from './consents.ts';
import { ContactId, ImportId, ResponseId, SendId, SurveyId } from './ids.ts';
import { byId, channel, instant } from './primitives.ts';
import { commentHidden } from './response-list.ts';
import { route } from './route.ts';
import { itemReason } from './sends.ts';
import { metric, scoreGroup } from './surveys.ts';

const survey = z.object({ _id: SurveyId, title: z.string() });
const entry = { _id: z.string(), at: instant };

/** What happened between the company and a contact, by kinds. */
export const TimelineEntry = z.discriminatedUnion('kind', [
  /** A message whose end is known: it was taken, refused or held back (decision 56). */
  z.object({
    ...entry,
    kind: z.literal('message'),
    channel,
    survey,
    send_id: SendId,
    outcome: z.enum(['sent', 'held_back', 'failed']),
    reason: itemReason.nullable(),
  }),
  z.object({
    ...entry,
    kind: z.literal('response'),
    _id: ResponseId,
    channel,
    survey,
    metric: metric.nullable(),
    score: z.number().int().nullable(),
    score_group: scoreGroup.nullable(),
    comment: z.string().nullable(),
    /** As of a listed response. */
    comment_hidden: commentHidden,
  }),
  z.object({
    ...entry,
    kind: z.literal('consent'),
    channel,
    status: consentStatus,
    basis: consentBasis,
    source: consentSource,
    /** Who wrote it down; null where the person did it themselves, or the product. */
    by: z.string().nullable(),
  }),
  /** Something that was done to the contact itself; `by` is null where the product did it. */
  z.object({
    ...entry,
    kind: z.literal('change'),
    action: z.enum(auditActions),
    by: z.string().nullable(),
    /** The names of the fields that were edited or revealed, custom ones by their labels; none of anything else. */
    fields: z.array(z.string()),
  }),
  /** An action on many contacts gave this one tags, or took some away; `by` is who began it. */
  z.object({
    ...entry,
    kind: z.literal('tagging'),
    outcome: z.enum(['added', 'removed']),
    tags: z.array(z.string()),
    by: z.string().nullable(),
  }),
  /**
   * An import created the contact, changed it, or had it in its file: after some days nobody knows whether it changed anything.
   * `import` is null for whoever may not see imports.
   */
  z.object({
    ...entry,
    kind: z.literal('import'),
    outcome: z.enum(['created', 'changed', 'found']),
    import: z.object({ _id: ImportId, file_name: z.string() }).nullable(),
  }),
]);
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** Where a page of a timeline ends: the instant of its last entry to the microsecond, and its id. */
export const TimelineKey = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z_[0-9a-f-]{36}$/);

export const getTimeline = route('GET /contacts/:id/timeline', {
  summary: 'What was sent to a contact, what they answered and agreed to, and who or what changed them, newest first',
  permission: 'responses.read',
  params: byId(ContactId),
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    /** What comes after the page that ended here. */
    after: TimelineKey.optional(),
  }),
  /** `next` is null at the end. */
  answer: z.object({ data: z.array(TimelineEntry), next: TimelineKey.nullable() }),
});

/** No more scores of a contact than these are drawn: the last ones. */
export const contactScoresMax = 50;

/** The propensity of a contact is told by so many of the last messages, of as many days. */
export const propensity = { messagesMax: 20, days: 365 } as const;

export const listContactScores = route('GET /contacts/:id/scores', {
  summary: 'The last scores of a contact, oldest first, and how many of the last surveys they answered',
  permission: 'responses.read',
  params: byId(ContactId),
  answer: z.object({
    data: z.array(
      z.object({
        _id: ResponseId,
        at: instant,
        metric,
        score: z.number().int(),
        score_group: scoreGroup,
      }),
    ),
    /** Of the last messages with a survey that reached the contact, how many there were and how many brought an answer. */
    propensity: z.object({ received: z.number().int().min(0), answered: z.number().int().min(0) }),
  }),
});

/** What is known of the e-mail of a contact, by the newest sign that came of it, and what each makes of it (PEOPLE-20). */
export const emailSigns = {
  answered: 'valid',
  delivered: 'valid',
  failed: 'suspect',
  unknown_result: 'suspect',
  /** An answer or a delivery, but so long ago that it says nothing of today. */
  silent: 'suspect',
  bounced: 'invalid',
  malformed: 'invalid',
} as const;
export type EmailSign = keyof typeof emailSigns;
const emailSignNames = Object.keys(emailSigns) as [EmailSign, ...EmailSign[]];

/** A mailbox that nobody opens is closed after one year by Yahoo, after two by Google and Microsoft: between these it is in doubt. */
export const emailSilentAfterMonths = 18;

export const EmailStatus = z.object({
  status: z.enum(['valid', 'suspect', 'invalid']),
  sign: z.enum(emailSignNames),
  /** When the sign came; null for a form that cannot receive mail. */
  at: instant.nullable(),
});
export type EmailStatus = z.infer<typeof EmailStatus>;

export const getEmailStatus = route('GET /contacts/:id/email-status', {
  summary: 'Whether the e-mail of a contact is valid, suspect or invalid, by what came of the messages to it',
  // It says something of the address itself, so it is for whoever may see that.
  permission: 'contacts.identify',
  params: byId(ContactId),
  /** Null where there is no e-mail, and where nothing has come of it yet. */
  answer: z.object({ email_status: EmailStatus.nullable() }),
});

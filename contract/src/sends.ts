import { z } from 'zod';
import type { ContactFieldName } from './contact-fields.ts';
import { exportRoute } from './export-route.ts';
import { BusinessUnitId, CompanyId, ContactId, ImportId, ItemId, SegmentId, SendId, SurveyId } from './ids.ts';
import { byId, day, instant, paged, paging, searchWords } from './primitives.ts';
import { route } from './route.ts';
import { SurveyDefinition, surveyMetric } from './surveys.ts';

/** What a send can go out over today. */
export const sendChannels = ['email', 'sms'] as const;
export const sendChannel = z.enum(sendChannels);
export type SendChannel = z.infer<typeof sendChannel>;
/** What a channel reaches a contact by. */
export const addressFields = { email: 'email', sms: 'tel' } as const satisfies Record<SendChannel, ContactFieldName>;
export type AddressField = (typeof addressFields)[SendChannel];

/** Why an item was not sent, or how it ended. Each has a text under `error-queue-{reason}` (I18N-07). */
export const itemReasons = [
  'address_missing',
  'address_invalid',
  'address_duplicate',
  'unsubscribed',
  'suppressed',
  'child_without_consent',
  'quarantine',
  'quarantine_survey',
  'already_answered',
  'message_not_made',
  'rejected_by_server',
  'unknown_result',
  'cancelled',
] as const;
export const itemReason = z.enum(itemReasons);
export type ItemReason = z.infer<typeof itemReason>;

/** Queue entry (bulk send) with the field names of the specification (ENTITY-07..10). Percentages run from 0 to 1. */
export const QueueEntry = z.object({
  _id: SendId,
  // Words of the specification (1§3), and no metric: new sends are `cf`, whatever they measure.
  type: z.enum(['cf', 'nps', 'other']),
  /** What its survey measures. */
  metric: surveyMetric,
  channel: sendChannel,
  created_at: instant,
  status: z.enum(['waiting', 'processing', 'paused', 'finished', 'cancelled']),
  pause_reason: z.string().nullable(),
  scheduled: z.boolean(),
  schedule_params: z.object({ type: z.enum(['default', 'scheduled']), scheduled_to: instant.nullable() }),
  released_at: instant.nullable(),
  empresa: z.object({ _id: CompanyId, nome: z.string() }),
  business: z.object({ _id: BusinessUnitId, nome: z.string() }),
  survey: z.array(z.object({ _id: SurveyId, title: z.string() })),
  total: z.number().int(),
  scheduledSum: z.number().int(),
  statusSum: z.number().int(),
  percentageScheduled: z.number(),
  percentageStatus: z.number(),
  sent_at: instant.nullable(),
  /** Who sent in spite of the quarantine, and when; null when it was kept. */
  quarantine_ignored: z.object({ by: z.string().nullable(), at: instant }).nullable(),
  processing: z.object({
    accepted: z.number().int(),
    /** People that a rule of ours held back: neither sent nor failed (decision 56). */
    heldBack: z.number().int(),
    failed: z.number().int(),
    unknown: z.number().int(),
    pending: z.number().int(),
  }),
  progress: z.number(),
});
export type QueueEntry = z.infer<typeof QueueEntry>;

/**
 * Queue item (ENTITY-13): `response` empty while no final answer is known; with the reason `unknown_result`, the message has
 * left and news of it are awaited.
 */
export const QueueItem = z.object({
  _id: ItemId,
  response: z.enum(['EXECUTED', 'NOT_EXECUTED']).nullable(),
  responseReason: itemReason.nullable(),
  /** A rule of ours kept the person from it: nothing was tried, so nothing failed (decision 56). */
  held_back: z.boolean(),
  detail: z.string().nullable(),
  /** The address that the message was for, masked like the customer's; null once the contact was deleted. */
  address: z.string().nullable(),
  executed_at: instant.nullable(),
  customer: z
    .object({
      _id: ContactId,
      name: z.string(),
      email: z.string().nullable(),
      tel: z.string().nullable(),
      /** Nothing is known of them any more. */
      anonymized: z.literal(true).optional(),
    })
    .nullable(),
});
export type QueueItem = z.infer<typeof QueueItem>;

/**
 * Who receives: every contact of the unit, those that a search finds, those of one import, those of a segment or list when the
 * send is planned, or a hand-picked list.
 */
export const Audience = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('search'), search: searchWords.min(1) }),
  z.object({ kind: z.literal('import'), importId: ImportId }),
  z.object({ kind: z.literal('segment'), segmentId: SegmentId }),
  z.object({ kind: z.literal('contacts'), contactIds: z.array(ContactId).min(1).max(1_000) }),
]);
export type Audience = z.infer<typeof Audience>;

/** Whether an audience is one person, chosen by hand: a send to it is no bulk send, and not in the queue (QUEUE-03). */
export function isIndividual(audience: Audience): boolean {
  return audience.kind === 'contacts' && new Set(audience.contactIds).size === 1;
}
/** Who holds `sends.createIndividual` alone has asked for more than one person. */
const individualOnly = { INDIVIDUAL_SENDS_ONLY: 403 } as const;

export const AudiencePreview = z.object({
  contacts: z.number().int(),
  eligible: z.number().int(),
  heldBack: z.array(z.object({ reason: itemReason, count: z.number().int() })),
  /** Of those that could be written to, how many are in quarantine, also when it is to be ignored. */
  quarantined: z.number().int(),
  /** How long the unit leaves people in peace: after any survey, and after the same one. */
  quarantineDays: z.number().int(),
  surveyQuarantineDays: z.number().int(),
});
export type AudiencePreview = z.infer<typeof AudiencePreview>;

export const listSendChannels = route('GET /sends/channels', {
  summary: 'The channels that the company can send over: those with an account of a provider',
  permission: 'sends.createIndividual',
  answer: z.object({ data: z.array(sendChannel) }),
});

/** A message as a recipient gets it. The HTML is the message's own: it belongs into a frame without rights. */
export const MessagePreview = z.discriminatedUnion('channel', [
  z.object({
    channel: z.literal('email'),
    sender: z.string(),
    subject: z.string(),
    html: z.string(),
    text: z.string(),
  }),
  z.object({ channel: z.literal('sms'), sender: z.string(), text: z.string(), segments: z.number().int() }),
]);
export type MessagePreview = z.infer<typeof MessagePreview>;

export const previewMessage = route('POST /sends/message', {
  summary: 'The message of a survey, as it would be sent to a person of an invented name',
  permission: 'surveys.read',
  body: z.object({
    surveyId: SurveyId,
    channel: sendChannel,
    /** The texts as they are being edited; absent: those of the published version. */
    definition: SurveyDefinition.optional(),
  }),
  answer: MessagePreview,
  errors: { SURVEY_NOT_PUBLISHED: 409, CHANNEL_NOT_AVAILABLE: 409 },
});

export const previewAudience = route('POST /sends/audience', {
  summary: 'How many contacts an audience holds, and how many would be held back, by reason',
  permission: 'sends.createIndividual',
  body: z.object({
    audience: Audience,
    channel: sendChannel,
    /** Without a survey nobody can be in quarantine from it. */
    surveyId: SurveyId.optional(),
    ignoreQuarantine: z.boolean().optional(),
  }),
  answer: AudiencePreview,
  errors: individualOnly,
});

export const createSend = route('POST /sends', {
  summary: 'Send a survey to an audience, or to one person. The same Idempotency-Key never sends twice',
  permission: 'sends.createIndividual',
  body: z.object({
    surveyId: SurveyId,
    audience: Audience,
    channel: sendChannel,
    /** Writes to people in quarantine too, never to whoever unsubscribed or to a child without consent. Recorded with who and when. */
    ignoreQuarantine: z.boolean().optional(),
  }),
  answer: z.object({ _id: SendId }),
  status: 201,
  // CHILD_WITHOUT_CONSENT: the one person of an individual send is a child, and no guardian agreed.
  errors: { ...individualOnly, SURVEY_NOT_PUBLISHED: 409, CHANNEL_NOT_AVAILABLE: 409, CHILD_WITHOUT_CONSENT: 409 },
});

const queueFilter = z.object({
  from: day.optional(),
  to: day.optional(),
  search: searchWords.optional(),
});

export const listQueues = route('GET /queues', {
  summary: 'Bulk sends of the unit, newest first',
  permission: 'sends.read',
  query: paging.extend(queueFilter.shape),
  answer: paged(QueueEntry),
});

export const getQueue = route('GET /queues/:id', {
  summary: 'One bulk send',
  permission: 'sends.read',
  params: byId(SendId),
  answer: QueueEntry,
});

export const listQueueItems = route('GET /queues/:id/items', {
  summary: 'The items of a bulk send: an array (QDETAIL-19), at most 50,000',
  permission: 'sends.read',
  params: byId(SendId),
  answer: z.array(QueueItem),
});

/** Which bulk sends a file is of: those that the queue finds, or one of them. */
export const SendFilter = queueFilter.extend({ sendId: SendId.optional() });
export type SendFilter = z.infer<typeof SendFilter>;

/** No file holds more messages than this: the filter is to leave fewer. */
export const exportedMessagesMax = 1_000_000;

/**
 * The messages of the bulk sends that the filter finds, newest first: a row for each. Names and addresses are masked for whoever may
 * not take them away (`contacts.export`). Answers NOT_FOUND for a `sendId` that is no bulk send of the unit.
 */
export const exportSends = exportRoute('GET /sends/export', {
  summary: 'Messages of the bulk sends that the queue finds, as a CSV or XLSX file',
  permission: 'sends.export',
  filter: SendFilter,
});

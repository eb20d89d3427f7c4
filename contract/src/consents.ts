import { z } from 'zod';
import { ContactId } from './ids.ts';
import { legalBases } from './legal-basis.ts';
import { byId, instant } from './primitives.ts';
import { route } from './route.ts';
import { sendChannel } from './sends.ts';

/** Whether somebody agreed to be written to, or took it back. */
export const consentStatuses = ['granted', 'withdrawn'] as const;
export const consentStatus = z.enum(consentStatuses);
export type ConsentStatus = z.infer<typeof consentStatus>;

/** What the messages are for: surveys, today. */
export const consentPurposes = ['surveys'] as const;
export const consentPurpose = z.enum(consentPurposes);

/** Who said so: the contact, by the link of a message, or somebody of the company who was told. */
export const consentSources = ['contact', 'staff'] as const;
export const consentSource = z.enum(consentSources);
export type ConsentSource = z.infer<typeof consentSource>;

/** What a parent or guardian agreed to for a child (LGPD, art. 14, § 1). */
export const guardianConsent = 'guardian_consent';
/** What an entry stands on: a legal basis, or the consent of a guardian. */
export const consentBases = [...legalBases, guardianConsent] as const;
export const consentBasis = z.enum(consentBases);
export type ConsentBasis = z.infer<typeof consentBasis>;

/** How a consent that the company was told of may be described. */
export const consentNoteMax = 200;

/** One entry of the history of consent. Entries are never changed: another one says what holds from then on. */
export const Consent = z.object({
  _id: z.string(),
  channel: sendChannel,
  purpose: consentPurpose,
  status: consentStatus,
  basis: consentBasis,
  source: consentSource,
  /** Which text was agreed to, or where and how; null where nobody said. */
  text_version: z.string().nullable(),
  at: instant,
  /** Where the contact was when they pressed, for whoever may identify people. */
  ip: z.string().nullable(),
  /** Who of the company wrote it down. */
  by: z.string().nullable(),
});
export type Consent = z.infer<typeof Consent>;

/** Why an address is not written to. */
export const suppressionReasons = ['unsubscribed', 'bounced', 'complained', 'manual'] as const;
export const suppressionReason = z.enum(suppressionReasons);
export type SuppressionReason = z.infer<typeof suppressionReason>;

/** Whether a channel reaches a contact today: null where nothing is in the way. */
const Stop = z.object({ reason: suppressionReason, at: instant }).nullable();

export const listConsents = route('GET /contacts/:id/consents', {
  summary: 'When and how a contact agreed to be written to, newest first, and what is stopped today',
  permission: 'contacts.read',
  params: byId(ContactId),
  answer: z.object({ data: z.array(Consent), stopped: z.record(sendChannel, Stop) }),
});

export const ConsentForm = z.object({
  channel: sendChannel,
  status: consentStatus,
  basis: consentBasis,
  text_version: z.string().trim().min(1).max(consentNoteMax).nullable(),
});
export type ConsentForm = z.infer<typeof ConsentForm>;

export const recordConsent = route('POST /contacts/:id/consents', {
  summary:
    'Write down that a contact agreed, or took it back, which stops the channel. What they stopped themselves stays stopped',
  permission: 'contacts.edit',
  params: byId(ContactId),
  body: ConsentForm,
  answer: Consent,
  status: 201,
  errors: { CONTACT_ANONYMIZED: 409 },
});

import { z } from 'zod';
import { consentBasis, consentNoteMax, suppressionReason } from './consents.ts';
import { ContactId, SuppressionId } from './ids.ts';
import { byId, done, instant, paged, paging } from './primitives.ts';
import { route } from './route.ts';
import { sendChannel } from './sends.ts';

/*
 * The addresses that a unit does not write to. Only the hash of an address is kept, so an entry says whose it is where a contact of
 * the unit has that address today, and nothing of the address where none has.
 */

/** Why nobody of the company lifts an entry: the person stopped the messages themselves, or was erased. */
export const stayReasons = ['person', 'erased'] as const;
export const stayReason = z.enum(stayReasons);
export type StayReason = z.infer<typeof stayReason>;

export const Suppression = z.object({
  _id: SuppressionId,
  channel: sendChannel,
  reason: suppressionReason,
  at: instant,
  /** Whose address it is today, masked for whoever may not identify people; null where no contact of the unit has it. */
  contact: z.object({ _id: ContactId, name: z.string(), address: z.string() }).nullable(),
  /** It came of an erasure. */
  erased: z.boolean(),
  /** Null where somebody of the company may lift it. */
  stays: stayReason.nullable(),
  /** It is lifted with what the person agreed to since. */
  needs_consent: z.boolean(),
});
export type Suppression = z.infer<typeof Suppression>;

export const SuppressionFilter = z.object({
  channel: sendChannel.optional(),
  reason: suppressionReason.optional(),
});

export const listSuppressions = route('GET /suppressions', {
  summary: 'The addresses that the unit does not write to, newest first',
  permission: 'suppressions.read',
  query: paging.extend(SuppressionFilter.shape),
  answer: paged(Suppression),
});

/** Longer than any address; what is longer is none. */
export const typedAddressMax = 320;

export const checkAddress = route('POST /suppressions/checks', {
  summary: 'Whether an e-mail address or a phone may be written to in the unit, on each channel that reaches it',
  // By an address that is typed, a person is found: not for whoever may not see any.
  permission: 'suppressions.edit',
  // In a body, so that no address stands in a URL.
  body: z.object({ address: z.string().trim().min(1).max(typedAddressMax) }),
  answer: z.object({
    channels: z.array(z.object({ channel: sendChannel, suppression: Suppression.nullable() })),
  }),
  errors: { ADDRESS_NOT_VALID: 422 },
});

/** How many addresses may be added at once. */
export const addedAddressesMax = 500;

/** Why a line was left out: it is neither an e-mail address nor a phone, or no channel that was chosen reaches it. */
export const leftOutReasons = ['not_an_address', 'other_channel'] as const;

export const SuppressionsForm = z.object({
  addresses: z.array(z.string().max(typedAddressMax)).min(1).max(addedAddressesMax),
  channels: z.array(sendChannel).min(1),
});
export type SuppressionsForm = z.infer<typeof SuppressionsForm>;

export const AddedSuppressions = z.object({
  added: z.number().int().min(0),
  already_there: z.number().int().min(0),
  /** By their place among the addresses, counted from 0. */
  left_out: z.array(z.object({ place: z.number().int().min(0), reason: z.enum(leftOutReasons) })),
});
export type AddedSuppressions = z.infer<typeof AddedSuppressions>;

export const addSuppressions = route('POST /suppressions', {
  summary: 'Stop writing to addresses, whoever has them; it enters the history of consent of the contacts that do',
  permission: 'suppressions.edit',
  body: SuppressionsForm,
  answer: AddedSuppressions,
});

/** What the company was told by whoever wants messages again. */
const ToldConsent = z.object({
  basis: consentBasis,
  text_version: z.string().trim().min(1).max(consentNoteMax).nullable(),
});

export const liftSuppression = route('POST /suppressions/:id/lift', {
  summary: 'Write to an address again. What the person stopped themselves, they alone take back',
  permission: 'suppressions.edit',
  params: byId(SuppressionId),
  body: z.object({ consent: ToldConsent.nullable() }),
  answer: done,
  // SUPPRESSION_STAYS says why in `reason`, a StayReason. CONSENT_MISSING: it `needs_consent`.
  errors: { SUPPRESSION_STAYS: 409, CONSENT_MISSING: 422 },
});

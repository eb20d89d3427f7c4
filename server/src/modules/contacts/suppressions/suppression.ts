import type { StayReason } from '@escuta/contract/suppressions';
import type { SuppressionReason } from '@escuta/contract/consents';

/** What is known of an entry when somebody of the company asks to write to its address again. */
export interface Judged {
  readonly reason: SuppressionReason;
  /** It came of an erasure. */
  readonly isErased: boolean;
  /** What the contact who has the address today stopped of the channel, wherever: themselves, or as somebody wrote down for them. */
  readonly person: 'stopped' | 'noted' | null;
}

/**
 * Whether somebody of the company may lift an entry, and with what. An erased person stays out; what the person stopped themselves
 * they alone take back; what the company stopped is lifted with what the person agreed to since (decision 0060).
 */
export function judgeLift({ reason, isErased, person }: Judged): {
  stays: StayReason | null;
  needsConsent: boolean;
} {
  if (isErased) return { stays: 'erased', needsConsent: false };
  const isOwn = reason === 'unsubscribed' || reason === 'complained' || person === 'stopped';
  if (isOwn) return { stays: 'person', needsConsent: false };
  return { stays: null, needsConsent: reason === 'manual' || person === 'noted' };
}

import type { SurveyDraft } from '@escuta/contract/surveys';
import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';

/** The texts of sends that speak of addresses, or of whoever takes messages: in the words of e-mail, unless a channel has its own. */
export type ChannelText =
  | 'error-queue-address_missing'
  | 'error-queue-address_invalid'
  | 'error-queue-address_duplicate'
  | 'error-queue-suppressed'
  | 'error-queue-rejected_by_server'
  | 'error-queue-unknown_result'
  | 'detail.unknownText'
  | 'detail.pausedText.template_not_valid'
  | 'new.audience.nobody'
  | 'new.audience.onlyQuarantined'
  | 'new.toContact.nobody'
  | 'new.toContact.onlyQuarantined'
  | 'new.confirm.text';

/** What the screens of sends know of a channel. */
export interface ChannelEntry {
  readonly Icon: Icon;
  /** Its own texts, by the keys of the common ones. */
  readonly texts: Readonly<Partial<Record<ChannelText, string>>>;
  /** The message of a published survey as it first meets its reader. */
  readonly MessageReview: ComponentType<{ readonly draft: SurveyDraft }>;
}

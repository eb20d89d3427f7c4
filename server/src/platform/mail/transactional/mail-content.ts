import type { Language } from '@escuta/contract/primitives';

/** A piece of a mail, from top to bottom. */
export type MailBlock =
  | { readonly text: string }
  /** Digits to type in, drawn large. */
  | { readonly code: string }
  | { readonly button: { readonly label: string; readonly url: string } }
  /** Names and values under each other: when, where, by whom. */
  | { readonly facts: readonly (readonly [name: string, value: string])[] };

/** What a mail of the product says, in words of its reader's language. */
export interface MailContent {
  readonly language: Language;
  readonly subject: string;
  /** The line that a mailbox shows beside the subject. */
  readonly preview: string;
  readonly title: string;
  readonly blocks: readonly MailBlock[];
  /** Why one gets it, and what to do if one did not ask for it. */
  readonly footer: string;
}

import type { LegalBasis } from '@escuta/contract/legal-basis';
import type { Language } from '@escuta/contract/primitives';
import type { ScoreGroup } from '@escuta/contract/metrics';
import type { Question } from '@escuta/contract/questions/index';

/** What stands in a field: a number, or a text. */
export type Value = number | string;

/** What is wrong with an answer. */
export type Problem = 'required' | 'not_valid';

/** The place of the closing words, behind any question. */
export const closingAt = 100;

/** What was answered before, told to somebody who comes back: a second answer does not count. */
export interface Answered {
  /** `YYYY-MM-DD`, in the unit's zone. */
  readonly day: string;
  /** Null where the survey asks for none. */
  readonly score: number | null;
}

/** A question in view, and everything that the page's script needs to go on without asking the server. */
export interface QuestionView {
  readonly kind: 'question';
  readonly token: string;
  /** Where the form is sent: to the link that the page came by. */
  readonly formPath: string;
  /** Where whoever was written to stops the messages; null where nobody was. */
  readonly optOutPath: string | null;
  readonly responseId: string;
  /** The number of the next step. */
  readonly seq: number;
  /** The score came with the link, and is stored nowhere yet. */
  readonly isUnsaid?: boolean;
  /** When the page was made, in milliseconds: a form that comes back at once was not read. */
  readonly openedAt: number;
  readonly questions: readonly Question[];
  /** The place of the question in view, from 0; or `closingAt`, where all were answered and a comment may still come. */
  readonly at: number;
  readonly values: Readonly<Record<string, Value>>;
  readonly problems: Readonly<Record<string, Problem>>;
  readonly closings: Readonly<Record<ScoreGroup, string>>;
  readonly answered?: Answered | undefined;
}

/** The closing words, after the last answer and whenever the person comes back. */
export interface ClosingView {
  readonly kind: 'closing';
  /** As of a question. */
  readonly optOutPath: string | null;
  readonly text: string;
  readonly answered?: Answered | undefined;
}

/** Why there is no question to answer. `retry` repeats a form that could not be kept. */
export interface NoticeView {
  readonly kind: 'notice';
  readonly notice: 'link_not_valid' | 'stop_link_over' | 'closed' | 'paused' | 'answered' | 'not_kept' | 'unavailable';
  readonly retry?: { readonly action: string; readonly fields: readonly (readonly [string, string])[] };
}

/** Asks before it stops the messages, says that it has, or that they come again. */
export interface UnsubscribeView {
  readonly kind: 'unsubscribe';
  readonly token: string;
  readonly state: 'asked' | 'done' | 'back';
}

/** One page for a respondent. Company and colour are null where no company is known. */
export interface PageModel {
  readonly language: Language;
  /** The nonces of the response's Content-Security-Policy. */
  readonly nonces: { readonly script: string; readonly style: string };
  readonly companyName: string | null;
  /** `#RRGGBB`. */
  readonly brandColor: string | null;
  /** Null where no survey is known, or nobody has said what it rests on. */
  readonly legalBasis: LegalBasis | null;
  /** Nothing leads from the answers back to the message. */
  readonly isAnonymous?: boolean;
  readonly view: QuestionView | ClosingView | NoticeView | UnsubscribeView;
}

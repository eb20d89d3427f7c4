import type { ResponseOriginName } from '@escuta/contract/response-filter';
import type { StepFrom } from '../answering.ts';
import { invitation } from './invitation.ts';
import { link } from './link.ts';
import type { Origin } from './origin.ts';

/** Every origin that answers come from, by its name. */
export const origins = { invitation, link } satisfies {
  readonly [Name in ResponseOriginName]: { readonly name: Name };
};

type SourceOf<Entry> = Entry extends Origin<infer From> ? From : never;

/** What an answer came from: the message that invited somebody, or the open link of a survey. */
export type AnswerSource = SourceOf<(typeof origins)[ResponseOriginName]>;
export type SentStep = StepFrom<AnswerSource>;

/** An origin to which only sources of its own are given: `originOf` finds it by the source. */
export type AnyOrigin = Origin<AnswerSource>;

const entries: Readonly<Record<ResponseOriginName, AnyOrigin>> = origins;

/** The origins one by one, in the order in which a link is tried. */
export const eachOrigin: readonly AnyOrigin[] = Object.values(entries);

/** The origin of a source. */
export function originOf({ origin }: AnswerSource): AnyOrigin {
  return entries[origin];
}

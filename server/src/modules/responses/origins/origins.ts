import type { ResponseOriginName } from '@escuta/contract/response-filter';
import type { StepFrom } from '../answering.ts';
import { fileImport } from './file-import.ts';
import { invitation } from './invitation.ts';
import { link } from './link.ts';
import type { LinkedOrigin, Origin } from './origin.ts';

/** The origins whose answers people give on a page behind a link, by their names. */
export const linkedOrigins = { invitation, link };

/** Every origin that answers come from, by its name. */
export const origins = { ...linkedOrigins, import: fileImport } satisfies {
  readonly [Name in ResponseOriginName]: { readonly name: Name };
};

type SourceOf<Entry> = Entry extends Origin<infer From> ? From : never;

/** What a link names: the message that invited somebody, or the open link of a survey. */
export type LinkedSource = SourceOf<(typeof linkedOrigins)[keyof typeof linkedOrigins]>;
/** What an answer came from: a link, or the row of a file. */
export type AnswerSource = SourceOf<(typeof origins)[ResponseOriginName]>;
export type SentStep = StepFrom<AnswerSource>;

/** An origin to which only sources of its own are given: `originOf` finds it by the source. */
type AnyOrigin = Origin<AnswerSource>;
/** The same, of an origin with links: `linkedOriginOf` finds it. */
export type AnyLinkedOrigin = LinkedOrigin<LinkedSource>;

const entries: Readonly<Record<ResponseOriginName, AnyOrigin>> = origins;
const linkedEntries: Readonly<Record<LinkedSource['origin'], AnyLinkedOrigin>> = linkedOrigins;

/** The origins one by one. */
export const eachOrigin: readonly AnyOrigin[] = Object.values(entries);

/** Those with links, in the order in which a link is tried. */
export const eachLinkedOrigin: readonly AnyLinkedOrigin[] = Object.values(linkedEntries);

/** The origin of a source. */
export function originOf({ origin }: AnswerSource): AnyOrigin {
  return entries[origin];
}

/** The origin of what a link names. */
export function linkedOriginOf({ origin }: LinkedSource): AnyLinkedOrigin {
  return linkedEntries[origin];
}

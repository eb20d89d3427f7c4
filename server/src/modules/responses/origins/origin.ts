import type { CompanyId, ResponseId } from '@escuta/contract/ids';
import type { ItemKey } from '#modules/sends/index.ts';
import type { RateLimitName } from '#platform/config/rate-limits.ts';
import type { Secrets } from '#platform/crypto/secrets.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { AnswerStore } from '../answer-store.ts';
import type { AnsweringBatch, RecordedStep, ResponseKey, Source, StepFrom } from '../answering.ts';
import type { Asked } from '../asked.ts';

/*
 * An origin is a file beside this one and its line in `origins.ts`. It says what its answers belong to and touch and, where
 * people give them on a page, what its links name and what that page may do; the rules, the rows, the counters and the pages are
 * the same for all (decision 0025).
 */

/** One way by which answers come. */
export interface Origin<From extends Source> {
  /** As rows, filters and the wire name it. */
  readonly name: From['origin'];
  /** What a step belongs to. Steps with the same key are about one response. */
  keyOf(sent: Pick<StepFrom<From>, 'source' | 'step'>): ResponseKey<From['origin']>;
  /**
   * What the steps of a batch touch, and what a response that begins will record of where it came from. A source that is gone
   * is left out.
   */
  readSteps(
    store: AnswerStore,
    companyId: CompanyId,
    steps: readonly StepFrom<From>[],
  ): Promise<AnsweringBatch<From['origin']>>;
}

/** One way by which people answer on a page of ours. */
export interface LinkedOrigin<From extends Source> extends Origin<From> {
  readonly links: LinksOf<From>;
  readonly page: PageOf<From>;
  /**
   * What the holder of a link is asked, or undefined when its source is gone. `responseId` is the response that they say they
   * go on with. Only reads.
   */
  findAsked(
    tx: Transaction,
    companyId: CompanyId,
    asked: { readonly source: From; readonly responseId: ResponseId | undefined },
  ): Promise<Asked | undefined>;
}

/** The links of an origin. */
interface LinksOf<From extends Source> {
  /** Reads a token back, or null when this origin did not make it. Asks nobody. */
  read(secrets: Secrets, token: string): ReadSource<From> | null;
  /** How often one link may be asked for. */
  readonly limit: RateLimitName;
  /** What that is counted by, in a company. Not the token: its last character may be another one and name the same source. */
  limitKey(source: From): string;
}

/** What the token of a link names: a company by its link key, and a source in it. */
export interface ReadSource<From extends Source> {
  readonly companyKey: number;
  readonly source: From;
}

/** The page behind the links of an origin. */
interface PageOf<From extends Source> {
  /** Where it is, before the token. */
  readonly path: `/${string}`;
  /** What its address says after a form without script, so that it knows its visitor again: a query, or nothing. */
  queryAfter(recorded: Pick<RecordedStep, 'responseId' | 'isAnonymous'>): string;
  /** The message whose receiver may stop the messages there; null where nobody was written to. */
  messageOf(source: From): ItemKey | null;
}

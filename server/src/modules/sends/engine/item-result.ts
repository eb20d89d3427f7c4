import type { ItemReason } from '@escuta/contract/sends';
import type { Outcome } from '../channels/channel.ts';
import { itemState } from '../item-state.ts';
import type { ItemState } from '../item-state.ts';

/** What the ledger is told of an item after an attempt. */
export interface ItemResult {
  readonly state: ItemState;
  readonly reason: ItemReason | null;
  /** The provider's own words, at most 300 characters. */
  readonly detail: string | null;
  /** Attempts so far, this one included when it counts. */
  readonly attempt: number;
  /** When the next attempt is due; null when there is none. */
  readonly notBefore: Date | null;
  readonly at: Date;
}

/** One attempt and seven more: about two hours of asking, then the provider has refused. */
export const attemptsMax = 8;
const firstDelayMs = 60_000;
const delayMsMax = 4 * 3_600_000;
const unreachableDelayMs = 5_000;
const detailMax = 300;

/** The pause after a deferral: one minute, then twice as long each time, at most four hours. */
export function retryDelayMs(attempt: number): number {
  return Math.min(firstDelayMs * 2 ** Math.max(0, attempt - 1), delayMsMax);
}

/**
 * Turns the outcome of an attempt into what the ledger keeps; null when the ledger knows already (withheld). A provider
 * that could not be reached at all costs no attempt: that says nothing about the message.
 */
export function resultOf(outcome: Outcome, attemptsBefore: number, at: Date): ItemResult | null {
  const attempt = attemptsBefore + 1;
  const done = { attempt, notBefore: null, at };
  switch (outcome.kind) {
    case 'accepted':
      return { ...done, state: itemState.accepted, reason: null, detail: null };
    case 'rejected':
      return { ...done, state: itemState.rejected, reason: outcome.reason, detail: words(outcome.response) };
    case 'unknown':
      return { ...done, state: itemState.unknown, reason: null, detail: words(outcome.response) };
    case 'withheld':
      return null;
    case 'deferred': {
      const detail = words(outcome.response);
      if (!outcome.isReached) {
        return {
          state: itemState.ready,
          reason: null,
          detail,
          attempt: attemptsBefore,
          notBefore: later(at, unreachableDelayMs),
          at,
        };
      }
      if (attempt >= attemptsMax) return { ...done, state: itemState.rejected, reason: 'rejected_by_server', detail };
      return {
        state: itemState.deferred,
        reason: null,
        detail,
        attempt,
        notBefore: later(at, retryDelayMs(attempt)),
        at,
      };
    }
  }
}

/** An item that there is nobody to write to any more, or somebody who must not be written to. */
export function skippedFor(reason: ItemReason, attempt: number, at: Date): ItemResult {
  return { state: itemState.skipped, reason, detail: null, attempt, notBefore: null, at };
}

/** An item whose message cannot be made: its address can stand in none, or we failed. The provider was not asked. */
export function withoutMessage(reason: 'address_invalid' | 'message_not_made', attempt: number, at: Date): ItemResult {
  return { state: itemState.rejected, reason, detail: null, attempt, notBefore: null, at };
}

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}

function words(response: string): string {
  return response.replace(/\s+/g, ' ').trim().slice(0, detailMax);
}

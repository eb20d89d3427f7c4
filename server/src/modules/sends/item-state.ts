import { sql } from 'kysely';

/** The states of an item, as the ledger keeps them. Rules of their changes: docs/sending.md. */
export const itemState = {
  /** Waits for a worker. */
  ready: 0,
  /** A worker holds it and has not yet spoken to the mail server: safe to give back. */
  claimed: 1,
  /** Written just before the message's first byte leaves: from here on only a result may follow. */
  handedOver: 2,
  accepted: 3,
  rejected: 4,
  /** The server asked for another attempt later. */
  deferred: 5,
  /** The message left and no answer is known. Never sent again without the company's choice. */
  unknown: 6,
  /** Held back by a rule of ours. */
  skipped: 7,
  cancelled: 8,
} as const;

/** An item in one of these has not left. */
export const openStates = [itemState.ready, itemState.claimed, itemState.deferred] as const;

/** `openStates` for `IN (…)`, as literals: a plan may know them. */
export const openStatesSql = sql.join(openStates.map((state) => sql.lit(state)));

export type ItemState = (typeof itemState)[keyof typeof itemState];

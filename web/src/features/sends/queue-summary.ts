import type { ItemReason, QueueItem } from '@escuta/contract/sends';

export type ReasonKey = `error-queue-${ItemReason | 'not_said'}`;
export type SummaryLabel = 'summary.executed' | 'summary.pending' | ReasonKey;

/** Items with the same response and the same reason. */
export interface SummaryGroup {
  /** `response|reason` as the specification writes it (2§4): 'EXECUTED|', 'undefined|undefined', 'NOT_EXECUTED|…'. */
  readonly key: string;
  readonly label: SummaryLabel;
  readonly count: number;
}

/** Counts a queue's items by response and reason, the most frequent group first; equal ones in order of their key. */
export function summarize(items: readonly Pick<QueueItem, 'response' | 'responseReason'>[]): SummaryGroup[] {
  const groups = new Map<string, SummaryGroup>();
  for (const item of items) {
    const key = groupKey(item);
    groups.set(key, { key, label: groupLabel(item, key), count: (groups.get(key)?.count ?? 0) + 1 });
  }
  return [...groups.values()].sort((one, other) => other.count - one.count || (one.key < other.key ? -1 : 1));
}

type StatusKey = 'item.executed' | 'item.heldBack' | 'item.failed' | 'item.waiting';

/** The text of an item's status: EXECUTED, NOT_EXECUTED, or nothing yet (2§4); a person held back is no failure. */
export function statusKey({ response, held_back }: Pick<QueueItem, 'response' | 'held_back'>): StatusKey {
  if (response === 'EXECUTED') return 'item.executed';
  if (held_back) return 'item.heldBack';
  return response === 'NOT_EXECUTED' ? 'item.failed' : 'item.waiting';
}

/** The text of a reason; a failure that names none has a text too. */
export function reasonKey(reason: ItemReason | null): ReasonKey {
  return `error-queue-${reason ?? 'not_said'}`;
}

function groupKey({ response, responseReason }: Pick<QueueItem, 'response' | 'responseReason'>): string {
  return `${response ?? 'undefined'}|${responseReason ?? (response ? '' : 'undefined')}`;
}

function groupLabel({ responseReason }: Pick<QueueItem, 'responseReason'>, key: string): SummaryLabel {
  if (key === 'EXECUTED|') return 'summary.executed';
  return key === 'undefined|undefined' ? 'summary.pending' : reasonKey(responseReason);
}

import type { ClaimedItem, Leases } from './claim-items.ts';

/** The items that this worker has claimed and not yet begun to send, sends taking turns. */
export interface ClaimBuffer {
  readonly size: number;
  add(items: readonly ClaimedItem[]): void;
  /** The next item, of another send than the one before when there is one. */
  next(): ClaimedItem | undefined;
  putBack(item: ClaimedItem): void;
  leases(): Leases[];
  /** Empties the buffer and answers what was held. */
  clear(): Leases[];
}

/** Opens an empty buffer. */
export function openClaimBuffer(): ClaimBuffer {
  // A map keeps the order of insertion: the send that was served goes to the end.
  const queues = new Map<string, ClaimedItem[]>();
  let size = 0;

  function queueOf(item: ClaimedItem): ClaimedItem[] {
    const queue = queues.get(item.send.sendId) ?? [];
    queues.set(item.send.sendId, queue);
    return queue;
  }

  function leases(): Leases[] {
    return [...queues.values()].flatMap((items) => {
      const [first] = items;
      if (!first) return [];
      const { companyId, sendId, itemsMonth } = first.send;
      return [{ companyId, sendId, itemsMonth, leaseTokens: [...new Set(items.map((item) => item.leaseToken))] }];
    });
  }

  return {
    get size() {
      return size;
    },
    add(items) {
      for (const item of items) queueOf(item).push(item);
      size += items.length;
    },
    next() {
      for (const [sendId, queue] of queues) {
        queues.delete(sendId);
        const item = queue.shift();
        if (!item) continue;
        if (queue.length > 0) queues.set(sendId, queue);
        size -= 1;
        return item;
      }
      return undefined;
    },
    putBack(item) {
      queueOf(item).unshift(item);
      size += 1;
    },
    leases,
    clear() {
      const held = leases();
      queues.clear();
      size = 0;
      return held;
    },
  };
}

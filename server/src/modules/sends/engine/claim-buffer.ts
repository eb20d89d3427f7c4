import type { ClaimedItem } from './claim-items.ts';

/** The items that this worker has claimed and not yet begun to send, sends taking turns. */
export interface ClaimBuffer {
  readonly size: number;
  add(items: readonly ClaimedItem[]): void;
  /** The next item, of another send than the one before when there is one. */
  next(): ClaimedItem | undefined;
  putBack(item: ClaimedItem): void;
  items(): ClaimedItem[];
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
    items: () => [...queues.values()].flat(),
  };
}

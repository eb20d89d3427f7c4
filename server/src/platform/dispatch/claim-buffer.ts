import type { Claimed } from './work.ts';

/** The items that this process has claimed and not yet begun to deliver, queues taking turns. */
export interface ClaimBuffer<Item extends Claimed> {
  readonly size: number;
  add(items: readonly Item[]): void;
  /** The next item, of another queue than the one before when there is one. */
  next(): Item | undefined;
  putBack(item: Item): void;
  items(): Item[];
}

/** Opens an empty buffer. */
export function openClaimBuffer<Item extends Claimed>(): ClaimBuffer<Item> {
  // A map keeps the order of insertion: the queue that was served goes to the end.
  const queues = new Map<string, Item[]>();
  let size = 0;

  function queueOf({ queueId }: Item): Item[] {
    const queue = queues.get(queueId) ?? [];
    queues.set(queueId, queue);
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
      for (const [queueId, queue] of queues) {
        queues.delete(queueId);
        const item = queue.shift();
        if (!item) continue;
        if (queue.length > 0) queues.set(queueId, queue);
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

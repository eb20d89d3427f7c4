import type { House } from '#platform/house/house.ts';
import type { ClaimedItem } from './claim-items.ts';
import { handOver } from './hand-over.ts';

const batchMax = 50;

/** Where connections ask, just before a message's first byte, whether it may leave. */
export interface HandOverDesk {
  /** True once the ledger says `handed over`. Rejects when the ledger could not be written: then nothing may leave. */
  ask(item: ClaimedItem): Promise<boolean>;
}

interface Asked {
  readonly item: ClaimedItem;
  readonly answer: (mayLeave: boolean) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Writes hand-overs in micro-batches, one at a time per company: what asks while one is being written forms the next.
 * So a message waits for at most two statements, and no message of a crash is in doubt but those on a connection.
 */
export function openHandOverDesk({ database, clock }: Pick<House, 'database' | 'clock'>, shard: number): HandOverDesk {
  const waiting = new Map<string, Asked[]>();
  const busy = new Set<string>();

  async function serve(companyId: string): Promise<void> {
    if (busy.has(companyId)) return;
    busy.add(companyId);
    for (let batch = take(companyId); batch.length > 0; batch = take(companyId)) {
      const items = batch.map((asked) => asked.item);
      try {
        const allowed = await database.withCompany(companyId, (tx) =>
          handOver(tx, { companyId, items, shard, now: clock.now() }),
        );
        for (const { item, answer } of batch) answer(allowed.has(item.itemId));
      } catch (error) {
        for (const { fail } of batch) fail(error);
      }
    }
    busy.delete(companyId);
  }

  function take(companyId: string): Asked[] {
    const batch = waiting.get(companyId)?.splice(0, batchMax) ?? [];
    if (batch.length === 0) waiting.delete(companyId);
    return batch;
  }

  return {
    ask(item) {
      const { companyId } = item.send;
      return new Promise((answer, fail) => {
        const asked = waiting.get(companyId) ?? [];
        waiting.set(companyId, asked);
        asked.push({ item, answer, fail });
        void serve(companyId);
      });
    },
  };
}

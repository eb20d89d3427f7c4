import { LRUCache } from 'lru-cache';
import type { CompanyId, SendId } from '@escuta/contract/ids';
import { markSent } from '#modules/contacts/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { itemState } from '../item-state.ts';
import { noteMarked } from '../progress.ts';
import { spreadOut } from './spread-out.ts';
import type { Settled } from './write-results.ts';

/** Neighbours are marked in different transactions: a page of contacts has room for two or three new versions at a time. */
const rowsApart = 8;
/** Of a send that is forgotten too few marks are counted, and its end goes through its items once more. */
const totalsMax = 1_000;

/** Contacts that got their message and do not know it yet. */
export interface SentMarkBuffer {
  add(settled: readonly Settled[]): void;
  readonly size: number;
  /** Marks what has come together until now. Rejects when the database is away: then they stay in the buffer. */
  flush(): Promise<void>;
}

/**
 * Marks contacts in larger batches than results are written. What a killed worker leaves unmarked is found when its sends
 * end (`mark-left-behind.ts`): the counter of marked items falls short of the accepted ones.
 */
export function openSentMarkBuffer({ database }: Pick<AppContext, 'database'>, shard: number): SentMarkBuffer {
  const waiting = new Map<CompanyId, Settled[]>();
  /** How many contacts this worker has marked, by the ids of their sends. */
  const marked = new LRUCache<SendId, number>({ max: totalsMax });
  let size = 0;

  return {
    get size() {
      return size;
    },
    add(settled) {
      const reached = settled.filter(({ result }) => result.state === itemState.accepted);
      const [first] = reached;
      if (!first) return;
      const { companyId } = first.item.send;
      waiting.set(companyId, [...(waiting.get(companyId) ?? []), ...reached]);
      size += reached.length;
    },
    async flush() {
      // What comes meanwhile waits for the next time, or this one would never end and mark a few at a time.
      for (const [companyId, reached] of new Map(waiting)) {
        waiting.delete(companyId);
        const sorted = reached.toSorted((a, b) => ((a.item.contactId ?? '') < (b.item.contactId ?? '') ? -1 : 1));
        const marks = spreadOut(sorted, rowsApart);
        const perTransaction = Math.ceil(marks.length / rowsApart);
        try {
          while (marks.length > 0) {
            await write(companyId, marks.slice(0, perTransaction));
            size -= marks.splice(0, perTransaction).length;
          }
        } catch (error) {
          waiting.set(companyId, [...marks, ...(waiting.get(companyId) ?? [])]);
          throw error;
        }
      }
    },
  };

  async function write(companyId: CompanyId, reached: readonly Settled[]): Promise<void> {
    if (reached.length === 0) return;
    const perSend = Map.groupBy(reached, ({ item }) => item.send.sendId);
    const totals = [...perSend].map(([sendId, { length }]) => ({ sendId, marked: (marked.get(sendId) ?? 0) + length }));
    const marks = reached.flatMap(({ item, result }) =>
      item.contactId === null ? [] : { contactId: item.contactId, at: result.at },
    );
    await database.withCompany(companyId, async (tx) => {
      await noteMarked(tx, { companyId, shard, totals });
      // Last, so that contacts, which answers mark too, are held for the shortest time.
      await markSent(tx, { companyId, marks });
    });
    for (const total of totals) marked.set(total.sendId, total.marked);
  }
}

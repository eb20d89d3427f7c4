import type { CompanyId, SendId } from '@escuta/contract/ids';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { finishSend } from './finish-send.ts';
import { openSentMarkBuffer } from './sent-mark-buffer.ts';
import type { Settled } from './write-results.ts';

/** So many contacts are marked at a time, unless a second passes or a lull comes before. */
const marksPerBatch = 1_000;

/** What follows from results, some time after them. */
export interface SendCompletion {
  add(settled: readonly Settled[]): void;
  /** Whether so much has come together that it should be written now. */
  isDue(): boolean;
  /** Marks the contacts; in a lull also ends the sends that had results, rather than leaving it to their next cycle. */
  write(isLull: () => boolean): Promise<void>;
}

/** Follows the results of one worker to the ends of their sends. */
export function openSendCompletion(
  context: Pick<AppContext, 'database' | 'clock' | 'log'>,
  shard: number,
): SendCompletion {
  const { database, clock, log } = context;
  const marks = openSentMarkBuffer(context, shard);
  /** Companies of sends that may have come to their end here, by the sends' ids. */
  const sends = new Map<SendId, CompanyId>();

  return {
    add(settled) {
      marks.add(settled);
      for (const { item } of settled) sends.set(item.send.sendId, item.send.companyId);
    },
    isDue: () => marks.size >= marksPerBatch,
    async write(isLull) {
      await marks.flush();
      if (!isLull()) return;
      for (const [sendId, companyId] of sends) {
        sends.delete(sendId);
        const now = clock.now();
        const isDone = await database.withCompany(companyId, (tx) => finishSend(tx, { companyId, sendId, now }));
        if (isDone) log.info({ sendId }, 'a send is done');
      }
    },
  };
}

import { LRUCache } from 'lru-cache';
import type { CompanyId, SendId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { claimItems } from './claim-items.ts';
import type { ClaimedItem } from './claim-items.ts';
import { finishSend, holdSend, pauseSend } from './finish-send.ts';
import { markLeftBehind } from './mark-left-behind.ts';
import type { Account } from './open-account.ts';
import { releaseLeases } from './release-leases.ts';
import { endCycle, leaveRunnable } from './runnable-sends.ts';
import type { RunnableSend } from './runnable-sends.ts';
import { findWork, loadContext, TemplateError } from './send-context.ts';
import type { SendContext, Work } from './send-context.ts';
import { settleUnknown } from './settle-unknown.ts';

const contextsMax = 200;
const tendEveryMs = 5_000;

/** Does one cycle of a send in one transaction and answers the items it claimed. */
export type WorkCycle = (send: RunnableSend, count: number) => Promise<ClaimedItem[]>;

/** Makes the cycle of a worker: it remembers what each send's messages are made of. */
export function openWorkCycle(
  context: Pick<AppContext, 'config' | 'database' | 'clock' | 'log' | 'secrets'>,
  { account, shard }: { account: Account; shard: number },
): WorkCycle {
  const contexts = new LRUCache<string, SendContext>({ max: contextsMax });
  const tendedAt = new LRUCache<string, number>({ max: contextsMax });

  return async function workOn({ companyId, sendId }, count) {
    const now = context.clock.now();
    return context.database.withCompany(companyId, async (tx) => {
      const work = await findWork(tx, { companyId, sendId });
      const send = await contextOf(tx, companyId, sendId, work);
      if (!send) return [];
      const items = await claimItems(tx, { send, count, now });
      if (items.length === 0 || performance.now() - (tendedAt.get(sendId) ?? 0) > tendEveryMs) {
        if (await lookAfter(tx, send, now)) tendedAt.set(sendId, performance.now());
      }
      await endCycle(tx, { companyId, sendId, now, hadWork: items.length > 0 || work?.status === 'planning' });
      return items;
    });
  };

  /** What one worker does for all, whoever comes first. Answers whether it was this one. */
  async function lookAfter(tx: Transaction, send: SendContext, now: Date): Promise<boolean> {
    const { companyId, sendId } = send;
    const held = await holdSend(tx, { companyId, sendId });
    if (!held) return false;
    await releaseLeases(tx, { send, now });
    await settleUnknown(tx, { send, shard, now });
    await markLeftBehind(tx, { send, held });
    if (await finishSend(tx, { companyId, sendId, now })) context.log.info({ sendId }, 'a send is done');
    return true;
  }

  /** What a send's messages are made of, or undefined when there is nothing to do for it. */
  async function contextOf(
    tx: Transaction,
    companyId: CompanyId,
    sendId: SendId,
    work: Work | undefined,
  ): Promise<SendContext | undefined> {
    if (work?.status !== 'planning' && work?.status !== 'running') {
      await leaveRunnable(tx, { companyId, sendId });
      return undefined;
    }
    const known = contexts.get(sendId);
    if (known) return known;
    try {
      const loaded = await loadContext(tx, context, { companyId, work, account });
      contexts.set(sendId, loaded);
      return loaded;
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      context.log.error({ sendId, err: error }, 'a send is paused: its message cannot be made');
      await pauseSend(tx, { companyId, sendId, reason: 'template_not_valid' });
      return undefined;
    }
  }
}

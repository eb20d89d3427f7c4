import type { AppContext } from '#platform/app-context/app-context.ts';
import { openLane } from '#platform/dispatch/lane.ts';
import type { Lane } from '#platform/dispatch/lane.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import { chooseShard } from '../progress.ts';
import { leaseMs } from './claim-items.ts';
import { lookUpUnknown } from './look-up-unknown.ts';
import { measuredTransport } from './measured-transport.ts';
import type { OpenAccount } from './open-account.ts';
import { planCycle } from './plan-cycle.ts';
import { openSendCompletion } from './send-completion.ts';
import { openSendWork } from './send-work.ts';

const pollMs = 500;
/** A contact learns of its message at most so much later. */
const completionMs = 1_000;
const lookUpEveryMs = 5_000;

/** Everything that one account has to send, from the audience to the end of the send. */
export interface AccountLane extends Pick<Lane, 'isIdle' | 'buffered' | 'unwritten' | 'isHeldBack'> {
  /** Claims no more, lets the messages on their way end, writes their results and gives the rest back. */
  stop(): Promise<void>;
}

/** Plans, claims, delivers and records what goes out through an account, until it is stopped. */
export function openAccountLane(
  context: Pick<AppContext, 'config' | 'database' | 'clock' | 'log' | 'metrics' | 'secrets'>,
  opened: OpenAccount,
): AccountLane {
  const { log, metrics } = context;
  const account = { ...opened, transport: measuredTransport(opened, metrics) };
  const shard = chooseShard();
  const completion = openSendCompletion(context, shard);
  const work = openSendWork(context, {
    account,
    shard,
    onWritten(settled) {
      completion.add(settled);
      if (completion.isDue() || lane.isIdle()) completions.wake();
    },
  });
  const lane = openLane(work, { log, leaseMs });
  const isLull = () => lane.isIdle();
  const plans = repeat(pollMs, log, () => planCycle(context, account.key, () => lane.wake()));
  const { lookUp } = account.transport;
  const lookUps =
    lookUp && repeat(lookUpEveryMs, log, () => lookUpUnknown(context, account.key, lookUp).then(() => false));
  const completions = repeat(completionMs, log, () => completion.write(isLull).then(() => false));

  return {
    isIdle: () => lane.isIdle(),
    get buffered() {
      return lane.buffered;
    },
    get unwritten() {
      return lane.unwritten;
    },
    isHeldBack: () => lane.isHeldBack(),
    async stop() {
      const held = Promise.all([plans.stop(), lookUps?.stop(), completions.stop()]);
      await lane.stop(async () => {
        await held;
        await completion.write(isLull);
      });
    },
  };
}

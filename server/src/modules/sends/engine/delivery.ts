import type { AppContext } from '#platform/app-context/app-context.ts';
import { MailAddressError } from '#platform/mail/mail-address.ts';
import type { BeforeData, SmtpEnvelope } from '#platform/mail/smtp-connection.ts';
import type { SmtpOutcome } from '#platform/mail/smtp-outcome.ts';
import { openBreaker } from './breaker.ts';
import type { ClaimBuffer } from './claim-buffer.ts';
import type { ClaimedItem } from './claim-items.ts';
import { withoutMessage, resultOf, skippedFor } from './item-result.ts';
import type { ItemResult } from './item-result.ts';
import type { Ledger } from './ledger.ts';

/** A mail server that is away is another's, and is asked rarely; the ledger is ours, and back within seconds. */
const mailPauseMsMax = 30_000;
const ledgerPauseMsMax = 4_000;

/** The way out: a pool of connections to a mail server, as `SmtpPool` is. */
export interface MailTransport {
  readonly connectionsMax: number;
  send(envelope: SmtpEnvelope, message: Buffer, beforeData?: BeforeData): Promise<SmtpOutcome>;
}

export interface Delivery {
  /** Puts as many buffered items on their way as connections allow. */
  dispatch(): void;
  /** Whether sending is held back now. */
  isHeldBack(): boolean;
  /** Whether no message is on its way. */
  isIdle(): boolean;
  /** What is on its way: from the buffer to its result. */
  items(): ClaimedItem[];
  /** Begins no more messages, and waits at most `withinMs` for those on their way. */
  stop(withinMs: number): Promise<void>;
}

interface Deps {
  readonly context: Pick<AppContext, 'clock' | 'log'>;
  readonly transport: MailTransport;
  readonly buffer: ClaimBuffer;
  readonly ledger: Ledger;
  /** Told each time an item left the buffer. */
  readonly onTaken: () => void;
}

/** Moves items from the buffer through the mail server into the ledger. */
export function openDelivery({ context, transport, buffer, ledger, onTaken }: Deps): Delivery {
  const mailBreaker = openBreaker(mailPauseMsMax, dispatch);
  const ledgerBreaker = openBreaker(ledgerPauseMsMax, dispatch);
  const onTheirWay = new Map<ClaimedItem, Promise<void>>();
  let isStopped = false;

  function allowed(max: number): number {
    return Math.min(mailBreaker.allowed(max), ledgerBreaker.allowed(max));
  }

  function dispatch(): void {
    // Behind each message one more, so that its commands may follow the last byte of the one before.
    const onTheirWayMax = allowed(transport.connectionsMax * 2);
    // Messages whose result is not written are bounded too: after a crash at most twice the connections are in doubt.
    while (!isStopped && onTheirWay.size < onTheirWayMax && ledger.size <= transport.connectionsMax) {
      const item = buffer.next();
      if (!item) return;
      const delivery = deliver(item).finally(() => {
        onTheirWay.delete(item);
        dispatch();
      });
      onTheirWay.set(item, delivery);
      onTaken();
    }
  }

  async function deliver(item: ClaimedItem): Promise<void> {
    try {
      const result = await attempt(item);
      if (result) ledger.add(item, result);
    } catch (error) {
      // The ledger could not be written, so nothing left. The item is still ours until its lease ends.
      context.log.error({ err: error }, 'a hand-over could not be written');
      buffer.putBack(item);
      ledgerBreaker.failed();
    }
  }

  async function attempt(item: ClaimedItem): Promise<ItemResult | null> {
    const { email } = item;
    if (email === null) return skippedFor('address_missing', item.attempt, context.clock.now());
    const message = render(context, item, email);
    if (!Buffer.isBuffer(message)) return message;
    const outcome = await transport.send({ from: item.send.message.from, to: email }, message, async () => {
      const mayLeave = await ledger.ask(item);
      ledgerBreaker.worked();
      return mayLeave;
    });
    if (outcome.kind === 'deferred' && outcome.phase === 'connect') mailBreaker.failed();
    else mailBreaker.worked();
    return resultOf(outcome, item.attempt, context.clock.now());
  }

  return {
    dispatch,
    isHeldBack: () => allowed(1) === 0,
    isIdle: () => onTheirWay.size === 0,
    items: () => [...onTheirWay.keys()],
    async stop(withinMs) {
      isStopped = true;
      mailBreaker.stop();
      ledgerBreaker.stop();
      const late = new Promise((resolve) => {
        setTimeout(resolve, withinMs).unref();
      });
      await Promise.race([Promise.allSettled(onTheirWay.values()), late]);
    },
  };
}

/** The message, or why there cannot be one. */
function render(
  { clock, log }: Deps['context'],
  { send, itemId, name, attempt: attempts }: ClaimedItem,
  email: string,
): Buffer | ItemResult {
  const now = clock.now();
  try {
    return send.message.render({ itemId, name, email }, now);
  } catch (error) {
    if (error instanceof MailAddressError) return withoutMessage('address_invalid', attempts, now);
    log.error({ itemId, err: error }, 'a message could not be made');
    return withoutMessage('message_not_made', attempts, now);
  }
}

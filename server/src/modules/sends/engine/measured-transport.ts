import type { Metrics } from '#platform/metrics/metrics.ts';
import type { Outcome, Transport } from '../channels/channel.ts';
import type { OpenAccount } from './open-account.ts';

/** The same way out, its messages counted by channel and result, and timed. */
export function measuredTransport(
  { channel: { name: channel }, transport }: Pick<OpenAccount, 'channel' | 'transport'>,
  metrics: Metrics,
): Transport<unknown> {
  return {
    ...transport,
    async deliver(message, mayLeave) {
      const beganMs = performance.now();
      let result: Outcome['kind'] | 'failed' = 'failed';
      try {
        const outcome = await transport.deliver(message, async () => {
          const isAllowed = await mayLeave();
          if (isAllowed) metrics.count('escuta_messages_handed_over_total', { channel });
          return isAllowed;
        });
        result = outcome.kind;
        return outcome;
      } finally {
        metrics.count('escuta_message_results_total', { channel, result });
        metrics.observe('escuta_message_seconds', { channel }, (performance.now() - beganMs) / 1000);
      }
    },
  };
}

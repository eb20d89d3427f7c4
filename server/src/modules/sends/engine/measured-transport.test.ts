import { expect, test } from 'vitest';
import { openMetrics } from '#platform/metrics/metrics.ts';
import type { Transport } from '../channels/channel.ts';
import { channels } from '../channels/channels.ts';
import { measuredTransport } from './measured-transport.ts';

test('a hand-over counts only when the ledger says so, and a result whatever happens', async () => {
  const metrics = openMetrics();
  const transport: Transport<unknown> = {
    connectionsMax: 1,
    deliver: async (_message, mayLeave) => ({ kind: (await mayLeave()) ? 'accepted' : 'withheld' }),
    close: () => Promise.resolve(),
  };
  const measured = measuredTransport({ channel: channels.email, transport }, metrics);
  await measured.deliver({}, () => Promise.resolve(true));
  await measured.deliver({}, () => Promise.resolve(false));
  await expect(measured.deliver({}, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  const text = await metrics.text();
  expect(text).toContain('escuta_messages_handed_over_total{channel="email"} 1');
  for (const result of ['accepted', 'withheld', 'failed'])
    expect(text).toContain(`escuta_message_results_total{channel="email",result="${result}"} 1`);
  expect(text).toContain('escuta_message_seconds_count{channel="email"} 3');
});

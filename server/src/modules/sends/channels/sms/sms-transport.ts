import type { ItemId } from '@escuta/contract/ids';
import type { SmsClient, SmsMessage } from '#platform/sms/sms-client.ts';
import type { SmsOutcome } from '#platform/sms/sms-outcome.ts';
import type { Outcome, Transport } from '../channel.ts';

/** Delivers text messages to one account of a provider. */
export function smsTransport(client: SmsClient): Transport<SmsMessage> {
  return {
    connectionsMax: client.connectionsMax,
    deliver: async (message, mayLeave) => outcomeOf(await client.send(message, mayLeave)),
    ...(client.hasLookUp && { lookUp: (itemId: ItemId) => client.lookUp(itemId) }),
    close: (graceMs) => client.close(graceMs),
  };
}

function outcomeOf(outcome: SmsOutcome): Outcome {
  if (outcome.kind !== 'rejected') return outcome;
  const { isOfAddress, response } = outcome;
  return { kind: 'rejected', reason: isOfAddress ? 'address_invalid' : 'rejected_by_server', response };
}

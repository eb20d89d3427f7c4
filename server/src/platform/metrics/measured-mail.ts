import type { BeforeData, SmtpEnvelope } from '#platform/mail/smtp-connection.ts';
import type { SmtpOutcome } from '#platform/mail/smtp-outcome.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';

interface Transport {
  readonly connectionsMax: number;
  send(envelope: SmtpEnvelope, message: Buffer, beforeData?: BeforeData): Promise<SmtpOutcome>;
}

/** The same way out for mail, its messages counted by result and timed. */
export function measuredMail(transport: Transport, metrics: Metrics): Transport {
  async function asking(beforeData: BeforeData): Promise<boolean> {
    const mayLeave = await beforeData();
    if (mayLeave) metrics.count('escuta_mail_handed_over_total', {});
    return mayLeave;
  }

  return {
    connectionsMax: transport.connectionsMax,
    async send(envelope, message, beforeData = () => Promise.resolve(true)) {
      const beganMs = performance.now();
      let result: SmtpOutcome['kind'] | 'failed' = 'failed';
      try {
        const outcome = await transport.send(envelope, message, () => asking(beforeData));
        result = outcome.kind;
        return outcome;
      } finally {
        metrics.count('escuta_mail_results_total', { result });
        metrics.observe('escuta_mail_seconds', {}, (performance.now() - beganMs) / 1000);
      }
    },
  };
}

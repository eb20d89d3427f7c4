import { z } from 'zod';
import { SettingError } from '#platform/config/setting-error.ts';

/** The provider of payments: it speaks as Stripe does. */
export interface PaymentProvider {
  /** The beginning of its addresses. */
  readonly origin: string;
  readonly secretKey: string;
}

const answerTimeoutMs = 10_000;
const loopback = /^(localhost|127\.\d+\.\d+\.\d+)$/;

/**
 * Reads `https://SECRET_KEY@api.stripe.com`; null for none.
 * @throws SettingError for an address without a key, or one that others could read along.
 */
export function parsePaymentsUrl(address: string | undefined): PaymentProvider | null {
  if (!address) return null;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname));
  if (!url || !isSafe || !url.username)
    throw new SettingError('PAYMENTS_URL', 'must be https://SECRET_KEY@host, or http:// on this machine');
  return { origin: url.origin, secretKey: decodeURIComponent(url.username) };
}

const Session = z.object({ url: z.url({ protocol: /^https?$/ }) });

/**
 * The address where a customer of the provider looks after what they pay, good for minutes and for them alone. Throws when the
 * provider is away or refuses; what it answered is in the error, the key never.
 */
export async function openPortal(
  { origin, secretKey }: PaymentProvider,
  { customer, returnUrl }: { customer: string; returnUrl: string },
): Promise<string> {
  const answer = await fetch(`${origin}/v1/billing_portal/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ customer, return_url: returnUrl }),
    redirect: 'error',
    signal: AbortSignal.timeout(answerTimeoutMs),
  });
  if (!answer.ok) throw new Error(`the provider of payments answered ${answer.status}`);
  return Session.parse(await answer.json()).url;
}

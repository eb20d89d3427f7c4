import type { CompanyId, UserId } from '@escuta/contract/ids';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { counters } from '#platform/metrics/metric-definitions.ts';
import type { LabelsOf } from '#platform/metrics/metric-definitions.ts';

/** What is worth knowing when somebody attacks. Names and meanings: `docs/operations.md`, “Security events”. */
export type SecurityEvent = LabelsOf<(typeof counters)['escuta_security_events_total']>['event'];

export interface SecurityFacts {
  /** The network address of the caller. */
  readonly address: string;
  /** The id of the request, the same in all its lines. */
  readonly requestId: string;
  /** Who, when we know. */
  readonly userId?: UserId | undefined;
  readonly companyId?: CompanyId | undefined;
  /** The e-mail that was typed. Only a keyed hash of it is logged: tries at one account can be told from others. */
  readonly email?: string;
  /** One word of ours that tells apart what the event does not. */
  readonly reason?: string;
  /** Method and pattern of the route. */
  readonly route?: string | undefined;
}

const accountHexDigits = 32;
/** What happens every day; everything else is a warning. */
const ordinary: ReadonlySet<SecurityEvent> = new Set(['signed_in', 'signed_out', 'signed_up']);

/** Tells one security event: a line of the log, and one more in the metrics. Never an e-mail, a token, a password. */
export function recordSecurityEvent(
  { log, metrics, secrets }: Pick<AppContext, 'log' | 'metrics' | 'secrets'>,
  event: SecurityEvent,
  { email, requestId, ...facts }: SecurityFacts,
): void {
  const account = email === undefined ? {} : { account: accountOf(secrets, email) };
  metrics.count('escuta_security_events_total', { event });
  log[ordinary.has(event) ? 'info' : 'warn']({ event, ...account, ...facts, reqId: requestId }, 'security event');
}

function accountOf(secrets: AppContext['secrets'], email: string): string {
  return secrets.sign('security events', email).toString('hex').slice(0, accountHexDigits);
}

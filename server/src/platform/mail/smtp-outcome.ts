/**
 * Where a message was: checked by ourselves, connecting (TLS and sign-in included), answering MAIL, RCPT or DATA,
 * between these without an answer, or on its way as bytes.
 */
export type SmtpPhase = 'local' | 'connect' | 'mail' | 'rcpt' | 'data' | 'envelope' | 'message';

/**
 * What became of one message to one recipient.
 * - `accepted`: the server answered 2xx to the whole message.
 * - `rejected`: refused for good (5xx but 503, which speaks of the session; in phase `local` the code is ours).
 * - `deferred`: certainly not accepted, so it is safe to try again (4xx, or lost before it was fully read).
 * - `withheld`: our own side said no at the last moment; no byte of the message left.
 * - `unknown`: the whole message left and no answer came. Never to be sent again by itself.
 */
export type SmtpOutcome =
  | { kind: 'accepted'; response: string }
  | { kind: 'rejected'; code: number; response: string; phase: SmtpPhase }
  | { kind: 'deferred'; code?: number; response: string; phase: SmtpPhase; safe: true }
  | { kind: 'withheld' }
  | { kind: 'unknown'; reason: string };

/** The parts of nodemailer's error that tell what happened. */
export interface SmtpFailure {
  message: string;
  /** nodemailer's own code, such as EMESSAGE. */
  code?: string | undefined;
  command?: string | undefined;
  response?: string | undefined;
  responseCode?: number | undefined;
}

/** How far the message had been read at the moment the answer or the failure came. */
export interface MessageProgress {
  isStarted: boolean;
  isFullyRead: boolean;
}

const PHASE_OF_COMMAND: Record<string, SmtpPhase> = { 'MAIL FROM': 'mail', 'RCPT TO': 'rcpt', DATA: 'data' };

/** Judges a failed attempt. An answer of the server decides; without one, only how far the message was read does. */
export function judgeFailure(failure: SmtpFailure, progress: MessageProgress): SmtpOutcome {
  const { responseCode: code = 0 } = failure;
  const response = failure.response ?? failure.message;
  if (failure.code === 'EMESSAGE' && code === 0 && !progress.isStarted) {
    return { kind: 'rejected', code: 552, response, phase: 'local' }; // larger than the server said it takes
  }
  const phase = progress.isStarted ? 'message' : (PHASE_OF_COMMAND[failure.command ?? ''] ?? 'envelope');
  if (code >= 500 && code < 600 && code !== 503) return { kind: 'rejected', code, response, phase };
  if (code >= 400 && code < 600) return { kind: 'deferred', code, response, phase, safe: true };
  if (progress.isFullyRead) return { kind: 'unknown', reason: response };
  return { kind: 'deferred', response, phase, safe: true };
}

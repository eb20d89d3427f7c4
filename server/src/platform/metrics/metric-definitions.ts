/**
 * Everything that is measured, in one place: what a fact is called, what it means, which labels it has. A label takes
 * one of the values listed, or, where it says `ours`, a name that stands in our code: never a company, a person, an
 * address or anything else that grows with use. Durations are in seconds, as Prometheus wants them.
 */

import { sendChannels } from '@escuta/contract/sends';
import { rateLimitNames } from '#platform/config/rate-limits.ts';

interface Fact {
  readonly help: string;
  readonly labels: Readonly<Record<string, readonly string[] | 'ours'>>;
}

const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other'] as const;
const scopes = ['company', 'system'] as const;

/** What only ever grows. */
export const counters = {
  escuta_database_transactions_total: {
    help: 'Transactions by the rows they may see and how they ended.',
    labels: { scope: scopes, result: ['committed', 'rolled_back'] },
  },
  escuta_http_limited_total: {
    help: 'Requests that a limit of rate refused, by the limit.',
    labels: { limit: rateLimitNames },
  },
  escuta_answers_total: {
    help: 'Steps of respondents by what became of them; recorded means committed.',
    labels: { result: ['recorded', 'refused'] },
  },
  escuta_send_items_claimed_total: { help: 'Items that this worker took out of the queue.', labels: {} },
  escuta_messages_handed_over_total: {
    help: 'Messages whose hand-over the ledger holds, just before their bytes leave.',
    labels: { channel: sendChannels },
  },
  escuta_message_results_total: {
    help: 'Messages by what the provider said; unknown: handed over and no answer; failed: the ledger was away.',
    labels: { channel: sendChannels, result: ['accepted', 'rejected', 'deferred', 'unknown', 'withheld', 'failed'] },
  },
  escuta_security_events_total: {
    help: 'What is worth knowing when somebody attacks; each has a line in the log too.',
    labels: {
      event: [
        'signed_in',
        'sign_in_failed',
        'sign_in_blocked',
        'signed_out',
        'recovery_requested',
        'password_reset',
        'session_refused',
        'session_token_reused',
        'forbidden',
        'sign_up_pin_failed',
        'sign_up_blocked',
        'signed_up',
      ],
    },
  },
  escuta_jobs_total: { help: 'Jobs that ended, by result.', labels: { job: 'ours', result: ['done', 'failed'] } },
} as const satisfies Record<string, Fact>;

/** What is spread over a range, with the upper bounds of its buckets. */
export const histograms = {
  escuta_http_request_seconds: {
    help: 'Requests from the first byte of the question to the last of the answer, by the pattern of their route.',
    labels: { route: 'ours', method: methods, status: statusClasses },
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  },
  escuta_database_transaction_seconds: {
    help: 'Transactions from waiting for a connection to the end.',
    labels: { scope: scopes },
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  },
  escuta_answer_batch_steps: {
    help: 'Steps that were committed together.',
    labels: {},
    buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500],
  },
  escuta_message_seconds: {
    help: 'Messages from asking for a connection to the answer of the provider.',
    labels: { channel: sendChannels },
    buckets: [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60],
  },
  escuta_job_seconds: {
    help: 'Jobs from start to end.',
    labels: { job: 'ours' },
    buckets: [0.05, 0.25, 1, 5, 15, 60, 300],
  },
} as const satisfies Record<string, Fact & { readonly buckets: readonly number[] }>;

/** What goes up and down, read when somebody asks. */
export const gauges = {
  escuta_database_connections: {
    help: 'Connections of the pool by what they do; waiting: callers without one.',
    labels: { state: ['busy', 'idle', 'waiting'] },
  },
  escuta_ready: { help: '1 while this process is ready, 0 otherwise.', labels: {} },
  escuta_send_buffered_items: { help: 'Items that this worker holds and has not begun to send.', labels: {} },
  escuta_send_unwritten_results: { help: 'Results that this worker has not written yet.', labels: {} },
  escuta_send_held_back: {
    help: '1 while this worker does not send because the mail server or the ledger is away.',
    labels: {},
  },
  escuta_sends_runnable: { help: 'Sends with work left, of the whole installation.', labels: {} },
  escuta_send_queue_items: { help: 'Messages still to be sent, of the whole installation.', labels: {} },
  escuta_send_unknown_items: {
    help: 'Messages of unknown result that may still be settled, of the whole.',
    labels: {},
  },
  escuta_outbox_facts: { help: 'Facts that were committed and not handed on, of the whole installation.', labels: {} },
  escuta_outbox_oldest_seconds: { help: 'Age of the oldest of them.', labels: {} },
  escuta_job_queue: {
    help: 'Jobs of the whole installation by what they wait for.',
    labels: { job: 'ours', state: ['ready', 'active', 'failed'] },
  },
} as const satisfies Record<string, Fact>;

type Values<L> = { readonly [Name in keyof L]: L[Name] extends readonly (infer Value)[] ? Value : string };

/** The labels that a fact takes. */
export type LabelsOf<F extends { labels: object }> = Values<F['labels']>;

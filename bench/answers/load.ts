import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import type { Options, Result } from 'autocannon';

/** What to post: one complete answer to each link, from so many connections at a time. */
export interface Load {
  readonly url: string;
  readonly tokens: readonly string[];
  readonly connections: number;
}

/** What came of it; times in milliseconds. */
export interface LoadResult {
  readonly ok: number;
  readonly failed: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

process.on('message', (load: Load) => void run(load).then((result) => process.send?.(result)));
process.once('disconnect', () => process.exit(0));

async function run({ url, tokens, connections }: Load): Promise<LoadResult> {
  let next = 0;
  const began = performance.now();
  let ended = began;
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const options: Options = {
    url,
    connections,
    amount: tokens.length,
    requests: [
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        setupRequest: (request) => {
          const at = next;
          next += 1;
          request.path = `/api/answers/${tokens[at % tokens.length]}`;
          request.body = JSON.stringify({
            responseId: randomUUID(),
            seq: 1,
            answers: { score: at % 11, why: 'O atendimento na recepção foi muito atencioso.' },
            complete: true,
          });
          return request;
        },
      },
    ],
  };
  const running = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
  // It stops at whole seconds: the last reply tells when the work was done.
  running.on('response', () => (ended = performance.now()));
  const result = await promise;
  return {
    ok: result['2xx'],
    failed: result.non2xx + result.errors,
    seconds: (ended - began) / 1000,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    maxMs: result.latency.max,
  };
}

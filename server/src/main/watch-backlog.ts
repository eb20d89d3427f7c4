import { readBacklog } from '#modules/sends/index.ts';
import { readOutboxLag } from '#platform/events/outbox.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';

const answerHoldsMs = 5_000;

/** Watches what waits in the database for the whole installation: the same numbers in every worker. */
export function watchBacklog({ database, clock, metrics }: AppContext, jobs: Jobs): void {
  const sends = heldFor(answerHoldsMs, () => readBacklog(database));
  metrics.watch('escuta_sends_runnable', async () => (await sends()).sends);
  metrics.watch('escuta_send_queue_items', async () => (await sends()).items);
  metrics.watch('escuta_send_unknown_items', async () => (await sends()).openUnknown);

  const outbox = heldFor(answerHoldsMs, () => readOutboxLag(database, clock.now()));
  metrics.watch('escuta_outbox_facts', async () => (await outbox()).facts);
  metrics.watch('escuta_outbox_oldest_seconds', async () => (await outbox()).oldestSeconds);

  const states = ['ready', 'active', 'failed'] as const;
  metrics.watch('escuta_job_queue', async () =>
    (await jobs.counts()).flatMap(({ job, ...counts }) =>
      states.map((state) => ({ labels: { job, state }, value: counts[state] })),
    ),
  );
}

/** One question to the database for all gauges that one answer serves, and for scrapers that come together. */
function heldFor<T>(holdsMs: number, ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  let goodUntil = 0;
  return () => {
    if (!answer || performance.now() > goodUntil) {
      goodUntil = performance.now() + holdsMs;
      answer = ask();
      answer.catch(() => {
        answer = undefined;
      });
    }
    return answer;
  };
}

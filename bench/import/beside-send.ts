import { createSend } from '../../server/src/modules/sends/create-send.ts';
import { createCompany } from '../../server/src/testing/factories.ts';
import { startChild } from '../kit/child.ts';
import type { Child } from '../kit/child.ts';
import { jobRow } from '../kit/job-row.ts';
import { progress } from '../kit/report.ts';
import { median } from '../kit/statistics.ts';
import { until } from '../kit/until.ts';
import { askedFrom, companyWith } from '../send/seed.ts';
import type { SinkReport } from '../send/sink.ts';
import { startWorker } from '../send/start-worker.ts';
import { people } from '../send/words.ts';
import { uploadContacts } from './upload-contacts.ts';
import type { Place } from './upload-contacts.ts';

// What an import takes from the sender of its worker: the same send alone, beside a file that is odd, and beside an honest
// one, in turn on one worker.

const sendMsMax = 600_000;
const mailsOfWarmUp = 3_000;
const connections = 50;

interface Plan {
  /** Each with what is imported beside the send, or null. */
  readonly cases: Readonly<Record<string, string | null>>;
  readonly mails: number;
  readonly rounds: number;
}

/**
 * Messages per second of each case (the median of the rounds), and the peak memory of the worker up to the first end of each,
 * in MB: what a case has taken itself, and those before it.
 */
export async function sendBesideImports(place: Place, { cases, mails, rounds }: Plan) {
  const sink = startChild('send/sink.ts', {});
  const { port } = await sink.next<{ port: number }>();
  const worker = startWorker(place.installation, { port, connections });
  try {
    await worker.next();
    const rates: Record<string, number[]> = {};
    const peakMemoryMb: Record<string, number> = {};
    await sendBeside(place, worker, sink, { mails: Math.min(mails, mailsOfWarmUp), path: null });
    for (let round = 1; round <= rounds; round += 1) {
      const names = Object.keys(cases);
      for (const name of round % 2 === 1 ? names : names.toReversed()) {
        const perSecond = await sendBeside(place, worker, sink, { mails, path: cases[name] ?? null });
        (rates[name] ??= []).push(perSecond);
        worker.send({});
        const { peakMemoryKb } = await worker.next<{ peakMemoryKb: number }>();
        peakMemoryMb[name] ??= Math.round(peakMemoryKb / 1024);
        progress(`round ${round} ${name}: ${perSecond} messages per second, at most ${peakMemoryKb} kB so far`);
      }
    }
    const perSecond = Object.fromEntries(Object.entries(rates).map(([name, each]) => [name, median(each)]));
    return { perSecond, peakMemoryMb };
  } finally {
    await Promise.all([worker.stop(), sink.stop()]);
  }
}

/** One send, from the click to its last result, beside the import of a file; both must come to their end. */
async function sendBeside(
  place: Place,
  worker: Child,
  sink: Child,
  { mails, path }: { mails: number; path: string | null },
): Promise<number> {
  const { database } = place.installation;
  const { scope, surveyId } = await companyWith(database, people(mails));
  const imported = path === null ? null : await importFile(place, path);
  const began = performance.now();
  const form = { surveyId, audience: { kind: 'all' as const }, channel: 'email' as const };
  const sendId = await database.withCompany(scope.companyId, (tx) => createSend(tx, askedFrom, scope, form));
  const isSent = async () =>
    (await jobRow(database, 'sends', { companyId: scope.companyId, id: sendId })).status === 'done';
  await until(isSent, { what: 'a send', everyMs: 50, withinMs: sendMsMax, by: worker });
  const seconds = (performance.now() - began) / 1000;
  sink.send({});
  const { messages } = await sink.next<SinkReport>();
  if (messages !== mails) throw new Error(`${messages} of ${mails} messages arrived`);
  if (imported) {
    const isImported = async () => ['finished', 'error'].includes((await jobRow(database, 'imports', imported)).status);
    await until(isImported, { what: 'an import', everyMs: 100, withinMs: sendMsMax, by: worker });
  }
  return Math.round(messages / seconds);
}

/** Starts an import in a company of its own, whose contacts nobody writes to. */
export async function importFile(place: Place, path: string) {
  const unit = await createCompany(place.installation);
  const { start } = await uploadContacts(place, unit, path);
  return { ...unit, id: await start() };
}

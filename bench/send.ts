import { createSend } from '../server/src/modules/sends/create-send.ts';
import { startChild } from './kit/child.ts';
import { execute } from './kit/database.ts';
import { openInstallation } from './kit/installation.ts';
import { progress, report } from './kit/report.ts';
import { median, rounded } from './kit/statistics.ts';
import { until } from './kit/until.ts';
import type { PeerResult } from './send/peer.ts';
import { msPerPiece, postgresMs } from './kit/processor-time.ts';
import { askedFrom, companyWith } from './send/seed.ts';
import type { Ready } from './send/seed.ts';
import type { Sample, SinkReport } from './send/sink.ts';
import { startWorker } from './send/start-worker.ts';
import { mailFrom, people, publicUrl } from './send/words.ts';

// Personalised e-mails from a click to the last result: a send is created, planned, claimed, rendered, handed over, its
// results and counters written, until it is done. The peer is nodemailer's pool, with the same e-mails, as many
// connections and no database. Both speak to one mail server in a process of its own, in turn first.

const mailsPerRun = 20_000;
const mailsOfWarmUp = 3_000;
const rounds = 5;
const sendMsMax = 300_000;
const connections = 50;
const senders = ['ours', 'peer'] as const;
type Sender = (typeof senders)[number];

interface Run {
  readonly perSecond: number;
  /** Milliseconds of processor time per message. */
  readonly senderMs: number;
  readonly postgresMs: number;
  readonly sinkMs: number;
  readonly samples: readonly Sample[];
}

const installation = await openInstallation();
const { database, databaseUrl } = installation;
const sink = startChild('send/sink.ts', {});
const { port } = await sink.next<{ port: number }>();
const worker = startWorker(installation, { port, connections });
const peer = startChild('send/peer.ts', {});
try {
  await Promise.all([worker.next(), peer.next()]);
  const runs: Record<Sender, Run[]> = { ours: [], peer: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const count = round === 0 ? mailsOfWarmUp : mailsPerRun;
    for (const sender of round % 2 === 0 ? senders : senders.toReversed()) {
      const run = await measure(sender, count);
      const { samples, ...figures } = run;
      progress(`${round === 0 ? 'warm-up' : `round ${round}`} ${sender}: ${JSON.stringify(figures)} ${samples.length}`);
      if (round > 0) runs[sender].push(run);
    }
    requireSameWords(runs);
  }
  await tell(runs);
} finally {
  await Promise.all([worker.stop(), peer.stop(), sink.stop()]);
  await installation.close();
}

/** Sends `count` e-mails; throws unless each recipient got exactly one whole message. */
async function measure(sender: Sender, count: number): Promise<Run> {
  const company = sender === 'ours' ? await companyWith(database, people(count)) : undefined;
  await execute(databaseUrl, 'CHECKPOINT');
  await arrived();
  const postgresBefore = await postgresMs(databaseUrl);
  const { seconds, cpuMs } = company ? await sendOurs(company) : await sendPeers(count);
  const postgresAfter = await postgresMs(databaseUrl);
  const sunk = await arrived();
  if (sunk.messages !== count || sunk.recipients !== count || sunk.twice > 0)
    throw new Error(
      `${sender}: ${sunk.messages} messages to ${sunk.recipients} recipients, ${sunk.twice} of them twice`,
    );
  for (const sample of sunk.samples) requireWhole(sample);
  if (company) await requireLedger(company, count);
  return {
    perSecond: Math.round(count / seconds),
    senderMs: rounded(cpuMs / count, 3),
    postgresMs: rounded(msPerPiece(postgresBefore, postgresAfter, count), 3),
    sinkMs: rounded((sunk.cpu.user + sunk.cpu.system) / 1000 / count, 3),
    samples: sunk.samples,
  };
}

async function sendOurs({ scope, surveyId }: Ready): Promise<{ seconds: number; cpuMs: number }> {
  const before = await cost();
  const began = performance.now();
  const form = { surveyId, audience: { kind: 'all' as const }, channel: 'email' as const };
  const sendId = await database.withCompany(scope.companyId, (tx) => createSend(tx, askedFrom, scope, form));
  const isDone = async () => {
    const send = await database.withCompany(scope.companyId, (tx) =>
      tx
        .selectFrom('sends')
        .select(['status', 'pause_reason'])
        .where('company_id', '=', scope.companyId)
        .where('id', '=', sendId)
        .executeTakeFirstOrThrow(),
    );
    if (send.status === 'paused') throw new Error(`the send was paused: ${send.pause_reason}`);
    return send.status === 'done';
  };
  await until(isDone, { what: 'a send', everyMs: 50, withinMs: sendMsMax, by: worker });
  return { seconds: (performance.now() - began) / 1000, cpuMs: (await cost()).cpuMs - before.cpuMs };
}

async function sendPeers(count: number): Promise<{ seconds: number; cpuMs: number }> {
  peer.send({ port, connections, people: people(count) });
  const { seconds, cpu } = await peer.next<PeerResult>();
  return { seconds, cpuMs: (cpu.user + cpu.system) / 1000 };
}

async function cost(): Promise<{ cpuMs: number; peakMemoryMb: number }> {
  worker.send({});
  const { cpu, peakMemoryKb } = await worker.next<{ cpu: NodeJS.CpuUsage; peakMemoryKb: number }>();
  return { cpuMs: (cpu.user + cpu.system) / 1000, peakMemoryMb: Math.round(peakMemoryKb / 1024) };
}

async function arrived(): Promise<SinkReport> {
  sink.send({});
  return sink.next<SinkReport>();
}

/** A message as its recipient reads it: addressed, from us, with a link of its own for each score. */
function requireWhole(sample: Sample): void {
  const token = /\/u\/([\w-]{54})>$/.exec(sample.listUnsubscribe)?.[1] ?? 'none';
  const isWhole =
    sample.to === sample.envelopeTo &&
    sample.from === mailFrom &&
    sample.text.includes(`${publicUrl}/r/${token}`) &&
    sample.html.split(`${publicUrl}/r/${token}?n=`).length === 12 &&
    /^<[\w-]+@mail\.example>$/.test(sample.messageId);
  if (!isWhole) throw new Error(`a message did not arrive whole: ${JSON.stringify(sample)}`);
}

/** Both senders must write the same words, or their figures compare nothing: only links and ids may differ. */
function requireSameWords(runs: Record<Sender, Run[]>): void {
  const words = ({ subject, html, text }: Sample) =>
    JSON.stringify([subject, html.trim(), text.trim()]).replaceAll(/\/[ru]\/[\w-]{54}/g, '/link');
  const written = (sender: Sender) => new Set(runs[sender].flatMap(({ samples }) => samples.map(words)));
  const [ours, peers] = [written('ours'), written('peer')];
  for (const each of ours)
    if (peers.size > 0 && !peers.has(each)) throw new Error(`the peer writes otherwise than we: ${each}`);
}

/** The ledger must say of every contact what the mail server saw: taken, once. */
async function requireLedger({ scope: { companyId } }: Ready, count: number): Promise<void> {
  const [ledger] = await execute<{ accepted: number; counted: number; days: number; marked: number }>(
    databaseUrl,
    `SELECT (SELECT count(*)::int FROM send_items WHERE company_id = $1 AND state = 3) AS accepted,
      (SELECT sum(accepted)::int FROM send_progress WHERE company_id = $1) AS counted,
      (SELECT sum(sent)::int FROM invitation_daily WHERE company_id = $1) AS days,
      (SELECT count(*)::int FROM contacts WHERE company_id = $1 AND last_sent_at IS NOT NULL) AS marked`,
    [companyId],
  );
  const { accepted, counted, days, marked } = ledger ?? {};
  if ([accepted, counted, days, marked].some((each) => each !== count))
    throw new Error(`the ledger does not agree: ${JSON.stringify(ledger)}`);
}

async function tell(runs: Record<Sender, Run[]>): Promise<void> {
  const of = (sender: Sender, figure: 'perSecond' | 'senderMs' | 'postgresMs' | 'sinkMs') =>
    median(runs[sender].map((run) => run[figure]));
  const ratio = rounded(median(runs.ours.map((run, at) => run.perSecond / (runs.peer[at]?.perSecond ?? 0))));
  const { peakMemoryMb } = await cost();
  report(
    'send',
    {
      ratio,
      perSecond: of('ours', 'perSecond'),
      peerPerSecond: of('peer', 'perSecond'),
      workerMsPerMail: of('ours', 'senderMs'),
      postgresMsPerMail: of('ours', 'postgresMs'),
      sinkMsPerMail: of('ours', 'sinkMs'),
      peerMsPerMail: of('peer', 'senderMs'),
      peerSinkMsPerMail: of('peer', 'sinkMs'),
      peakMemoryMb,
      mailsPerRun,
      rounds,
      connections,
    },
    [{ field: 'ratio', value: ratio, atLeast: 2 }],
  );
}

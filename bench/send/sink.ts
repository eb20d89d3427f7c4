import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

// A real mail server on loopback, for both senders alike: it takes every message whole, counts how often each recipient was
// written to, and keeps the messages to one recipient in a thousand, to parse them back.

const isSampled = /-\d*007@/;

/** What arrived since the last report. */
export interface SinkReport {
  readonly messages: number;
  readonly bytes: number;
  readonly recipients: number;
  /** Recipients who were written to more than once. */
  readonly twice: number;
  readonly connections: number;
  readonly samples: readonly Sample[];
  readonly cpu: NodeJS.CpuUsage;
}

export interface Sample {
  readonly envelopeTo: string;
  readonly to: string;
  readonly from: string;
  readonly messageId: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly listUnsubscribe: string;
}

let times = new Map<string, number>();
let raws: { to: string; raw: Buffer }[] = [];
let messages = 0;
let bytes = 0;
let connections = 0;
let cpu = process.cpuUsage();

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  onConnect(_session, answer) {
    connections += 1;
    answer();
  },
  onData(stream, session, answer) {
    const to = session.envelope.rcptTo[0]?.address ?? '';
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      messages += 1;
      for (const chunk of chunks) bytes += chunk.length;
      times.set(to, (times.get(to) ?? 0) + 1);
      if (isSampled.test(to)) raws.push({ to, raw: Buffer.concat(chunks) });
      answer();
    });
  },
});
server.on('error', (error) => console.error(String(error)));
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.server.address() as AddressInfo).port }));

process.on('message', () => void tell().then((report) => process.send?.(report)));
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));

async function tell(): Promise<SinkReport> {
  const used = process.cpuUsage(cpu);
  const report = {
    messages,
    bytes,
    recipients: times.size,
    twice: [...times.values()].filter((count) => count > 1).length,
    connections,
    samples: await Promise.all(raws.map(parsed)),
    cpu: used,
  };
  times = new Map();
  raws = [];
  [messages, bytes, connections] = [0, 0, 0];
  cpu = process.cpuUsage();
  return report;
}

async function parsed({ to, raw }: { to: string; raw: Buffer }): Promise<Sample> {
  const email = await PostalMime.parse(raw);
  return {
    envelopeTo: to,
    to: email.to?.[0]?.address ?? '',
    from: email.from?.address ?? '',
    messageId: email.messageId ?? '',
    subject: email.subject ?? '',
    html: email.html ?? '',
    text: email.text ?? '',
    listUnsubscribe: email.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '',
  };
}

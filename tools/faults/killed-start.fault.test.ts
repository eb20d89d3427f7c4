import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { createBigSend, judge, openBigSend, untilSettled } from '../../server/src/testing/big-send.ts';
import { startMailSink } from '../../server/src/testing/mail-sink.ts';
import { openTestContext } from '../../server/src/testing/test-context.ts';
import { root } from '../start/bootstrap.mjs';
import { freePort } from '../test/throw-away-server.ts';

/** `npm start` on the embedded database, whose process is killed in the middle of a send. */

const contacts = 400;
const connections = 20;

const closings: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

interface Started {
  readonly process: ChildProcess;
  output(): string;
  /** The address of the embedded database, as its programs were told. */
  readonly databaseUrl: string;
  readonly databasePid: number;
}

async function npmStart(environment: Record<string, string>): Promise<Started> {
  const child = spawn(process.execPath, ['tools/start/start.ts', '--no-demo'], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  closings.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  await vi.waitFor(() => expect(output).toContain('Escuta runs at'), { timeout: 90_000, interval: 50 });
  const pidOf = (program: string) => childOf(Number(child.pid), program);
  const given = readFileSync(`/proc/${pidOf('main/all.ts')}/environ`, 'utf8').split('\0');
  return {
    process: child,
    output: () => output,
    databaseUrl: given.find((line) => line.startsWith('DATABASE_URL='))?.slice('DATABASE_URL='.length) ?? '',
    databasePid: pidOf('main/database.ts'),
  };
}

function childOf(parent: number, program: string): number {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const row = rows.find((one) => one.includes(program) && Number(one.trim().split(/\s+/)[1]) === parent);
  return Number(row?.trim().split(/\s+/)[0]);
}

/** A folder as older releases left it: open to all, without a password. */
function makeOldDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'escuta-start-'));
  mkdirSync(join(dataDir, 'files', 'imports'), { recursive: true });
  mkdirSync(join(dataDir, 'logs'));
  for (const name of ['files/imports/1.csv', 'logs/escuta.log']) writeFileSync(join(dataDir, name), '');
  const names = ['', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })];
  for (const name of names) chmodSync(join(dataDir, name), name.includes('.') ? 0o644 : 0o755);
  return dataDir;
}

/** What somebody else on this machine could open if it were not for the folder around it. */
function openEntries(dataDir: string): string[] {
  return ['', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })].filter(
    (name) => (statSync(join(dataDir, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077,
  );
}

test.skipIf(!existsSync('/proc/self/environ'))(
  'a killed database is started again, and the send ends: nothing lost, nothing twice, and no file open to others',
  async () => {
    const dataDir = makeOldDataDir();
    closings.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const mail = await startMailSink({ connections, message: () => sleep(3, 'accept' as const) });
    closings.push(mail.close);
    const started = await npmStart({ DATA_DIR: dataDir, PORT: String(await freePort()), SMTP_URL: mail.url });
    const context = await openTestContext({ databaseUrl: started.databaseUrl });
    closings.push(context.close);
    const { companyId, sendId, addresses } = await createBigSend(context, contacts);
    await vi.waitFor(() => expect(mail.messages.length).toBeGreaterThan(contacts / 4), {
      timeout: 60_000,
      interval: 2,
    });
    process.kill(started.databasePid, 'SIGKILL');
    expect(mail.messages.length).toBeLessThan(contacts);

    const query = () => context.database.pool.query('SELECT 1 AS one');
    await vi.waitFor(async () => expect((await query()).rows).toEqual([{ one: 1 }]), {
      timeout: 60_000,
      interval: 50,
    });
    const send = await openBigSend(context, { companyId, sendId, addresses });
    await untilSettled(send);
    await send.letEvidenceWaitEnd();
    await vi.waitFor(async () => expect((await send.entry()).status).toBe('finished'), {
      timeout: 60_000,
      interval: 100,
    });
    expect(started.process.exitCode).toBeNull();
    const { unknown, ...faults } = judge(addresses, mail.messages, await send.items());
    expect(faults).toEqual({ missing: [], twice: [], claimed: [], denied: [], open: [] });
    // What was being handed over when the database died is of unknown result, and listed.
    expect(unknown.length).toBeLessThanOrEqual(2 * connections);
    expect(openEntries(dataDir)).toEqual([]);
  },
);

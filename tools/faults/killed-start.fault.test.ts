import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { createBigSend, judge, openBigSend, untilSettled } from '../../server/src/testing/big-send.ts';
import { startMailSink } from '../../server/src/testing/mail-sink.ts';
import { openTestHouse } from '../../server/src/testing/test-house.ts';
import { root } from '../start/bootstrap.mjs';
import { freePort } from '../test/throw-away-server.ts';

/** `npm start` on the embedded database, whose process is killed in the middle of a send: a person starts it again. */

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
  await vi.waitFor(() => expect(output).toContain('Escuta runs at'), { timeout: 60_000, interval: 50 });
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

test.skipIf(!existsSync('/proc/self/environ'))(
  'a killed database ends npm start in words, and the next start finishes the send: nothing lost, nothing twice',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'escuta-start-'));
    closings.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const mail = await startMailSink({ connections, message: () => sleep(3, 'accept' as const) });
    closings.push(mail.close);
    const environment = { DATA_DIR: dataDir, PORT: String(await freePort()), SMTP_URL: mail.url };

    const first = await npmStart(environment);
    const before = await openTestHouse({ databaseUrl: first.databaseUrl });
    const { companyId, sendId, addresses } = await createBigSend(before, contacts);
    await vi.waitFor(() => expect(mail.messages.length).toBeGreaterThan(contacts / 4), {
      timeout: 30_000,
      interval: 2,
    });
    const ended = once(first.process, 'exit');
    process.kill(first.databasePid, 'SIGKILL');
    expect(await ended).toEqual([1, null]);
    expect(first.output()).toContain('The embedded database ended unexpectedly (SIGKILL)');
    await before.close();

    const second = await npmStart(environment);
    const house = await openTestHouse({ databaseUrl: second.databaseUrl });
    closings.push(house.close);
    const send = await openBigSend(house, { companyId, sendId, addresses });
    await send.letLeasesEnd();
    await untilSettled(send);
    await send.letDoubtsEnd();
    await vi.waitFor(async () => expect((await send.entry()).status).toBe('finished'), {
      timeout: 30_000,
      interval: 100,
    });
    const { unknown, ...faults } = judge(addresses, mail.messages, await send.items());
    expect(faults).toEqual({ missing: [], twice: [], claimed: [], denied: [], open: [] });
    // The worker was told to stop while it could not write: what was on its way is in doubt, and listed.
    expect(unknown.length).toBeLessThanOrEqual(2 * connections);
  },
);

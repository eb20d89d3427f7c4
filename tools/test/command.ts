import { spawn } from 'node:child_process';
import { root } from '../start/bootstrap.mjs';

export interface CommandResult {
  /** Ended by itself with exit code 0, within its time. */
  ok: boolean;
  /** stdout and stderr as they came; what is above 4 MB is cut at the front. */
  output: string;
}

/** The stories take half an hour on two cores that others use too. */
const timeoutMs = 40 * 60_000;
const outputMax = 4 * 1024 * 1024;
// Settings of the person's own Escuta: a test has to say what it runs on.
const personal = ['DATABASE_URL', 'TEST_DATABASE_URL', 'TEST_DATABASE_DIRECT_URL', 'PORT', 'HOST', 'DATA_DIR'];

/** Runs a program from the root (or `cwd`), without a terminal and without stdin, with the given extra environment. */
export async function runCommand(
  command: string,
  args: string[],
  options: { cwd?: string; environment?: Record<string, string> } = {},
): Promise<CommandResult> {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !personal.includes(name)));
  const child = spawn(command, args, {
    cwd: options.cwd ?? root,
    env: { ...inherited, NO_COLOR: '1', ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    shell: process.platform === 'win32',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-outputMax)));
  }
  const { promise, resolve } = Promise.withResolvers<CommandResult>();
  child.once('error', (error) => resolve({ ok: false, output: `${command}: ${error.message}` }));
  child.once('close', (code, signal) => {
    const note = signal ? `\n${command} was ended by ${signal} (the limit is ${timeoutMs / 60_000} minutes)` : '';
    resolve({ ok: code === 0, output: output + note });
  });
  return promise;
}

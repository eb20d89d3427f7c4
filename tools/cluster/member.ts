import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLogFile } from '../start/log-file.ts';
import { type Program, runProgram } from '../start/program.ts';
import { StartError } from '../start/start-error.ts';
import type { ComposeService } from './compose.ts';

/** A process of the cluster. */
export interface Member {
  /** `api 1`. */
  readonly name: string;
  readonly pid: number;
  readonly program: Program;
  /** Waits until it works; throws `StartError` with the end of its log when it ends first or takes too long. */
  untilReady(): Promise<void>;
  /** Waits for the end of a process that has something to do once; throws `StartError` when it fails. */
  untilDone(): Promise<void>;
  /** Asks it to end, and ends it after `graceMs`; a process that has ended is left alone. */
  stop(graceMs: number): Promise<void>;
}

const readyMs = 60_000;
const stepMs = 50;
/** What an api and a worker write to their logs when they have started. */
const isReady = /"msg":"(listening|working)"/;

/** Starts a process with the settings that its service names, and `own` ones, which only this process has. */
export function startMember(options: {
  name: string;
  service: ComposeService;
  settings: NodeJS.ProcessEnv;
  own: NodeJS.ProcessEnv;
  logsDir: string;
  verbose: boolean;
}): Member {
  const { name, service } = options;
  const log = openLogFile(join(options.logsDir, `${name.replace(' ', '-')}.log`), { echo: options.verbose });
  let state: 'starting' | 'ready' | 'ended' = 'starting';
  const program = runProgram({
    script: service.script,
    args: service.args,
    environment: { ...namedIn(service, options.settings), ...options.own },
    onLine: (line) => {
      log.write(line);
      if (state === 'starting' && isReady.test(line)) state = 'ready';
    },
  });
  void program.ended.then(() => (state = 'ended'));
  const broken = (what: string) =>
    new StartError(`${name} ${what}. The last lines of ${log.path}:\n${log.tail().join('\n')}`);
  return {
    name,
    pid: program.process.pid ?? 0,
    program,
    async untilReady() {
      for (let waitedMs = 0; state !== 'ready'; waitedMs += stepMs) {
        if (state === 'ended') throw broken('ended');
        if (waitedMs > readyMs) throw broken(`was not ready within ${readyMs / 1000} s`);
        await sleep(stepMs);
      }
    },
    async untilDone() {
      const { code, signal } = await program.ended;
      if (code !== 0) throw broken(`failed (${signal ?? `exit code ${code}`})`);
    },
    async stop(graceMs) {
      if (state !== 'ended') await program.stop(graceMs);
    },
  };
}

/** What compose.yaml does not hand to a service, it does not get here either. */
function namedIn({ settings: names }: ComposeService, settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)));
}

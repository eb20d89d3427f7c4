import { readFileSync } from 'node:fs';

/** A running process; `began` is opaque and '' where the system does not tell it (only Linux does, through /proc). */
export interface RunningProcess {
  pid: number;
  began: string;
}

/** The process behind `pid`, or undefined when it is gone. A zombie is gone: it has released its files already. */
export function readProcess(pid: number): RunningProcess | undefined {
  if (!exists(pid)) return undefined;
  const stat = readText(`/proc/${pid}/stat`);
  if (stat === undefined) return { pid, began: '' };
  // The name in parentheses may hold spaces; what follows the last one is state, then numbers: proc(5), fields 3 to 52.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = ''] = fields;
  if (state === 'Z' || state === 'X') return undefined;
  const startTime = fields[19] ?? '';
  return { pid, began: `${readText('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}:${startTime}` };
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

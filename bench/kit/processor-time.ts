import { readdirSync, readFileSync } from 'node:fs';
import { execute } from './database.ts';

const msPerTick = 10;

/**
 * Milliseconds of processor time that the PostgreSQL server of a database has used so far, its ended processes included;
 * null where the system does not tell, or the server runs elsewhere.
 */
export async function postgresMs(url: string): Promise<number | null> {
  const [server] = await execute<{ pid: number | null }>(
    url,
    `SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int AS pid`,
  ).catch(() => []);
  const pid = server?.pid;
  if (!pid || !statOf(pid)) return null;
  let ticks = 0;
  for (const each of readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)) {
    const stat = statOf(each);
    if (each === pid) ticks += (stat?.own ?? 0) + (stat?.ended ?? 0);
    else if (stat?.parent === pid) ticks += stat.own;
  }
  return ticks * msPerTick;
}

/** What each of `count` pieces of work took of it; NaN, which JSON writes as null, where the system did not tell. */
export function msPerPiece(before: number | null, after: number | null, count: number): number {
  return before === null || after === null ? Number.NaN : (after - before) / count;
}

/** Of one process: its parent, its time, and that of its ended children (proc(5), /proc/pid/stat). */
function statOf(pid: number): { parent: number; own: number; ended: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold anything, so the fields are counted from behind it: the third is the parent's.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const field = (number: number) => fields[number - 3] ?? 0;
    return { parent: field(4), own: field(14) + field(15), ended: field(16) + field(17) };
  } catch {
    return undefined;
  }
}

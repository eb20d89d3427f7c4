import { constants, copyFileSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readProcess } from './process-identity.ts';

export interface FolderLock {
  readonly path: string;
  /** Gives the lock back; safe to call twice. */
  release(): void;
}

/** Another living process holds the lock. */
export class FolderLockedError extends Error {
  readonly pid: number;
  readonly path: string;

  constructor(path: string, pid: number) {
    super(`${path} is held by the running process ${pid}`);
    this.name = 'FolderLockedError';
    this.path = path;
    this.pid = pid;
  }
}

const attemptsMax = 5;

/**
 * Takes the lock file `path` for this process, or throws `FolderLockedError`. The file holds the pid and, where the
 * system tells it, the moment that process began.
 *
 * A lock is stolen only from a dead process, never by age: PGlite blocks its event loop during a heavy query, so a
 * heartbeat would lapse on a living holder, and two openers of one folder lose rows without an error.
 */
export function takeFolderLock(path: string): FolderLock {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    if (createLock(path)) return { path, release: () => releaseLock(path) };
    const holder = readLock(path);
    if (holder !== undefined && isAlive(holder)) throw new FolderLockedError(path, holder.pid);
    removeDead(path, holder);
  }
  throw new Error(`Could not take ${path}: it comes back each time it is removed`);
}

/** The pid of the living process that holds `path`, if there is one. */
export function lockHolder(path: string): number | undefined {
  const holder = readLock(path);
  return holder !== undefined && isAlive(holder) ? holder.pid : undefined;
}

interface Holder {
  pid: number;
  began: string;
}

/** The file appears with its content or not at all: an empty one would look like a dead writer's to a rival. */
function createLock(path: string): boolean {
  const draft = `${path}.${process.pid}.new`;
  writeFileSync(draft, `${process.pid}\n${readProcess(process.pid)?.began ?? ''}\n`, { mode: 0o600 });
  try {
    linkExclusively(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function linkExclusively(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    // Some file systems (exFAT, some network shares) know no hard links.
    if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes(codeOf(error) ?? '')) throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
}

/**
 * Two rivals may have seen the same dead lock, and the faster one may hold a new lock by now: move the file aside,
 * which only one of them can, and look at what was moved before it goes.
 */
function removeDead(path: string, dead: Holder | undefined): void {
  const aside = `${path}.${process.pid}.old`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  const moved = readLock(aside);
  const isDead = moved?.pid === dead?.pid && moved?.began === dead?.began;
  try {
    if (!isDead) linkExclusively(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}

function readLock(path: string): Holder | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  const [pid = '', began = ''] = text.split('\n');
  return /^\d+$/.test(pid) ? { pid: Number(pid), began } : undefined;
}

/** The same pid with another beginning is a stranger that got the number later (usual in containers). */
function isAlive(holder: Holder): boolean {
  const running = readProcess(holder.pid);
  if (running === undefined) return false;
  return holder.began === '' || running.began === '' || holder.began === running.began;
}

function releaseLock(path: string): void {
  if (readLock(path)?.pid === process.pid) rmSync(path, { force: true });
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

import { constants, copyFileSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** Two seconds: a rival that removes a dead lock needs far less, also when the machine is busy. */
const attemptsMax = 100;
const pauseMs = 20;

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
    const text = readText(path);
    if (text === undefined) continue;
    const holder = livingHolder(text);
    if (holder) throw new FolderLockedError(path, holder.pid);
    // Where there are no hard links, its writer may be about to write it.
    if (holderOf(text) === undefined) pause();
    removeDead(path, text);
  }
  throw new Error(`Could not take ${path}: it comes back each time it is removed`);
}

/** The pid of the living process that holds `path`, if there is one. */
export function lockHolder(path: string): number | undefined {
  return livingHolder(readText(path))?.pid;
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
 * Removes a lock whose text is a dead holder's. Several rivals may have seen that text, and the fastest may hold a new lock by
 * now: so only one at a time removes, under a lock of its own, and only after it has read the same text once more.
 */
function removeDead(path: string, text: string): void {
  const removal = `${path}.removal`;
  if (!createLock(removal)) {
    const seen = readText(removal);
    pause();
    // It died while it removed. What has not changed meanwhile is no living rival's.
    if (seen !== undefined && readText(removal) === seen && !livingHolder(seen)) rmSync(removal, { force: true });
    return;
  }
  try {
    if (readText(path) === text) rmSync(path, { force: true });
  } finally {
    rmSync(removal, { force: true });
  }
}

/** Blocks: whoever asks for a lock has nothing else to do yet. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
}

/** The text of a lock file; undefined where there is none. */
function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whom a lock file names; undefined for no file and for a text that no process wrote whole. */
function holderOf(text: string | undefined): Holder | undefined {
  const [pid = '', began = ''] = text?.split('\n') ?? [];
  return /^\d+$/.test(pid) ? { pid: Number(pid), began } : undefined;
}

/**
 * The living process that a lock file names, if there is one. The same pid with another beginning is a stranger that got the
 * number later (usual in containers).
 */
function livingHolder(text: string | undefined): Holder | undefined {
  const holder = holderOf(text);
  const running = holder && readProcess(holder.pid);
  if (!running) return undefined;
  const isSame = holder.began === '' || running.began === '' || holder.began === running.began;
  return isSame ? holder : undefined;
}

function releaseLock(path: string): void {
  if (holderOf(readText(path))?.pid === process.pid) rmSync(path, { force: true });
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

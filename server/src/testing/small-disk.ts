import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of its own for a test, small enough to be filled to the last byte. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes all the room that is left. */
  fill(): void;
  /** Gives that room back. */
  free(): void;
  remove(): void;
}

/** Whether a disk can be mounted here: on Linux, as root. */
export const canMountDisk = process.platform === 'linux' && mountsOnce();

/** Mounts a disk of `megabytes` in memory. */
export function openSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'escuta-disk-'));
  const mounted = mount(folder, megabytes);
  if (!mounted) {
    rmdirSync(folder);
    throw new Error('no disk can be mounted here');
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'a');
      // Large pieces first; the last ones decide whether a byte is left.
      for (const bytes of [1_048_576, 65_536, 4_096, 1]) while (writes(file, bytes));
      closeSync(file);
    },
    free: () => rmSync(ballast, { force: true }),
    remove() {
      spawnSync('umount', ['-l', folder]);
      rmdirSync(folder);
    },
  };
}

function writes(file: number, bytes: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(bytes)) === bytes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}

function mount(folder: string, megabytes: number): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'none', folder]).status === 0;
}

function mountsOnce(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'escuta-disk-'));
  const mounted = mount(folder, 1);
  if (mounted) spawnSync('umount', [folder]);
  rmdirSync(folder);
  return mounted;
}

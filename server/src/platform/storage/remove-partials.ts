import type { Dirent } from 'node:fs';
import { lstat, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Schedule } from '#platform/jobs/jobs.ts';
import { localFolder, partialSuffix } from '#platform/storage/local-files.ts';
import { unlessGone } from '#platform/storage/unless-gone.ts';

/** An upload or a part of an export takes minutes at most, and each byte that comes makes its file young again. */
const partialKeptMs = 3_600_000;

/**
 * Every hour what killed processes left half-written goes from the folder of the files: no row leads to it, so neither an
 * erasure nor the end of an export would remove it. A bucket shows no half-written file.
 */
export function storageSchedules(context: AppContext): Schedule[] {
  if (context.config.filesUrl) return [];
  return [{ job: 'files.remove-partials', cron: '47 * * * *', run: () => removeOldPartials(context) }];
}

async function removeOldPartials({ config, clock, log }: Pick<AppContext, 'config' | 'clock' | 'log'>): Promise<void> {
  const before = new Date(clock.now().getTime() - partialKeptMs);
  const files = await removePartials(localFolder(config.dataDir), before);
  if (files > 0) log.info({ files }, 'files that were never written to their end are removed');
}

/**
 * Removes the half-written files below `folder` that nobody has written to since `before`. Links are not followed, and a folder
 * that is not there is empty.
 * @returns how many there were.
 */
export async function removePartials(folder: string, before: Date): Promise<number> {
  let files = 0;
  for (const entry of await unlessGone(readdir(folder, { withFileTypes: true }), [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) files += await removePartials(path, before);
    if (isPartial(entry) && (await isOlder(path, before))) files += await unlessGone(removeOne(path), 0);
  }
  return files;
}

function isPartial(entry: Dirent): boolean {
  return entry.isFile() && entry.name.endsWith(partialSuffix);
}

async function isOlder(path: string, before: Date): Promise<boolean> {
  const found = await unlessGone(lstat(path), null);
  return found !== null && found.mtime < before;
}

async function removeOne(path: string): Promise<number> {
  await unlink(path);
  return 1;
}

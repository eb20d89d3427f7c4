// The embedded database as a process of its own: PGlite behind a socket, so that one driver serves both databases.
// Environment: EMBEDDED_DATA_DIR (folder), EMBEDDED_PORT (0 or unset = any free port). Prints {"ready":true,"port":N}.
import { fstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { FolderLockedError } from '#platform/storage/folder-lock.ts';
import { makeFilesPrivate } from '#platform/storage/private-files.ts';
import { openEmbeddedDatabase, type OpenDatabase } from '#platform/embedded-database/open-embedded-database.ts';

// After the parent's death the api and the worker are still stopping: let them finish their transactions.
const orphanDrainMs = 3_000;

const { EMBEDDED_DATA_DIR: dataDir, EMBEDDED_PORT } = process.env;
const port = Number(EMBEDDED_PORT ?? 0);
if (!dataDir || !Number.isInteger(port) || port < 0 || port > 65_535) {
  fail('Set EMBEDDED_DATA_DIR to a folder, and EMBEDDED_PORT to a port or 0.');
}
makeFilesPrivate();
let opened: OpenDatabase | undefined;
let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => void stop(0));
stopWithParent();

try {
  opened = await openEmbeddedDatabase({
    dataDir: resolve(dataDir),
    port,
    onBroken: (cause) => fail(`The embedded database broke: ${String(cause)}`),
    onUntended: (cause) => console.error('The tables could not be tended:', cause),
  });
} catch (error) {
  if (error instanceof FolderLockedError) {
    fail(`${dataDir} is already open in process ${error.pid}. Stop that one first (lock file: ${error.path}).`);
  }
  throw error;
}
if (stopping) await close(0);
console.log(JSON.stringify({ ready: true, port: opened.port }));

/** An orphan would hold the lock for ever: the end of the IPC channel, or of a piped stdin, is the parent's death. */
function stopWithParent(): void {
  if (process.channel) process.on('disconnect', () => void stop(orphanDrainMs));
  const stdin = fstatSync(0);
  if (stdin.isFIFO() || stdin.isSocket()) process.stdin.on('end', () => void stop(orphanDrainMs)).resume();
}

async function stop(drainMs: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  if (opened) await close(drainMs);
}

async function close(drainMs: number): Promise<never> {
  await opened?.close({ drainMs });
  process.exit(0);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

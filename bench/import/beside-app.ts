import { setTimeout as sleep } from 'node:timers/promises';
import type { CompanyId } from '@escuta/contract/ids';
import type { Database } from '../../server/src/platform/db/database.ts';
import { createUser, testPassword } from '../../server/src/testing/factories.ts';
import { seedContacts } from '../contacts/seed.ts';
import { startApi } from '../kit/api-server.ts';
import type { Installation } from '../kit/installation.ts';
import { jobRow } from '../kit/job-row.ts';
import { memoryMbOf } from '../kit/memory.ts';
import { ask, signIn } from '../kit/session.ts';
import { percentile, rounded } from '../kit/statistics.ts';
import { startWorker } from '../kit/worker.ts';
import { importFile } from './beside-send.ts';
import type { Place } from './upload-contacts.ts';

// What the import of a large file does to the memory of its worker, and to somebody of another company who works meanwhile; and what
// its undo does to them.

const contactsOfOthers = 50_000;
const warmUps = 50;
const asksAlone = 300;
/** One person is no load: they look at what they asked for. */
const pauseMs = 20;

interface Held {
  readonly atMs: number;
  readonly mb: number;
}

/**
 * Imports a file, and undoes it, while somebody asks for a page of their contacts again and again, as they did before it: the 95th
 * percentiles of each, and by how much more memory the worker holds at most in the second half of the import than in its first
 * quarter. Throws where a contact of the file is left behind.
 */
export async function importBesideApp(place: Place, path: string) {
  const { installation } = place;
  const { database, databaseUrl } = installation;
  const unit = await seedContacts(database, databaseUrl, contactsOfOthers);
  const user = await createUserOf(database, unit.companyId);
  const worker = await startWorker(installation);
  const api = await startApi(installation).catch(async (error: unknown) => {
    await worker.stop();
    throw error;
  });
  try {
    const { headers } = await signIn(api.url, { ...unit, email: user.email, password: testPassword });
    const timed = async () => {
      await sleep(pauseMs);
      const began = performance.now();
      await ask(`${api.url}/api/contacts?limit=20`, headers);
      return performance.now() - began;
    };
    for (let asked = 0; asked < warmUps; asked += 1) await timed();
    const alone: number[] = [];
    while (alone.length < asksAlone) alone.push(await timed());
    const imported = await importFile(place, path);
    const began = performance.now();
    const held: Held[] = [];
    const beside = await timesUntil(timed, async () => {
      held.push({ atMs: performance.now() - began, mb: (await memoryMbOf(worker)).now });
      const { status } = await jobRow(database, 'imports', imported);
      if (status === 'error') throw new Error('the import failed');
      return status === 'finished';
    });
    const undoBegan = performance.now();
    await askForUndo(installation, api.url, imported);
    const besideUndo = await timesUntil(timed, () => isUndone(database, imported));
    return {
      appP95AloneMs: rounded(percentile(alone, 0.95), 1),
      appP95Ms: rounded(percentile(beside, 0.95), 1),
      appUndoP95Ms: rounded(percentile(besideUndo, 0.95), 1),
      appUndoMaxMs: rounded(Math.max(...besideUndo), 1),
      undoSeconds: rounded((performance.now() - undoBegan) / 1000, 1),
      memoryGrowthMb: growthOf(held),
      asks: beside.length,
    };
  } finally {
    await Promise.all([worker.stop(), api.stop()]);
  }
}

/** How long each asking took, one after the other, until something has come to its end. */
async function timesUntil(timed: () => Promise<number>, isOver: () => Promise<boolean>): Promise<number[]> {
  const times: number[] = [];
  while (!(await isOver())) times.push(await timed());
  return times;
}

type Imported = Awaited<ReturnType<typeof importFile>>;

/** Asks for the undo as somebody of its company. */
async function askForUndo({ database }: Installation, url: string, imported: Imported): Promise<void> {
  const user = await createUserOf(database, imported.companyId);
  const { headers } = await signIn(url, { ...imported, email: user.email, password: testPassword });
  await ask(`${url}/api/imports/${imported.id}/undo`, headers, {});
}

const createUserOf = (database: Database, companyId: CompanyId) =>
  createUser({ database } as Parameters<typeof createUser>[0], { companyId });

async function isUndone(database: Database, imported: Imported): Promise<boolean> {
  const { undone_at: undoneAt } = await jobRow(database, 'imports', imported);
  if (undoneAt === null) return false;
  const { companyId } = imported;
  const left = await database.withCompany(companyId, (tx) =>
    tx.selectFrom('contacts').select('id').where('company_id', '=', companyId).limit(1).execute(),
  );
  if (left.length > 0) throw new Error('the undo left a contact behind');
  return true;
}

function growthOf(held: readonly Held[]): number {
  const end = held.at(-1)?.atMs ?? 0;
  const most = (from: number, to: number) =>
    Math.max(...held.filter(({ atMs }) => atMs >= from * end && atMs <= to * end).map(({ mb }) => mb));
  return Math.round(most(0.5, 1) - most(0, 0.25));
}

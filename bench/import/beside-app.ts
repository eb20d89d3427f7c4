import { setTimeout as sleep } from 'node:timers/promises';
import { createUser, testPassword } from '../../server/src/testing/factories.ts';
import { seedContacts } from '../contacts/seed.ts';
import { startApi } from '../kit/api-server.ts';
import { memoryMbOf } from '../kit/memory.ts';
import { ask, signIn } from '../kit/session.ts';
import { percentile, rounded } from '../kit/statistics.ts';
import { startWorker } from '../kit/worker.ts';
import { importFile, statusOf } from './beside-send.ts';
import type { Place } from './upload-contacts.ts';

// What the import of a large file does to the memory of its worker, and to somebody of another company who works meanwhile.

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
 * Imports a file while somebody asks for a page of their contacts again and again, as they did before it: the 95th percentiles of
 * both, and by how much more memory the worker holds at most in the second half of the import than in its first quarter.
 */
export async function importBesideApp(place: Place, path: string) {
  const { installation } = place;
  const { database, databaseUrl } = installation;
  const unit = await seedContacts(database, databaseUrl, contactsOfOthers);
  const user = await createUser({ database } as Parameters<typeof createUser>[0], { companyId: unit.companyId });
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
    const beside: number[] = [];
    const held: Held[] = [];
    let status = 'pending';
    while (status !== 'finished') {
      if (status === 'error') throw new Error('the import failed');
      beside.push(await timed());
      held.push({ atMs: performance.now() - began, mb: (await memoryMbOf(worker)).now });
      status = await statusOf(database, 'imports', imported);
    }
    return {
      appP95AloneMs: rounded(percentile(alone, 0.95), 1),
      appP95Ms: rounded(percentile(beside, 0.95), 1),
      memoryGrowthMb: growthOf(held),
      asks: beside.length,
    };
  } finally {
    await Promise.all([worker.stop(), api.stop()]);
  }
}

function growthOf(held: readonly Held[]): number {
  const end = held.at(-1)?.atMs ?? 0;
  const most = (from: number, to: number) =>
    Math.max(...held.filter(({ atMs }) => atMs >= from * end && atMs <= to * end).map(({ mb }) => mb));
  return Math.round(most(0.5, 1) - most(0, 0.25));
}

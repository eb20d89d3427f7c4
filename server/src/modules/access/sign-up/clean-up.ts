import type { AppContext } from '#platform/app-context/app-context.ts';

const dayMs = 24 * 3_600_000;
/** How long somebody may come back to what was typed. */
const draftKeptMs = 30 * dayMs;
/** Longer than a token lives, and than anything counts. */
const pinKeptMs = 2 * dayMs;

/** Removes sign-ups that nobody went on with, their pins, and what no limit counts any more. */
export async function cleanUpSignUps({
  database,
  clock,
  log,
}: Pick<AppContext, 'database' | 'clock' | 'log'>): Promise<void> {
  const now = clock.now().getTime();
  const drafts = await database.withSystem(async (tx) => {
    const pinsBefore = new Date(now - pinKeptMs);
    await tx.deleteFrom('sign_up_pins').where('created_at', '<', pinsBefore).execute();
    await tx.deleteFrom('sign_up_counts').where('counted_at', '<', pinsBefore).execute();
    const removed = await tx
      .deleteFrom('sign_ups')
      .where('started_at', 'is', null)
      .where('updated_at', '<', new Date(now - draftKeptMs))
      .executeTakeFirst();
    return Number(removed.numDeletedRows);
  });
  log.info({ drafts }, 'sign-ups that nobody went on with are removed');
}

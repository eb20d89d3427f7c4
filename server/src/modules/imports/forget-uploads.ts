import type { AppContext } from '#platform/app-context/app-context.ts';
import { eachApart } from '#platform/jobs/each-apart.ts';

type Deps = Pick<AppContext, 'database' | 'clock' | 'files' | 'log'>;

/** How long a file waits for somebody to import it. */
export const uploadKeptMs = 24 * 3_600_000;
const uploadsPerRound = 500;

/**
 * Removes files that were uploaded a day ago and never imported: they hold people's data that nobody asked us to keep.
 * The file goes before the row is gone for good, so a crash between the two leaves a row, which the next round takes.
 */
export async function forgetUploads({ database, clock, files, log }: Deps): Promise<void> {
  const before = new Date(clock.now().getTime() - uploadKeptMs);
  const old = await database.withSystem((tx) =>
    tx
      .selectFrom('import_uploads')
      .select(['company_id as companyId', 'id', 'file_key as fileKey'])
      .where('unstarted_since', '<', before)
      .orderBy('unstarted_since')
      .limit(uploadsPerRound)
      .execute(),
  );
  await eachApart(log, old, ({ companyId, id, fileKey }) =>
    database.withCompany(companyId, async (tx) => {
      // Waits for a person who starts it in this very moment, and then leaves it alone.
      const { numDeletedRows } = await tx
        .deleteFrom('import_uploads')
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .where('unstarted_since', '<', before)
        .executeTakeFirst();
      if (numDeletedRows > 0n) await files.remove(fileKey);
    }),
  );
  if (old.length > 0) log.info({ uploads: old.length }, 'uploads that nobody imported are removed');
}

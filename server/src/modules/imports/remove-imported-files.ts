import type { AppContext } from '#platform/app-context/app-context.ts';
import { eachApart } from '#platform/jobs/each-apart.ts';

type Deps = Pick<AppContext, 'database' | 'clock' | 'files' | 'log'>;

/** At the longest, from the end of its import on: the work of each hour that finds its storage removes it. */
export const importedFileKeptMs = 24 * 3_600_000;
const filesPerRound = 500;

/**
 * Removes the files of imports that have ended: they are read no more, and hold people's data. What came of each row, the hash of
 * the file and its mapping are kept. A file goes before its row says so, so after a crash between the two the next round does both.
 */
export async function removeImportedFiles({ database, clock, files, log }: Deps): Promise<void> {
  const read = await database.withSystem((tx) =>
    tx
      .selectFrom('import_uploads as upload')
      .innerJoin('imports', (join) =>
        join.onRef('imports.company_id', '=', 'upload.company_id').onRef('imports.upload_id', '=', 'upload.id'),
      )
      .select(['upload.company_id as companyId', 'upload.id', 'upload.file_key as fileKey'])
      .where('upload.unstarted_since', 'is', null)
      .where('upload.file_removed_at', 'is', null)
      .where('imports.ended_at', 'is not', null)
      .limit(filesPerRound)
      .execute(),
  );
  await eachApart(log, read, async ({ companyId, id, fileKey }) => {
    await files.remove(fileKey);
    await database.withCompany(companyId, (tx) =>
      tx
        .updateTable('import_uploads')
        .set({ file_removed_at: clock.now() })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .execute(),
    );
  });
  if (read.length > 0) log.info({ files: read.length }, 'files of imports that have ended are removed');
}

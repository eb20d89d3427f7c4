import { exportKeptMs } from '@escuta/contract/export-types';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { eachApart } from '#platform/jobs/each-apart.ts';
import { dropParts } from './export-state.ts';
import { removeParts } from './parts.ts';

type Deps = Pick<AppContext, 'database' | 'clock' | 'files' | 'log'>;

const filesPerRound = 500;

/**
 * Removes the files whose seven days are over, and every piece that nobody needs any more. The file goes before the row that
 * leads to it, so a crash between the two leaves a row, which the next round takes.
 */
export async function forgetFiles(deps: Deps): Promise<void> {
  await expireFiles(deps);
  const dropped = await deps.database.withSystem((tx) =>
    tx
      .selectFrom('export_parts')
      .select(['company_id as companyId', 'id'])
      .where('is_dropped', '=', true)
      .orderBy('company_id')
      .orderBy('id')
      .limit(filesPerRound)
      .execute(),
  );
  await eachApart(deps.log, dropped, ({ companyId, id }) => removeParts(deps, companyId, [id]));
  if (dropped.length > 0) deps.log.info({ files: dropped.length }, 'files of exports are removed');
}

async function expireFiles({ database, clock, log }: Deps): Promise<void> {
  const expired = await database.withSystem((tx) =>
    tx
      .selectFrom('exports')
      .select(['company_id as companyId', 'id as exportId'])
      .where('file_id', 'is not', null)
      .where('ended_at', '<=', new Date(clock.now().getTime() - exportKeptMs))
      .orderBy('ended_at')
      .limit(filesPerRound)
      .execute(),
  );
  await eachApart(log, expired, ({ companyId, exportId }) =>
    database.withCompany(companyId, async (tx) => {
      await tx
        .updateTable('exports')
        .set({ file_id: null })
        .where('company_id', '=', companyId)
        .where('id', '=', exportId)
        .execute();
      await dropParts(tx, { companyId, exportId });
    }),
  );
}

import type { CompanyId, UploadId } from '@escuta/contract/ids';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { eachApart } from '#platform/jobs/each-apart.ts';
import { uploadKeptMs } from './forget-uploads.ts';

/** A file on its way, known before its first byte. */
export interface IncomingUpload {
  readonly companyId: CompanyId;
  readonly uploadId: UploadId;
}

type Deps = Pick<AppContext, 'database' | 'clock' | 'files' | 'log'>;

const uploadsPerRound = 500;

/** Where the file of an upload lies. */
export function uploadKey({ companyId, uploadId }: IncomingUpload): string {
  return `imports/${companyId}/${uploadId}`;
}

/** Notes that a file is on its way: what a process that is killed leaves of it is found by this, and removed. */
export async function noteIncoming(tx: Transaction, companyId: CompanyId, now: Date): Promise<IncomingUpload> {
  const uploadId = newId<UploadId>();
  await tx.insertInto('incoming_uploads').values({ company_id: companyId, id: uploadId, begun_at: now }).execute();
  return { companyId, uploadId };
}

/** Ends the note, in the transaction that records the file. Throws where the clock took both away: it waits a day for a file. */
export async function endIncoming(tx: Transaction, incoming: IncomingUpload): Promise<void> {
  if (!(await forget(tx, incoming))) throw new Error('the file of an upload was removed before it was recorded');
}

/** Removes the files that were on their way a day ago and never recorded: their process was killed, or they were refused. */
export async function removeUnrecorded({ database, clock, files, log }: Deps): Promise<void> {
  const before = new Date(clock.now().getTime() - uploadKeptMs);
  const old = await database.withSystem((tx) =>
    tx
      .selectFrom('incoming_uploads')
      .select(['company_id as companyId', 'id as uploadId'])
      .where('begun_at', '<', before)
      .orderBy('begun_at')
      .limit(uploadsPerRound)
      .execute(),
  );
  await eachApart(log, old, (incoming) =>
    database.withCompany(incoming.companyId, async (tx) => {
      // The file goes before the row is gone for good, so a crash between the two leaves a row, which the next round takes.
      if (await forget(tx, incoming)) await files.remove(uploadKey(incoming));
    }),
  );
}

/** Says whether it was noted. */
async function forget(tx: Transaction, { companyId, uploadId }: IncomingUpload): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('incoming_uploads')
    .where('company_id', '=', companyId)
    .where('id', '=', uploadId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

import { sql } from 'kysely';
import type { CompanyId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { uploadKeptMs } from './forget-uploads.ts';

/**
 * Refuses UPLOADS_WAITING when the files of a company that nobody has imported yet, and `more` bytes, are more than it may
 * keep; `retryAfter` says when the oldest of them is forgotten. Files that arrive at the same moment do not see each other,
 * so that a company may keep a few more; the limits of rate bound how many.
 */
export async function refuseWhenFull(
  tx: Transaction,
  { companyId }: { readonly companyId: CompanyId },
  { bytesMax, more = 1, now }: { bytesMax: number; more?: number; now: Date },
): Promise<void> {
  const { bytes, oldest } = await tx
    .selectFrom('import_uploads')
    .select([
      sql<number>`coalesce(sum(size_bytes), 0)::float8`.as('bytes'),
      sql<Date | null>`min(unstarted_since)`.as('oldest'),
    ])
    .where('company_id', '=', companyId)
    .where('unstarted_since', 'is not', null)
    .executeTakeFirstOrThrow();
  if (bytes + more <= bytesMax) return;
  const leftMs = (oldest ?? now).getTime() + uploadKeptMs - now.getTime();
  throw refuse('UPLOADS_WAITING', { retryAfter: Math.max(1, Math.ceil(leftMs / 1_000)) });
}

import { sql } from 'kysely';
import type { CompanyId, ContactId } from '@escuta/contract/ids';
import type { Metric } from '@escuta/contract/metrics';
import { ledLookUp } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';

export interface LastAnswer {
  readonly at: Date;
  readonly score: number;
  readonly metric: Metric;
}

/** The last scored response of each contact that has one. */
export async function lastAnswers(
  tx: Transaction,
  companyId: CompanyId,
  contactIds: readonly ContactId[],
): Promise<ReadonlyMap<ContactId, LastAnswer>> {
  const { rows } = await sql<LastAnswer & { id: ContactId }>`
    SELECT given.id, answer.at, answer.score, answer.metric
    FROM unnest(${[...contactIds].sort()}::uuid[]) AS given (id)
    CROSS JOIN LATERAL (
      SELECT answered_at AS at, score, metric FROM responses
      WHERE company_id = ${companyId} AND contact_id = given.id AND score IS NOT NULL
      ORDER BY answered_at DESC, id DESC
      LIMIT 1 ${ledLookUp}
    ) AS answer
  `.execute(tx);
  return new Map(rows.map(({ id, ...answer }) => [id, answer]));
}

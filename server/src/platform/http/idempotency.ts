import { createHash } from 'node:crypto';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';

interface RepeatableRequest {
  readonly scope: Scope;
  readonly key: string;
  readonly route: string;
  readonly body: unknown;
}

/**
 * Does the work of a request once per key and user, and gives the first answer again to every repetition. The key is
 * written in the transaction of the work: a repetition that arrives meanwhile waits for it, and a failure frees the key.
 * Refuses a key that was used for something else.
 */
export async function answerOnce<T>(
  tx: Transaction,
  { scope, key, route, body }: RepeatableRequest,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  if (key.length < 8 || key.length > 100) throw refuse('INVALID_INPUT', { field: 'Idempotency-Key' });
  const owner = { company_id: scope.companyId, user_id: scope.userId, key };
  const requestHash = createHash('sha256')
    .update(`${scope.businessUnitId}\n${JSON.stringify(body)}`)
    .digest();
  const taken = await tx
    .insertInto('idempotency_keys')
    .values({ ...owner, route, request_hash: requestHash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (taken) {
    const answer = await work(tx);
    await tx
      .updateTable('idempotency_keys')
      .set({ answer: JSON.stringify(answer) })
      .where('company_id', '=', owner.company_id)
      .where('user_id', '=', owner.user_id)
      .where('key', '=', key)
      .execute();
    return answer;
  }
  const first = await tx
    .selectFrom('idempotency_keys')
    .select(['route', 'request_hash', 'answer'])
    .where('company_id', '=', owner.company_id)
    .where('user_id', '=', owner.user_id)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (first.route !== route || !requestHash.equals(first.request_hash))
    throw refuse('INVALID_INPUT', { field: 'Idempotency-Key' });
  return first.answer as T;
}

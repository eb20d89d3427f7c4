import type { ErasureReport } from '@escuta/contract/erasures';
import type { PrivacyRequestId } from '@escuta/contract/ids';
import type { PrivacyStep } from '@escuta/contract/privacy-requests';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Scope } from '#platform/http/scope.ts';

interface NewStep extends Pick<PrivacyStep, 'kind' | 'status' | 'identity_check'> {
  readonly requestId: PrivacyRequestId;
  readonly note?: string;
  /** What the requester is told, beside the result. */
  readonly answer?: string;
  readonly report?: ErasureReport;
}

/** Keeps what was done about a request, with who and when. Answers the id of the step. */
export async function addStep(
  tx: Transaction,
  { companyId, userId, userName }: Scope,
  { requestId, report, ...step }: NewStep,
  now: Date,
): Promise<string> {
  const id = newId();
  await tx
    .insertInto('privacy_request_steps')
    .values({
      ...step,
      company_id: companyId,
      id,
      request_id: requestId,
      at: now,
      user_id: userId,
      user_name: userName,
      report: report ? JSON.stringify(report) : null,
    })
    .execute();
  return id;
}

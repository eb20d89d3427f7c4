import type { CompanyId, PrivacyRequestId } from '@escuta/contract/ids';
import type { PrivacyRequestStatus } from '@escuta/contract/privacy-requests';
import { countRows } from '#platform/db/count-rows.ts';
import type { Transaction } from '#platform/db/database.ts';

export type RequestRow = NonNullable<Awaited<ReturnType<typeof findRequestRow>>>;
export type StepRow = Awaited<ReturnType<typeof listStepRows>>[number];

interface Listed {
  readonly companyId: CompanyId;
  readonly status?: PrivacyRequestStatus | undefined;
}

/** One page of the requests of a company: the open ones first, by their due date; then those answered, the newest first. */
export function listRequestRows(tx: Transaction, { limit, page, ...listed }: Listed & { limit: number; page: number }) {
  return requestsOf(tx, listed)
    .selectAll()
    .orderBy('closed_at', (order) => order.desc().nullsFirst())
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}

/** How many there are. */
export function countRequestRows(tx: Transaction, listed: Listed): Promise<number> {
  return countRows(requestsOf(tx, listed));
}

/** One request, or undefined. */
export function findRequestRow(tx: Transaction, { companyId, id }: { companyId: CompanyId; id: PrivacyRequestId }) {
  return requestsOf(tx, { companyId }).selectAll().where('id', '=', id).executeTakeFirst();
}

/** The same, held until the transaction ends. */
export function lockRequestRow(tx: Transaction, { companyId, id }: { companyId: CompanyId; id: PrivacyRequestId }) {
  return requestsOf(tx, { companyId }).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** What was done about a request, in its order. */
export function listStepRows(tx: Transaction, { companyId, id }: { companyId: CompanyId; id: PrivacyRequestId }) {
  return tx
    .selectFrom('privacy_request_steps')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('request_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute();
}

/**
 * What somebody with one of these e-mails asked of the company, oldest first. Only where it was proved who asked: whoever typed another
 * person's address is not that person. A phone names nobody: whoever asks may have typed that of another person, and be proved themselves.
 */
export function listProvenRequests(
  tx: Transaction,
  { companyId, emails }: { companyId: CompanyId; emails: readonly string[] },
) {
  return requestsOf(tx, { companyId })
    .select(['protocol', 'type', 'details', 'status', 'created_at', 'due_at', 'closed_at'])
    .where('identity_check', '=', 'confirmed')
    .where('requester_email', 'in', [...emails])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

function requestsOf(tx: Transaction, { companyId, status }: Listed) {
  return tx
    .selectFrom('privacy_requests')
    .where('company_id', '=', companyId)
    .$if(status !== undefined, (query) => query.where('status', '=', status!));
}

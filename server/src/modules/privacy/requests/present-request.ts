import type { ErasureReport } from '@escuta/contract/erasures';
import type { PrivacyRequest, PrivacyStep } from '@escuta/contract/privacy-requests';
import type { RequestRow, StepRow } from './queries.ts';

/** A request as the wire has it; `names` are those of users by their ids. */
export function presentRequest(row: RequestRow, names: ReadonlyMap<string, string>): PrivacyRequest {
  const { id, protocol, type, status, identity_check, handled_by } = row;
  const { requester_name: nome, requester_email: email, requester_tel: tel } = row;
  return {
    _id: id,
    protocol,
    type,
    requester: email === '' ? null : { nome, email, tel },
    identity_check,
    status,
    created_at: row.created_at.toISOString(),
    due_at: row.due_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    handled_by: handled_by && { _id: handled_by, nome: names.get(handled_by) ?? '' },
  };
}

/** What was done about a request. */
export function presentStep(row: StepRow): PrivacyStep {
  const { id, kind, status, identity_check, note } = row;
  return {
    _id: id,
    at: row.at.toISOString(),
    by: row.user_name,
    kind,
    status,
    identity_check,
    note,
    report: row.report as ErasureReport | null,
  };
}

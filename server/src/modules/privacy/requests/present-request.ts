import type { ErasureReport } from '@escuta/contract/erasures';
import type { PrivacyRequest, PrivacyStep } from '@escuta/contract/privacy-requests';
import { localTime } from '#platform/time/local-time.ts';
import type { RequestRow, StepRow } from './queries.ts';

interface Around {
  /** The company's. */
  readonly timezone: string;
  /** Those of users by their ids. */
  readonly names: ReadonlyMap<string, string>;
}

/** A request as the wire has it. */
export function presentRequest(row: RequestRow, { timezone, names }: Around): PrivacyRequest {
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
    due_day: localTime(timezone, row.due_at).day,
    timezone,
    closed_at: row.closed_at?.toISOString() ?? null,
    handled_by: handled_by && { _id: handled_by, nome: names.get(handled_by) ?? '' },
  };
}

/** What was done about a request. */
export function presentStep(row: StepRow): PrivacyStep {
  const { id, kind, status, identity_check, note, answer } = row;
  return {
    _id: id,
    at: row.at.toISOString(),
    by: row.user_name,
    kind,
    status,
    identity_check,
    note,
    answer,
    report: row.report as ErasureReport | null,
  };
}

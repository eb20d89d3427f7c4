import type { AuditEvent } from '@escuta/contract/audit';
import type { BusinessUnitId } from '@escuta/contract/ids';
import type { AuditRow } from './queries.ts';

/** An event as the wire shows it. `unitNames` are those of the company's units. */
export function presentAuditEvent(row: AuditRow, unitNames: ReadonlyMap<BusinessUnitId, string>): AuditEvent {
  const unitName = row.business_unit_id && unitNames.get(row.business_unit_id);
  return {
    _id: row.id,
    at: row.at.toISOString(),
    actor: { type: row.actor_type, _id: row.actor_id, name: row.actor_name, role: row.actor_role },
    action: row.action as AuditEvent['action'],
    target: row.target_type
      ? {
          type: row.target_type as NonNullable<AuditEvent['target']>['type'],
          _id: row.target_id,
          label: row.target_label,
        }
      : null,
    business: row.business_unit_id && unitName ? { _id: row.business_unit_id, nome: unitName } : null,
    before: row.before as AuditEvent['before'],
    after: row.after as AuditEvent['after'],
    ip: row.ip,
    result: row.result,
  };
}

-- Under each setting stands who changed it last: found among the changes of that company or unit, not in the whole audit.
CREATE INDEX audit_events_settings ON audit_events (company_id, target_type, target_id, at DESC)
  WHERE action IN ('company.changed', 'business_unit.changed');

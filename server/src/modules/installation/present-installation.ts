import type { LocalText } from '@escuta/contract/local-text';
import type { Maintenance } from '@escuta/contract/maintenance';
import type { SystemNotice } from '@escuta/contract/system-notices';
import type { findMaintenance, listNotices } from './queries.ts';

/** The switch as the wire shows it. */
export function presentMaintenance(row: Awaited<ReturnType<typeof findMaintenance>>): Maintenance {
  if (!row) return null;
  return { began_at: row.began_at.toISOString(), text: row.text, until: row.until?.toISOString() ?? null };
}

/** A notice as the wire shows it. */
export function presentNotice(row: Awaited<ReturnType<typeof listNotices>>[number]): SystemNotice {
  return {
    _id: row.id,
    severity: row.severity,
    text: row.text as LocalText,
    from: row.shown_from.toISOString(),
    until: row.shown_until.toISOString(),
  };
}

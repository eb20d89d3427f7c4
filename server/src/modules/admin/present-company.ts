import type { AdminCompany } from '@escuta/contract/admin';
import type { Selectable } from 'kysely';
import type { Companies } from '#platform/db/tables.ts';

/** A company as internal staff see it. */
export function presentAdminCompany(row: Selectable<Companies>): AdminCompany {
  return {
    _id: row.id,
    nome: row.name,
    status: row.active ? (row.is_trial ? 'trial' : 'active') : 'inactive',
    trial_expiration_date: row.trial_expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

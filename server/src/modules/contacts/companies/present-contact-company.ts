import type { ContactCompany } from '@escuta/contract/contact-companies';
import type { ContactCompanyRow } from './queries.ts';

/** A company as the wire shows it. It is no person: nothing of it is masked. */
export function presentContactCompany({
  id,
  name,
  cnpj,
  market_segment,
  created_at,
}: ContactCompanyRow): ContactCompany {
  return { _id: id, nome: name, cnpj, segmento: market_segment, created_at: created_at.toISOString() };
}

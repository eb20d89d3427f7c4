import type { ContactForm } from '@escuta/contract/contacts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { normalizePhone } from './contact.ts';

interface Addresses {
  readonly email: string | null;
  readonly tel: string | null;
}

/** The addresses of a form as they are kept. Refuses PHONE_NOT_VALID, and ADDRESS_MISSING when there is neither. */
export function addressesOf(form: ContactForm): Addresses {
  const tel = form.tel ? normalizePhone(form.tel) : null;
  if (form.tel && !tel) throw refuse('PHONE_NOT_VALID');
  if (!form.email && !tel) throw refuse('ADDRESS_MISSING');
  return { email: form.email, tel };
}

/** Refuses CONTACT_EXISTS, with the id of the other contact, when the unit has one with the same e-mail or phone. */
export async function refuseTwin(
  tx: Transaction,
  scope: Scope,
  { email, tel }: Addresses,
  except?: string,
): Promise<void> {
  const twin = await tx
    .selectFrom('contacts')
    .select(['id', 'email'])
    .where('company_id', '=', scope.companyId)
    .where('business_unit_id', '=', scope.businessUnitId)
    .where((where) =>
      where.or([...(email ? [where('email', '=', email)] : []), ...(tel ? [where('tel', '=', tel)] : [])]),
    )
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .executeTakeFirst();
  if (twin)
    throw refuse('CONTACT_EXISTS', { id: twin.id, field: email !== null && twin.email === email ? 'email' : 'tel' });
}

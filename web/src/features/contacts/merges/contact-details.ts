import type { Contact } from '@escuta/contract/contacts';
import { formatPhone } from '#web/lib/format-phone.ts';

/** What tells people of one name apart: 'ana@um.example · +55 11 98765-4321 · Central Bakery', as far as it is known. */
export function contactDetails({ email, tel, _company }: Contact): string {
  return [email, tel && formatPhone(tel), _company?.name].filter((each) => each).join(' · ');
}

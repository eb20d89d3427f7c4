import { can } from '@escuta/contract/access-policy';
import type { Role } from '@escuta/contract/access-policy';
import { addressFields } from '@escuta/contract/sends';
import type { SendChannel } from '@escuta/contract/sends';
import type { Suppression } from '@escuta/contract/suppressions';
import { maskName } from '../contact.ts';
import { presentAddress } from '../present-person.ts';
import type { SuppressionRow } from './queries.ts';
import { judgeLift } from './suppression.ts';

/** A suppression as the list shows it to a role: the name and the address of its contact masked for whoever may not identify people. */
export function presentSuppression(row: SuppressionRow, role: Role): Suppression {
  // Those that a send can go out over are asked for, and no others.
  const channel = row.channel as SendChannel;
  const { stays, needsConsent } = judgeLift(row);
  const { contact } = row;
  return {
    _id: row.id,
    channel,
    reason: row.reason,
    at: row.created_at.toISOString(),
    contact: contact && {
      _id: contact.id,
      name: can(role, 'contacts.identify') ? contact.name : maskName(contact.name),
      address: presentAddress(contact[addressFields[channel]] ?? '', role),
    },
    erased: row.isErased,
    stays,
    needs_consent: needsConsent,
  };
}

import type { Contact } from '@escuta/contract/contacts';
import { useNavigate } from '@tanstack/react-router';
import { useMe } from '#web/lib/me.ts';

/** Opens a contact of a list: beside it where they may be edited, on their page otherwise. */
export function useOpenContact(onEdit: (contact: Contact) => void): (contact: Contact) => void {
  const { can } = useMe();
  const navigate = useNavigate();
  // Of whom nothing is known, nothing can be edited: their page says so.
  return (contact) =>
    can('contacts.edit') && contact.anonymized_at === null
      ? onEdit(contact)
      : void navigate({ to: '/contatos/$id', params: { id: contact._id } });
}

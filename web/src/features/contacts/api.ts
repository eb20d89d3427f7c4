import { createContact, listContacts, updateContact } from '@escuta/contract/contacts';
import type { ContactForm, ContactsQuery } from '@escuta/contract/contacts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '#web/lib/call.ts';

export const contactsPageSize = 20;

/** One page of contacts; the page before stays on the screen until the next has come. */
export function contactsQuery(query: z.input<typeof ContactsQuery>) {
  return queryOptions({
    queryKey: ['contacts', query],
    queryFn: ({ signal }) => call(listContacts, { query: { limit: contactsPageSize, ...query }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Creates a contact, or changes the one with this id. */
export function useSaveContact(id: string | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (form: z.input<typeof ContactForm>) =>
      id ? call(updateContact, { params: { id }, body: form }) : call(createContact, { body: form }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['contacts'] }),
  });
}

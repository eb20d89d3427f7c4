import { listConsents } from '@escuta/contract/consents';
import { getContact, listContacts, listTags, updateContact } from '@escuta/contract/contacts';
import type { ContactChange } from '@escuta/contract/contacts';
import type { ContactId } from '@escuta/contract/ids';
import { getEmailStatus, getTimeline } from '@escuta/contract/timeline';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { routeQuery, useRouteMutation } from '#web/lib/route-query.ts';
import { noticeSuccess } from '#web/ui/notices.tsx';

/** An address that is another one has another status, and may be stopped. */
const invalidates = [listContacts, listTags, getTimeline, listConsents, getEmailStatus];

/** Saves a change of a contact, and gives the contact as it is then; whoever shows it has it at once. */
export function useSaveContact(id: ContactId) {
  const { t } = useTranslation('notify');
  const client = useQueryClient();
  const change = useRouteMutation(updateContact, { invalidates }).mutateAsync;
  return async (body: ContactChange) => {
    const params = { id };
    const saved = await change({ params, body });
    client.setQueryData(routeQuery(getContact, { params }).queryKey, saved);
    noticeSuccess(t('customer.updated'));
    return saved;
  };
}

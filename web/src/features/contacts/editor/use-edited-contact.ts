import type { Contact } from '@escuta/contract/contacts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { noticeWarning } from '#web/ui/notices.tsx';

type Edited = Contact | 'new' | undefined;

/** The contact that is edited beside a list. While one is, no other is opened, and a notice says why (CONTACT-15). */
export function useEditedContact(): [Edited, (next: Edited) => void] {
  const { t } = useTranslation('contacts');
  const [edited, setEdited] = useState<Edited>();
  const open = (next: Edited) => {
    if (next !== undefined && edited !== undefined) noticeWarning(t('form.alreadyEditing'));
    else setEdited(next);
  };
  return [edited, open];
}

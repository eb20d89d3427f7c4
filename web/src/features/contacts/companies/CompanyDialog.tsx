import type { ContactCompanyOption } from '@escuta/contract/contact-companies';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CompanyForm } from '#web/features/contacts/companies/CompanyForm.tsx';
import { FormDialog } from '#web/ui/form/FormDialog.tsx';
import { noticeSuccess } from '#web/ui/notices.tsx';

interface CompanyDialogProps {
  /** What the new company is to be called; closed without it. */
  readonly name: string | undefined;
  readonly onCreated: (company: ContactCompanyOption) => void;
  readonly onClose: () => void;
}

/** A small form over the panel of a contact, which makes the company that the person works for. */
export function CompanyDialog({ name, onCreated, onClose }: CompanyDialogProps) {
  const { t } = useTranslation('contact-companies');
  // While the dialog goes away it still shows what it showed.
  const [shown, setShown] = useState(name);
  if (name !== undefined && name !== shown) setShown(name);
  return (
    <FormDialog opened={name !== undefined} title={t('form.create')} onClose={onClose}>
      <CompanyForm
        name={shown ?? ''}
        onSaved={({ _id, nome }) => {
          onCreated({ _id, name: nome });
          noticeSuccess(t('form.created', { name: nome }));
          onClose();
        }}
      />
    </FormDialog>
  );
}

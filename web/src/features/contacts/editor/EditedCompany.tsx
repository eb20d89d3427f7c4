import type { ContactCompanyOption } from '@escuta/contract/contact-companies';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CompanyDialog } from '#web/features/contacts/companies/CompanyDialog.tsx';
import { CompanySearch } from '#web/features/contacts/companies/CompanySearch.tsx';
import { EditedField } from '#web/features/contacts/editor/EditedField.tsx';

interface EditedCompanyProps {
  readonly company: ContactCompanyOption | null;
  readonly isEdited: boolean;
  readonly onEdit: () => void;
  /** One was chosen, none was, or a key ended it. */
  readonly onEnd: () => void;
  readonly onLeave: () => void;
  readonly onChange: (company: ContactCompanyOption | null) => void;
}

/** The company that a contact works for; one is made or taken away where it is looked for. */
export function EditedCompany({ company, isEdited, onEdit, onEnd, onLeave, onChange }: EditedCompanyProps) {
  const { t } = useTranslation('contact-companies');
  const [created, setCreated] = useState<string>();
  return (
    <>
      <EditedField
        name="_company"
        label={t('field.label')}
        text={company?.name ?? ''}
        error={undefined}
        isEdited={isEdited}
        isAwaited={false}
        onEdit={onEdit}
        onEnd={(how) => (how === 'left' ? onLeave() : onEnd())}
      >
        <CompanySearch
          company={company}
          isOpen
          onChoose={(chosen) => {
            onChange(chosen);
            onEnd();
          }}
          onCreate={setCreated}
        />
      </EditedField>
      <CompanyDialog
        name={created}
        onCreated={onChange}
        onClose={() => {
          setCreated(undefined);
          onEnd();
        }}
      />
    </>
  );
}

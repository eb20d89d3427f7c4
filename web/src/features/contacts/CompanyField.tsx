import type { ContactCompanyOption } from '@escuta/contract/contact-companies';
import { useState } from 'react';
import { CompanyDialog } from '#web/features/contacts/companies/CompanyDialog.tsx';
import { CompanySearch } from '#web/features/contacts/companies/CompanySearch.tsx';

interface CompanyFieldProps {
  readonly company: ContactCompanyOption | null;
  readonly onChange: (company: ContactCompanyOption | null) => void;
}

/** The company that a contact works for, found as one types; made, or taken away, from the same list. */
export function CompanyField({ company, onChange }: CompanyFieldProps) {
  const [created, setCreated] = useState<string>();
  return (
    <>
      <CompanySearch company={company} onChoose={onChange} onCreate={setCreated} />
      <CompanyDialog name={created} onCreated={onChange} onClose={() => setCreated(undefined)} />
    </>
  );
}

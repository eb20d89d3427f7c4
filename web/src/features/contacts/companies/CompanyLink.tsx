import type { ContactCompanyOption } from '@escuta/contract/contact-companies';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';

/** The name of the company that a contact works for: it opens the company's page. */
export function CompanyLink({ company: { _id, name } }: { company: ContactCompanyOption }) {
  return (
    <Anchor
      data-alone
      fw={500}
      inherit
      title={name}
      renderRoot={(props) => <Link to="/contatos/empresas/$id" params={{ id: _id }} {...props} />}
    >
      {name}
    </Anchor>
  );
}

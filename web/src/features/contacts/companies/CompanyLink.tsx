import type { ContactCompanyOption } from '@escuta/contract/contact-companies';
import { StandaloneLink } from '#web/ui/StandaloneLink.tsx';

/** The name of the company that a contact works for: it opens the company's page. */
export function CompanyLink({ company: { _id, name } }: { company: ContactCompanyOption }) {
  return (
    <StandaloneLink to="/contatos/empresas/$id" params={{ id: _id }} fw={500} inherit title={name}>
      {name}
    </StandaloneLink>
  );
}
